import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import { isRenewal } from '../../monitors/listActivity';
import { t } from '../l10n';
import type { Settings } from '../settings';
import {
  isAboutProblem,
  toChangeLines,
  toNotificationText,
  withEvents,
} from '../texts/changeTexts';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { showChanges } from './showChanges';

/** Notifies the user of changes that a refresh in this window has brought. */
export function notifyOfChanges(app: App, settings: Settings, view: MonitorsView) {
  return followRefreshes(app, async (account, lastCallBefore) => {
    const { notifyOnChange } = settings;
    const nowMs = app.now();
    const changes = account.lastLook.changesSince(lastCallBefore);
    const news = toChangeLines(changes, account, nowMs).filter(
      ({ id }) => !account.choices.muteOf(id),
    );
    const isWanted = notifyOnChange === 'any' ? news.length > 0 : news.some(isAboutProblem);
    if (!isWanted || notifyOnChange === 'never') {
      return;
    }
    const text = toNotificationText(withEvents(news, account.list.loaded.monitors), nowMs);
    if (await window.showInformationMessage(text, t('Show Changes'))) {
      await showChanges(app, view);
    }
  });
}

/** Tells of each refresh in this window that ends while its account is shown. */
export function followRefreshes(
  app: App,
  onEnd: (account: Account, lastCallBefore: number) => unknown,
) {
  let refreshed: Account | undefined;
  let lastCallBefore = 0;
  return app.onDidChange(() => {
    const { account } = app;
    const { activity = 'loadMore' } = account?.list.progress ?? {};
    const isRefreshing = isRenewal(activity);
    if (account && refreshed === account) {
      if (isRefreshing) {
        return;
      }
      onEnd(account, lastCallBefore);
    }
    refreshed = isRefreshing ? account : undefined;
    lastCallBefore = account?.list.loaded.lastCall ?? 0;
  });
}
