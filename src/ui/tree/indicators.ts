import * as vscode from 'vscode';
import { MINUTE } from '../../base/time';
import { joinTexts, toSafeMarkdown, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { LimitState } from '../../account/limit';
import type { LoadedSummary } from '../texts/summaryText';
import { hasProblem } from '../../monitors/monitor';
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
} from '../texts/summaryText';
import {
  addCommandLink,
  toMarkdownString,
  window,
  type SafeStatusBarItem,
  type SafeTreeView,
} from '../window';

const BAR_LENGTH = 20;
const MAX_TOOLTIP = 300;

export type Indicators = ReturnType<typeof createIndicators>;

/** Creates the badge and the status bar item. @param others what is known of other accounts */
export function createIndicators(
  view: Pick<SafeTreeView<never>, 'badge'>,
  settings: Settings,
  now: () => number,
  others: () => readonly SafeText[],
) {
  let shown: LoadedSummary | undefined;
  let today: LimitState | undefined;
  let item: SafeStatusBarItem | undefined;

  const show = (): void => {
    const summary = shown?.count === 0 ? undefined : shown;
    const badge = summary && toBadge(t, summary, now(), others());
    // VS Code redraws the activity bar each time.
    if (view.badge?.value !== badge?.value || view.badge?.tooltip !== badge?.tooltip) {
      view.badge = badge;
    }
    if (summary && settings.statusBar) {
      item ??= window.createStatusBarItem('monitorExplorer.summary');
      fill(item, summary, today, now());
    } else {
      item?.dispose();
      item = undefined;
    }
  };

  const following = settings.onDidChange(show);
  // Updates ages, and ends one-hour mutes.
  const tick = setInterval(show, MINUTE).unref();

  return {
    /** Shows a summary; `undefined` hides it. */
    update: (summary: LoadedSummary | undefined, calls: LimitState | undefined): void => {
      shown = summary;
      today = calls;
      show();
    },
    dispose: (): void => {
      clearInterval(tick);
      following.dispose();
      item?.dispose();
    },
  };
}

function fill(
  item: SafeStatusBarItem,
  summary: LoadedSummary,
  today: LimitState | undefined,
  nowMs: number,
): void {
  const text = toSummaryText(t, summary, nowMs);
  const calls = today && toTodayTexts(t, today);
  const bar = calls?.meter && toBarText(calls.meter.share, calls.meter.percent);
  const lines = [text, calls?.text, bar].flatMap((line) =>
    line ? toSafeMarkdown(line, MAX_TOOLTIP) : [],
  );
  item.name = t('Monitor Explorer');
  item.text = toStatusBarText(summary, nowMs);
  item.tooltip = toMarkdownString(lines);
  addCommandLink(item.tooltip, toSafeMarkdown(t('Show Calls'), MAX_TOOLTIP), 'showCalls');
  item.accessibilityInformation = {
    label: joinTexts([t('Monitors'), joinTexts([text, calls?.text], ', ')], ': '),
  };
  item.command = hasNews(summary)
    ? 'monitorExplorer.showProblems'
    : 'monitorExplorer.monitors.focus';
  item.color = isStale(summary.readAt, nowMs) ? new vscode.ThemeColor(DIMMED) : undefined;
  item.show();
}

function hasNews({ counts, tellsStatus }: LoadedSummary): boolean {
  return tellsStatus || hasProblem(counts);
}

function toBarText(share: number, percent: SafeText): SafeText {
  const full = Math.min(BAR_LENGTH, Math.ceil(share * BAR_LENGTH));
  return toSafeText(`${'▰'.repeat(full)}${'▱'.repeat(BAR_LENGTH - full)} ${percent}`, MAX_TOOLTIP);
}

/** Returns "4 down · 5 degraded · 4m". */
function toStatusBarText(summary: LoadedSummary, nowMs: number): SafeText {
  const { readAt, tellsStatus } = summary;
  const { others } = splitCounts(summary, nowMs);
  const worst =
    (['down', 'degraded', 'unknown'] as const).find((status) => others[status] > 0) ?? 'pending';
  const none = tellsStatus ? t('0 down') : toScopeText(t, summary);
  const age = nowMs - readAt < MINUTE ? t('just now') : t.formats.shortDuration(nowMs - readAt);
  return withIcon(
    hasNews(summary) ? STATUS_ICONS[worst] : 'list-unordered',
    joinTexts([toFoundText(t, summary, nowMs) || none, age], ' · '),
  );
}
