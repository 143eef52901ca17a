import * as vscode from 'vscode';
import type { Disposable } from '../../base/event';
import { joinTexts, withIcon } from '../../base/text';
import type { App } from '../../account/app';
import { isRenewal } from '../../monitors/listActivity';
import { toHandoverNote } from '../export/exportText';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { NEUTRAL_ICON, STATUS_ICONS } from '../texts/statusText';
import type { MonitorsView } from '../tree/monitorsView';
import { window, type SafeQuickPickItem } from '../window';
import {
  isAboutProblem,
  toChangeLines,
  toChangeTime,
  toNotificationText,
  type ChangeLine,
} from '../texts/changeTexts';

/** Lists changes since the user last looked, and notifies if wanted. */
export class Changes implements Disposable {
  readonly #subscription: Disposable;
  #refreshes = false;
  /** Changes known when the last refresh began or ended. */
  #known: ReadonlySet<string> = new Set();

  constructor(
    private readonly app: App,
    private readonly settings: Settings,
    private readonly view: MonitorsView,
  ) {
    this.#subscription = app.onDidChange(() => void this.#notify());
  }

  async show(): Promise<void> {
    const { account, now } = this.app;
    const changes = account?.lastLook.changes;
    if (account === undefined || changes === undefined) {
      void window.showInformationMessage(t('Nothing has changed since you last looked.'));
      return;
    }
    const { readAt = now() } = account.list.loaded;
    const lines = toChangeLines(t, changes.comparison, now(), account.sinceOf);
    const items: (SafeQuickPickItem & { readonly run?: () => unknown })[] = [
      ...lines.map((line) => ({
        label: withIcon(
          line.status === 'unknown' ? NEUTRAL_ICON : STATUS_ICONS[line.status],
          line.name,
        ),
        description: joinTexts([line.text, toChangeTime(t, line, readAt, now())], ' · '),
        run: () => this.view.show(line.id),
      })),
      { label: t('Actions'), kind: vscode.QuickPickItemKind.Separator },
      {
        label: withIcon('copy', t('Copy as Handover Note')),
        run: () => this.#copyNote(lines, changes.since),
      },
      { label: withIcon('check', t('Mark as Seen')), run: () => account.lastLook.markSeen() },
    ];
    const picked = await window.showQuickPick(items, {
      title: t('Changed since {0}, when you last looked', t.formats.moment(changes.since, now())),
      placeHolder: t('Pick a monitor to show it in the list. Takes no call.'),
      matchOnDescription: true,
    });
    await picked?.run?.();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #copyNote(lines: readonly ChangeLine[], since: number): Promise<void> {
    const { account, rowFields } = this.app;
    if (account) {
      const { sinceOf, choices } = account;
      const { loaded } = account.list;
      const muted = choices.mutes.flatMap(({ id, note }) => {
        const monitor = loaded.find(id);
        return monitor ? [{ monitor, note }] : [];
      });
      const content = { loaded, monitors: loaded.monitors, sinceOf, fieldsOf: rowFields.valuesOf };
      await vscode.env.clipboard.writeText(toHandoverNote(t, lines, content, since, muted));
    }
  }

  /** Notifies the user of changes that a refresh in this window has brought. */
  async #notify(): Promise<void> {
    const { account, now } = this.app;
    const { activity } = account?.list.progress ?? {};
    const refreshes = activity !== undefined && isRenewal(activity);
    if (refreshes === this.#refreshes) {
      return;
    }
    this.#refreshes = refreshes;
    const changes = account?.lastLook.changes;
    const lines = changes ? toChangeLines(t, changes.comparison, now()) : [];
    const news = lines.filter(
      (line) => !this.#known.has(toKey(line)) && account?.choices.muteOf(line.id) === undefined,
    );
    this.#known = new Set(lines.map(toKey));
    const { notifyOnChange } = this.settings;
    const isWanted =
      notifyOnChange === 'any' || (notifyOnChange === 'problems' && news.some(isAboutProblem));
    const show = t('Show Changes');
    if (!refreshes && isWanted && news.length > 0) {
      const picked = await window.showInformationMessage(toNotificationText(t, news), show);
      if (picked === show) {
        await this.show();
      }
    }
  }
}

const toKey = ({ kind, id, status, text }: ChangeLine): string => `${kind} ${status} ${text} ${id}`;
