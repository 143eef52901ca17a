import * as vscode from 'vscode';
import { MINUTE } from '../../base/time';
import { joinTexts, toSafeMarkdown, withIcon, type SafeText } from '../../base/text';
import type { LimitState } from '../../account/limit';
import { PROBLEMS } from '../../monitors/monitor';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toTodayTexts } from '../texts/costText';
import { DIMMED, STATUS_ICONS } from '../texts/statusText';
import {
  isStale,
  splitCounts,
  toBadge,
  toFoundText,
  toScopeText,
  toSummaryText,
  type LoadedSummary,
} from '../texts/summaryText';
import {
  addCommandLink,
  toMarkdownString,
  window,
  type SafeStatusBarItem,
  type SafeTreeView,
} from '../window';

const MAX_TOOLTIP = 300;

export type Indicators = ReturnType<typeof createIndicators>;

/** Creates the badge and the status bar item. @param others what is known of other accounts */
export function createIndicators(
  view: Pick<SafeTreeView<never>, 'badge'>,
  settings: Settings,
  now: () => number,
  others: () => readonly SafeText[],
) {
  let item: SafeStatusBarItem | undefined;
  const dispose = (): void => {
    item?.dispose();
    item = undefined;
  };
  return {
    /** Shows a summary; `undefined` hides it. */
    update: (summary: LoadedSummary | undefined, today: LimitState | undefined): void => {
      const badge = summary && toBadge(t, summary, now(), others());
      // VS Code redraws the activity bar each time.
      if (view.badge?.value !== badge?.value || view.badge?.tooltip !== badge?.tooltip) {
        view.badge = badge;
      }
      if (summary === undefined || !settings.statusBar) {
        dispose();
        return;
      }
      item ??= window.createStatusBarItem('monitorExplorer.summary');
      fill(item, summary, today, now());
    },
    dispose,
  };
}

/** Shows "4 down · 5 degraded · 4m". */
function fill(
  item: SafeStatusBarItem,
  summary: LoadedSummary,
  today: LimitState | undefined,
  nowMs: number,
): void {
  const { readAt, tellsStatus } = summary;
  const line = toSummaryText(t, summary, nowMs);
  const calls = today && toTodayTexts(t, today).text;
  const { others } = splitCounts(summary, nowMs);
  const worst = PROBLEMS.find((status) => others[status] > 0);
  const none = tellsStatus ? t('0 down') : toScopeText(t, summary);
  const age = nowMs - readAt < MINUTE ? t('just now') : t.formats.shortDuration(nowMs - readAt);
  const text = joinTexts([toFoundText(t, summary, nowMs) || none, age], ' · ');
  const lines = calls ? [line, calls] : [line];
  const tooltip = toMarkdownString(lines.map((each) => toSafeMarkdown(each, MAX_TOOLTIP)));
  addCommandLink(tooltip, toSafeMarkdown(t('Show Calls'), MAX_TOOLTIP), 'showCalls');
  item.name = t('Monitor Explorer');
  item.text = withIcon(worst ? STATUS_ICONS[worst] : 'list-unordered', text);
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: joinTexts([t('Monitors'), ...lines], ', ') };
  item.command = worst ? 'monitorExplorer.showProblems' : 'monitorExplorer.monitors.focus';
  item.color = isStale(readAt, nowMs) ? new vscode.ThemeColor(DIMMED) : undefined;
  item.show();
}
