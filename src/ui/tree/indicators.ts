import * as vscode from 'vscode';
import { MINUTE } from '../../base/time';
import type { Disposable } from '../../base/event';
import { joinTexts, toSafeMarkdown, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { LimitState } from '../../credits/limit';
import type { SessionStore } from '../../session/sessionStore';
import type { Database } from '../../storage/database';
import { createSnapshots, type AccountKey } from '../../storage/snapshots';
import type { SavedSummary } from '../texts/summaryText';
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

/** Creates the badge and status bar item. They show saved counts until this window loads monitors. */
export function createIndicators(
  view: Pick<SafeTreeView<never>, 'badge'>,
  sessions: SessionStore,
  settings: Settings,
  database: Database,
  now: () => number,
  onError: (error: unknown) => void,
) {
  const snapshots = createSnapshots(database);
  let owner: AccountKey | undefined;
  let saved: SavedSummary | undefined;
  let loaded: SavedSummary | undefined;
  let today: LimitState | undefined;
  let item: SafeStatusBarItem | undefined;

  const show = (): void => {
    const shown = loaded ?? saved;
    const summary = shown?.count === 0 ? undefined : shown;
    const badge = summary && toBadge(t, summary, now());
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

  /** Shows the counts that are saved for the account. */
  const load = async (): Promise<void> => {
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    if (session?.id !== owner?.id || session?.baseUrl !== owner?.baseUrl) {
      owner = session;
      loaded = undefined;
      saved = undefined;
      show();
    }
    const account = owner;
    try {
      const text =
        account && settings.keepSnapshot ? await snapshots.findCounts(account) : undefined;
      // The account may have changed.
      if (account === owner) {
        saved = text === undefined ? undefined : (JSON.parse(text) as SavedSummary);
      }
    } catch (error) {
      onError(error);
    }
    show();
  };

  const subscriptions: readonly Disposable[] = [
    sessions.onDidChange(() => void load()),
    settings.onDidChange(() => void load()),
    database.onDidChange(() => void load()),
  ];
  // Updates ages, and ends one-hour mutes.
  const tick = setInterval(show, MINUTE).unref();
  void load();

  return {
    /** Shows and saves the summary; `undefined` shows the saved one. */
    update: (summary: SavedSummary | undefined, calls: LimitState | undefined): void => {
      loaded = summary;
      today = calls;
      show();
      const text = JSON.stringify(summary);
      const account = owner;
      if (summary && account && settings.keepSnapshot && text !== JSON.stringify(saved)) {
        snapshots.setCounts(account, text).then((snapshot) => {
          // If none is saved yet, or the file is locked, the next update tries again.
          if (snapshot.length > 0 && account === owner) {
            saved = summary;
          }
        }, onError);
      }
    },
    dispose: (): void => {
      clearInterval(tick);
      subscriptions.forEach((subscription) => subscription.dispose());
      item?.dispose();
    },
  };
}

function fill(
  item: SafeStatusBarItem,
  summary: SavedSummary,
  today: LimitState | undefined,
  nowMs: number,
): void {
  const text = toSummaryText(t, summary, nowMs);
  const calls = today && toTodayTexts(t, today);
  const bar = calls?.meter && toBarText(calls.meter);
  const lines = [text, calls?.text, bar].flatMap((line) =>
    line ? toSafeMarkdown(line, MAX_TOOLTIP) : [],
  );
  item.name = t('Monitor Explorer');
  item.text = toStatusBarText(summary, nowMs);
  item.tooltip = toMarkdownString(lines);
  addCommandLink(
    item.tooltip,
    toSafeMarkdown(t('Show Calls'), MAX_TOOLTIP),
    'monitorExplorer.showCalls',
  );
  item.accessibilityInformation = {
    label: joinTexts([t('Monitors'), joinTexts([text, calls?.text], ', ')], ': '),
  };
  item.command = hasNews(summary)
    ? 'monitorExplorer.showProblems'
    : 'monitorExplorer.monitors.focus';
  item.color = isStale(summary.readAt, nowMs) ? new vscode.ThemeColor(DIMMED) : undefined;
  item.show();
}

function hasNews({ counts, tellsStatus }: SavedSummary): boolean {
  return tellsStatus || hasProblem(counts);
}

function toBarText({
  share,
  percent,
}: {
  readonly share: number;
  readonly percent: SafeText;
}): SafeText {
  const full = Math.min(BAR_LENGTH, Math.ceil(share * BAR_LENGTH));
  return toSafeText(`${'▰'.repeat(full)}${'▱'.repeat(BAR_LENGTH - full)} ${percent}`, MAX_TOOLTIP);
}

/** Returns "4 down · 5 degraded · 4m". */
function toStatusBarText(summary: SavedSummary, nowMs: number): SafeText {
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
