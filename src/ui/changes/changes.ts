import * as vscode from 'vscode';
import type { Disposable } from '../../base/event';
import { joinTexts, withIcon, type SafeText } from '../../base/text';
import type { Account } from '../../account/account';
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
  toEventText,
  toMeanwhileText,
  toNotificationText,
  withEvents,
  type ChangeEvent,
  type ChangeLine,
} from '../texts/changeTexts';

interface ChangeItem extends SafeQuickPickItem {
  readonly run?: () => unknown;
}

/** Lists changes since the user last looked, and notifies if wanted. */
export class Changes implements Disposable {
  readonly #subscription: Disposable;
  /** The number of the last call before the refresh that runs. */
  #refreshedAfter: number | undefined;

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
    const lines = toChangeLines(t, changes, account, now());
    const { length: meanwhile } = changes.meanwhile;
    const items: ChangeItem[] = withEvents(lines, account.list.loaded.monitors).map((entry) =>
      'event' in entry ? this.#toEventItem(entry) : this.#toItem(entry),
    );
    if (meanwhile > 0) {
      items.push({ label: toMeanwhileText(t, meanwhile) });
    }
    const title = t(
      'Changed since {0}, when you last looked',
      t.formats.moment(changes.since, now()),
    );
    await this.#pick(title, items, [
      {
        title: t('Copy as Handover Note'),
        icon: 'copy',
        run: () => this.#copyNote(lines, changes.since, account),
      },
      { title: t('Mark as Seen'), icon: 'check', run: () => account.lastLook.markSeen() },
    ]);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #toItem(line: ChangeLine): ChangeItem {
    const { now } = this.app;
    const { id, kind, name, status, text } = line;
    const shown = status === 'unknown' ? NEUTRAL_ICON : STATUS_ICONS[status];
    const isGone = kind === 'removed';
    return {
      label: withIcon(isGone ? 'circle-slash' : shown, name),
      description: joinTexts([text, toChangeTime(t, line, now())], ' · '),
      run: () =>
        isGone
          ? vscode.commands.executeCommand('monitorExplorer.showDetails', id)
          : this.view.show(id),
    };
  }

  /** Returns an item that lists the monitors of an event. */
  #toEventItem(entry: ChangeEvent): ChangeItem {
    const title = toEventText(t, entry, this.app.now());
    return {
      label: withIcon('layers', title),
      run: () =>
        this.#pick(
          title,
          entry.lines.map((line) => this.#toItem(line)),
          [],
        ),
    };
  }

  async #pick(
    title: SafeText,
    items: readonly ChangeItem[],
    actions: readonly { title: SafeText; icon: string; run: () => unknown }[],
  ): Promise<void> {
    const quickPick = window.createQuickPick<ChangeItem>();
    const buttons = actions.map((action) => ({
      iconPath: new vscode.ThemeIcon(action.icon),
      tooltip: action.title,
      run: action.run,
    }));
    quickPick.title = title;
    quickPick.items = items;
    quickPick.buttons = buttons;
    quickPick.matchOnDescription = true;
    quickPick.placeholder = t('Pick a monitor to show it in the list. Takes no call.');
    const run = await new Promise<(() => unknown) | undefined>((resolve) => {
      quickPick.onDidAccept(() => resolve(quickPick.selectedItems[0]?.run));
      quickPick.onDidTriggerButton((pressed) =>
        resolve(buttons.find((button) => button === pressed)?.run),
      );
      quickPick.onDidHide(() => resolve(undefined));
      quickPick.show();
    });
    quickPick.dispose();
    await run?.();
  }

  async #copyNote(lines: readonly ChangeLine[], since: number, account: Account): Promise<void> {
    const { sinceOf, choices } = account;
    const { loaded } = account.list;
    const muted = choices.mutes.flatMap(({ id, note }) => {
      const monitor = loaded.find(id);
      return monitor ? [{ monitor, note }] : [];
    });
    const fieldsOf = this.app.rowFields.valuesOf;
    const content = { loaded, monitors: loaded.monitors, sinceOf, fieldsOf };
    await vscode.env.clipboard.writeText(toHandoverNote(t, lines, content, since, muted));
  }

  /** Notifies the user of changes that a refresh in this window has brought. */
  async #notify(): Promise<void> {
    const { account, now } = this.app;
    const { activity } = account?.list.progress ?? {};
    const refreshedAfter = this.#refreshedAfter;
    if (account && activity !== undefined && isRenewal(activity)) {
      this.#refreshedAfter ??= account.list.loaded.lastCall;
      return;
    }
    this.#refreshedAfter = undefined;
    if (account === undefined || refreshedAfter === undefined) {
      return;
    }
    const changes = account.lastLook.changesSince(refreshedAfter);
    const lines = toChangeLines(t, changes, account, now());
    const news = lines.filter(({ id }) => account.choices.muteOf(id) === undefined);
    const { notifyOnChange } = this.settings;
    const isWanted =
      notifyOnChange === 'any' || (notifyOnChange === 'problems' && news.some(isAboutProblem));
    if (!isWanted || news.length === 0) {
      return;
    }
    const entries = withEvents(news, account.list.loaded.monitors);
    const show = t('Show Changes');
    const text = toNotificationText(t, entries, now());
    if ((await window.showInformationMessage(text, show)) === show) {
      await this.show();
    }
  }
}
