import * as vscode from 'vscode';
import type { Disposable } from '../../base/event';
import { joinTexts, withIcon, type SafeText } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { t } from '../l10n';
import { STATUS_ICONS } from '../texts/statusText';
import { isStale, toCountsText, toSummaryText, type Summary } from '../texts/summaryText';
import { formatsFor } from '../texts/formats';
import { window, type SafeStatusBarItem } from '../window';
import { DIMMED } from './rowText';

export interface StatusBarOptions {
  readonly controller: ListController;
  readonly summary: () => Summary | undefined;
  readonly settings: {
    readonly statusBar: boolean;
    readonly onDidChange: (listener: () => void) => Disposable;
  };
  readonly language: string;
}

const MINUTE_MS = 60_000;

/** What is down and how old that is, for who has the view closed; off unless the user turns it on. */
export function registerStatusBar(options: StatusBarOptions): vscode.Disposable {
  const { controller, summary, settings, language } = options;
  let item: SafeStatusBarItem | undefined;
  const show = (): void => {
    const now = settings.statusBar ? summary() : undefined;
    if (now === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    if (item === undefined) {
      item = window.createStatusBarItem('monitorExplorer.summary', vscode.StatusBarAlignment.Left);
      item.name = t('Monitor Explorer');
      item.command = 'monitorExplorer.showTrouble';
    }
    const whole = { ...now, filter: undefined, arrived: 0 };
    item.text = toStatusBarText(language, whole);
    item.tooltip = toSummaryText(t, language, whole);
    item.accessibilityInformation = { label: joinTexts([t('Monitors'), item.tooltip], ': ') };
    item.color = isStale(now.readAt, now.now) ? new vscode.ThemeColor(DIMMED) : undefined;
    item.show();
  };
  const subscriptions = [controller.onDidChange(show), settings.onDidChange(show)];
  const tick = setInterval(show, MINUTE_MS).unref();
  show();
  return new vscode.Disposable(() => {
    clearInterval(tick);
    subscriptions.forEach((subscription) => subscription.dispose());
    item?.dispose();
  });
}

/** "4 down · 5 degraded · 4 min", after the icon of the worst. */
function toStatusBarText(language: string, { counts, readAt, now }: Summary): SafeText {
  const worst =
    counts.down > 0 ? 'down' : counts.degraded > 0 ? 'degraded' : counts.unknown > 0 ? 'unknown' : 'pending';
  const found = toCountsText(t, counts);
  const age = now - readAt < MINUTE_MS ? t('just now') : formatsFor(language).shortDuration(now - readAt);
  return withIcon(STATUS_ICONS[worst], joinTexts([found === '' ? t('0 down') : found, age], ' · '));
}
