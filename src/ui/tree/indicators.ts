import * as vscode from 'vscode';
import type { Disposable } from '../../base/event';
import { joinTexts, toSafeMarkdown, toSafeText, withIcon, type SafeText } from '../../base/text';
import { Throttle } from '../../base/throttle';
import type { LimitState } from '../../credits/limit';
import type { SessionStore } from '../../session/sessionStore';
import type { SavedSummary } from '../../storage/summary';
import type { AccountKey } from '../../storage/accounts';
import type { Database } from '../../storage/database';
import { createSnapshots, type Snapshots } from '../../storage/snapshots';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toTodayTexts } from '../texts/costText';
import { DIMMED, STATUS_ICONS } from '../texts/statusText';
import {
  countMuted,
  isStale,
  toBadge,
  toFoundText,
  toScopeText,
  toSummaryText,
  withoutMuted,
  type Summary,
} from '../texts/summaryText';
import {
  addCommandLink,
  toMarkdownString,
  window,
  type SafeStatusBarItem,
  type SafeTreeView,
} from '../window';

export interface IndicatorsOptions {
  readonly view: Pick<SafeTreeView<never>, 'badge'>;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const MINUTE_MS = 60_000;
/** Milliseconds between counts while pages load. */
const COUNT_EVERY_MS = 1_000;
const BAR_LENGTH = 20;
const MAX_TOOLTIP = 300;

/** The badge and status bar item. They show saved counts until this window loads monitors. */
export class Indicators implements Disposable {
  readonly #options: IndicatorsOptions;
  readonly #subscriptions: Disposable[];
  readonly #tick: NodeJS.Timeout;
  readonly #snapshots: Snapshots;
  #owner: AccountKey | undefined;
  #saved: SavedSummary | undefined;
  #loaded: SavedSummary | undefined;
  /** As JSON. */
  #written = '';
  #item: SafeStatusBarItem | undefined;
  #today: LimitState | undefined;
  #readToday: (() => Promise<LimitState>) | undefined;
  readonly #count: Throttle;

  constructor(options: IndicatorsOptions) {
    this.#options = options;
    const update = (): void => this.#update();
    this.#count = new Throttle({
      everyMs: COUNT_EVERY_MS,
      now: options.now,
      work: () => this.#countCalls(),
    });
    this.#snapshots = createSnapshots(options.database);
    this.#subscriptions = [
      options.sessions.onDidChange(update),
      options.settings.onDidChange(update),
      options.database.onDidChange(() => void this.#read()),
    ];
    // Updates ages, and ends one-hour mutes.
    this.#tick = setInterval(() => void this.#count.run(), MINUTE_MS).unref();
    this.#update();
  }

  /** Shows and saves the summary; `undefined` shows the saved one. */
  follow(loaded: SavedSummary | undefined): void {
    this.#loaded = loaded;
    this.#show();
    void this.#count.run();
    const text = JSON.stringify(loaded);
    if (loaded && this.#owner && this.#options.settings.keepSnapshot && text !== this.#written) {
      this.#written = text;
      this.#saved = loaded;
      this.#snapshots.setCounts(this.#owner, text).catch((error: unknown) => {
        this.#written = '';
        this.#options.onError(error);
      });
    }
  }

  dispose(): void {
    clearInterval(this.#tick);
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#item?.dispose();
  }

  /** Reloads when account, address or `keepSnapshot` changes. */
  #update(): void {
    const { sessions, settings } = this.#options;
    const session = settings.baseUrl && sessions.current(settings.baseUrl.href);
    if (session?.id !== this.#owner?.account || session?.baseUrl !== this.#owner?.address) {
      this.#owner = session && { account: session.id, address: session.baseUrl };
      this.#loaded = undefined;
      this.#saved = undefined;
      this.#written = '';
    }
    void this.#read();
  }

  async #read(): Promise<void> {
    const owner = this.#owner;
    const isKept = this.#options.settings.keepSnapshot;
    try {
      const text = owner && isKept ? await this.#snapshots.findCounts(owner) : undefined;
      // The account may have changed.
      if (owner === this.#owner) {
        this.#saved = text === undefined ? undefined : (JSON.parse(text) as SavedSummary);
      }
    } catch (error) {
      this.#options.onError(error);
    }
    await this.#countCalls();
  }

  /** Updates everything. Never rejects. */
  async #countCalls(): Promise<void> {
    const { settings, database, now, onError } = this.#options;
    if (settings.statusBar) {
      try {
        const { createToday } = await import('../calls/today.js');
        this.#readToday ??= createToday(database, () => settings.dailyCallLimit, now);
        this.#today = await this.#readToday();
      } catch (error) {
        this.#today = undefined;
        onError(error);
      }
    }
    this.#show();
  }

  #show(): void {
    const { settings, now } = this.#options;
    const shown = this.#loaded ?? this.#saved;
    const summary: Summary | undefined =
      shown === undefined || shown.count === 0
        ? undefined
        : {
            ...shown,
            total: shown.total,
            muted: countMuted(shown.muted, now()),
            now: now(),
          };
    this.#showBadge(summary && toBadge(t, { setting: settings.badge, summary }));
    this.#showItem(settings.statusBar ? summary : undefined);
  }

  /** Sets only a changed badge, because VS Code redraws the activity bar. */
  #showBadge(badge: { readonly value: number; readonly tooltip: SafeText } | undefined): void {
    const { view } = this.#options;
    if (view.badge?.value !== badge?.value || view.badge?.tooltip !== badge?.tooltip) {
      view.badge = badge;
    }
  }

  #showItem(summary: Summary | undefined): void {
    if (summary === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    if (this.#item === undefined) {
      this.#item = window.createStatusBarItem('monitorExplorer.summary', vscode.StatusBarAlignment.Left);
      this.#item.name = t('Monitor Explorer');
    }
    const { counts, tellsStatus = true } = summary;
    const isAboutStatus = tellsStatus || counts.down + counts.degraded > 0;
    this.#item.command = isAboutStatus ? 'monitorExplorer.showProblems' : 'monitorExplorer.monitors.focus';
    this.#item.text = toStatusBarText(summary);
    const text = toSummaryText(t, summary);
    const today = this.#today && toTodayTexts(t, this.#today, summary.now);
    const bar = today && 'share' in today ? toBarText(today) : undefined;
    this.#item.tooltip = toMarkdownString(
      [text, today?.text, bar].flatMap((line) => (line ? toSafeMarkdown(line, MAX_TOOLTIP) : [])),
    );
    addCommandLink(
      this.#item.tooltip,
      toSafeMarkdown(t('Show Calls'), MAX_TOOLTIP),
      'monitorExplorer.showCalls',
    );
    const label = joinTexts([t('Monitors'), joinTexts([text, today?.text], ', ')], ': ');
    this.#item.accessibilityInformation = { label };
    this.#item.color = isStale(summary.readAt, summary.now) ? new vscode.ThemeColor(DIMMED) : undefined;
    this.#item.show();
  }
}

/** Returns "▰▰▰▱▱▱▱▱▱▱ 30%". */
function toBarText({ share, percent }: { readonly share: number; readonly percent: SafeText }): SafeText {
  const full = Math.min(BAR_LENGTH, Math.ceil(share * BAR_LENGTH));
  return toSafeText(`${'▰'.repeat(full)}${'▱'.repeat(BAR_LENGTH - full)} ${percent}`, MAX_TOOLTIP);
}

/** Returns "4 down · 5 degraded · 4 min". */
function toStatusBarText(summary: Summary): SafeText {
  const { counts: all, muted, readAt, now, tellsStatus = true } = summary;
  const counts = withoutMuted(all, muted);
  const worst =
    counts.down > 0 ? 'down' : counts.degraded > 0 ? 'degraded' : counts.unknown > 0 ? 'unknown' : 'pending';
  const found = toFoundText(t, all, muted);
  const age = now - readAt < MINUTE_MS ? t('just now') : t.formats.shortDuration(now - readAt);
  const none = tellsStatus ? t('0 down') : toScopeText(t, summary);
  const icon = tellsStatus || found !== '' ? STATUS_ICONS[worst] : 'list-unordered';
  return withIcon(icon, joinTexts([found === '' ? none : found, age], ' · '));
}
