import {
  Arrangement,
  type ArrangementChange,
  type Group,
  type MonitorRow,
  type Range,
} from '../../monitors/arrangement';
import { matchesFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { isRenewal, type ListChange, type MonitorList } from '../../monitors/monitorList';
import type { SinceOf } from '../../monitors/since';
import { Emitter, type Disposable } from '../../base/event';
import { isOpenable } from '../../base/url';
import { toSafeText } from '../../base/text';
import type { LastLook } from '../../explorer/lastLook';
import type { ListController } from '../../explorer/listController';
import type { ViewState } from './viewState';
import { toLastingText, toMonitorName, toMonitorTexts, type RowChange } from '../texts/monitorText';
import { DIMMED, STATUS_ICONS } from '../texts/statusText';
import { isStale, type Scope } from '../texts/summaryText';
import { toNoticesRow, type Notice } from './notices';
import {
  STATUS_COLORS,
  toChangesRow,
  toFailedText,
  toGroupText,
  toPinsText,
  toRangeText,
  toStepRow,
  toFooterText,
  type FailureText,
  type RowCommand,
  type RowText,
} from './rowText';
import { monitorOf, toRowChanges, type PinRow, type Row, type SpecialRow, type StepRow } from './rows';
import { toFirstPageFailure, toWelcome } from './welcome';
import type { Translator } from '../texts/formats';

/** While many pages stream in, the tree follows at most so often: VS Code asks anew for all that a change touches. */
const MIN_REFRESH_INTERVAL_MS = 500;

/**
 * What takes no longer seems to take no time, and a row that says "Loading…" would only be in the way: VS Code draws one
 * change at once and the next one, which would be the rows, 200 ms later.
 */
const SEEMS_INSTANT_MS = 100;

/** Milliseconds between the two clicks of a double click, at most: what Windows has unless the user sets it. */
const DOUBLE_CLICK_MS = 500;

/** For how long a row says what has changed, unless it was in front before. */
const MARKED_MS = 24 * 60 * 60_000;

export interface TreeModelOptions {
  readonly controller: Parameters<typeof toWelcome>[0] & Pick<ListController, 'onDidChange'>;
  readonly notices: () => readonly Notice[];
  readonly state: Pick<
    ViewState,
    'grouping' | 'order' | 'filter' | 'pins' | 'hidden' | 'isPinned' | 'isHidden'
  >;
  /** What has stopped the list. */
  readonly failureText: () => FailureText | undefined;
  readonly creditsPerCall: () => number | undefined;
  readonly sinceOf: SinceOf;
  readonly lastLook: Pick<LastLook, 'changes'>;
  /** Runs a command by its name without the extension's prefix. */
  readonly run: (command: RowCommand, about: string | undefined) => unknown;
  readonly t: Translator;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The rows of the view and what they say, without VS Code. Asking changes nothing. What changes is told as the smallest
 * part that holds it, as VS Code asks for all of that part and keeps some of each answer for good.
 */
export class TreeModel implements Disposable {
  readonly #changed = new Emitter<Row[] | undefined>();
  readonly #options: TreeModelOptions;
  readonly #arrangement: Arrangement;
  readonly #pins: SpecialRow = { kind: 'pins' };
  /** Those that stand before the monitors, in their order, and the one behind them. */
  readonly #above: readonly SpecialRow[] = [
    { kind: 'notices' },
    { kind: 'changes' },
    { kind: 'refreshFailed' },
    this.#pins,
  ];
  readonly #footer: SpecialRow = { kind: 'footer' };
  #pinRows = new Map<string, PinRow>();
  #stepRows: readonly StepRow[] = [];
  #changes: ReadonlyMap<string, RowChange> = new Map();
  /** Changes whose row the user has had in front. */
  readonly #seen = new Set<string>();
  /** What VS Code was told last of the first level, and of the rows that change alone. */
  #roots: readonly Row[] = [];
  #shown: ReadonlyMap<Row, string> = new Map();
  #stalePages = 0;
  #version = 0;
  /** What is pinned, hidden and changed, which rows show. */
  #marks = '[[],[],[]]';
  #pendingRoots = false;
  readonly #pendingNodes = new Set<Row>();
  #lastChange = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #clickedAt = -Infinity;
  #changedSinceClick = false;
  readonly #subscription: Disposable;

  /** Whether the user is in this group or range, so that it must not close by itself. */
  containsSelection: (node: Group | Range) => boolean = () => false;

  /** These rows, and what stands in them, are others now; `undefined` for the whole tree. */
  readonly onDidChange = this.#changed.event;

  constructor(options: TreeModelOptions) {
    this.#options = options;
    this.#arrangement = new Arrangement({
      compareNames: options.t.formats.compare,
      containsSelection: (node) => this.containsSelection(node),
      sinceOf: options.sinceOf,
    });
    this.#subscription = options.controller.onDidChange((change) => this.#apply(change));
    this.arrange();
  }

  get arrangement(): Pick<Arrangement, 'matches' | 'groups' | 'find'> {
    return this.#arrangement;
  }

  childrenOf(row?: Row): readonly Row[] {
    if (row === undefined) {
      return this.#roots;
    }
    if (row.kind === 'group' || row.kind === 'range') {
      return row.children;
    }
    return row === this.#pins ? [...this.#pinRows.values()] : [];
  }

  parentOf(row: Row): Row | undefined {
    if (row.kind === 'group' || row.kind === 'range' || row.kind === 'monitor') {
      return this.#arrangement.parentOf(row);
    }
    return row.kind === 'pin' ? this.#pins : undefined;
  }

  /** Another one where a row says something else although its monitor is the same: marks, pins, age, for how long. */
  versionOf({ monitor }: MonitorRow): string {
    return `${this.#version} ${isProblem(monitor) ? this.#toLasting(monitor) : ''}`;
  }

  /** Order, groups, filter or pins are others now. */
  arrange(): void {
    this.#followMarks();
    const { grouping, order, filter } = this.#options.state;
    this.#note(this.#arrangement.arrange({ grouping, order, filter }, this.#list?.loaded.monitors ?? []));
    this.#flush();
  }

  /**
   * Does what a click on a row is for, as VS Code asks at each click. Not the second of several quick clicks, nor those
   * that follow it, where the rows changed in between: a page can come meanwhile, and what stands under the pointer then
   * is not what was clicked.
   *
   * @param row What is selected by the click, which details and steps are about.
   */
  openRow(command: RowCommand, row?: Row): unknown {
    const now = this.#options.now();
    const isMisled = this.#changedSinceClick && now - this.#clickedAt < DOUBLE_CLICK_MS;
    this.#clickedAt = now;
    // Further quick clicks are still meant for the row of the first one, and one of them could make a call.
    this.#changedSinceClick = isMisled;
    const about = row?.kind === 'step' ? row.step.kind : monitorOf(row)?.id;
    const isGone = command === 'showDetails' && about === undefined;
    return isMisled || isGone || command === 'noop' ? undefined : this.#options.run(command, about);
  }

  /** Follows the list. */
  #apply(change: ListChange): void {
    const loaded = this.#list?.loaded;
    if (change.rows === 'grown' && change.updated.length === 0) {
      this.#note(this.#arrangement.append(change.added));
    } else if (change.rows !== 'same') {
      this.#note(this.#arrangement.replace(loaded?.monitors ?? []));
    }
    this.#flush(this.#delay);
  }

  /** What is different since the user last looked has changed. */
  followChanges(): void {
    this.#followMarks();
    this.#flush(this.#delay);
  }

  /** The user has had these rows in front, and their marks go. */
  markSeen(ids: readonly string[]): void {
    const marked = ids.filter((id) => this.#changes.has(id));
    if (marked.length > 0) {
      marked.forEach((id) => this.#seen.add(toSeen(id, this.#changes.get(id)!)));
      this.followChanges();
    }
  }

  /** A notice or a failure says something else, or time has passed: rows get old without anybody reading them. */
  update(): void {
    const { now } = this.#options;
    this.#followMarks();
    const pages = this.#list?.loaded.pages ?? [];
    const stale = pages.filter(({ readAt }) => isStale(readAt, now())).length;
    if (stale !== this.#stalePages) {
      this.#stalePages = stale;
      this.#version += 1;
      this.#pendingRoots = true;
    }
    this.#flush(this.#delay);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  get #list(): MonitorList | undefined {
    return this.#options.controller.list;
  }

  #note({ roots, nodes }: ArrangementChange): void {
    this.#pendingRoots ||= roots;
    nodes.forEach((node) => this.#pendingNodes.add(node));
  }

  /** Pins, what the badge leaves out, and what has changed show on the rows; the last two end by themselves. */
  #followMarks(): void {
    const { pins, hidden } = this.#options.state;
    this.#changes = this.#findChanges();
    const changes = [...this.#changes].map(([id, change]) => toSeen(id, change));
    const marks = JSON.stringify([pins, hidden, changes]);
    if (marks !== this.#marks) {
      this.#marks = marks;
      this.#version += 1;
      this.#pendingRoots = true;
    }
  }

  /** Those of the last 24 hours whose rows the user hasn't had in front. */
  #findChanges(): ReadonlyMap<string, RowChange> {
    const { lastLook, sinceOf, now } = this.#options;
    const { since = 0, comparison } = lastLook.changes ?? {};
    const isMarked = ([id, change]: [string, RowChange]): boolean => {
      const at = change === 'added' ? since : (sinceOf(change.monitor)?.at ?? since);
      return now() - at < MARKED_MS && !this.#seen.has(toSeen(id, change));
    };
    return new Map([...toRowChanges(comparison)].filter(isMarked));
  }

  /** Milliseconds until VS Code is told: none after a quiet while; while pages stream in, twice a second. */
  get #delay(): number {
    const progress = this.#list?.progress;
    if (progress?.activity === 'loadAll') {
      return this.#lastChange + MIN_REFRESH_INTERVAL_MS - this.#options.now();
    }
    const rowsChanged = this.#pendingRoots || this.#pendingNodes.size > 0;
    const begins = progress?.activity === 'firstPage' || progress?.activity === 'loadMore';
    return begins && !rowsChanged ? SEEMS_INSTANT_MS : 0;
  }

  /** Tells VS Code what has changed, at once or in `wait` milliseconds. */
  #flush(wait = 0): void {
    if (wait > 0) {
      // Never longer, also after the clock was set back.
      this.#timer ??= setTimeout(() => this.#flush(), Math.min(wait, MIN_REFRESH_INTERVAL_MS));
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#roots;
    this.#followPins();
    this.#followSteps();
    this.#roots = this.#toRoots();
    const changedRoots =
      this.#pendingRoots ||
      before.length !== this.#roots.length ||
      this.#roots.some((row, index) => row !== before[index]);
    const nodes = [...this.#pendingNodes, ...this.#followShown()];
    this.#pendingRoots = false;
    this.#pendingNodes.clear();
    if (changedRoots || nodes.length > 0) {
      this.#lastChange = this.#options.now();
      this.#changedSinceClick = true;
      this.#changed.fire(changedRoots ? undefined : nodes);
    }
  }

  #toRoots(): readonly Row[] {
    // VS Code shows a welcome over an empty tree alone, and it says all that a row could.
    if (this.#list === undefined || toWelcome(this.#options.controller) !== undefined) {
      return [];
    }
    if (this.#stepRows.length > 0) {
      return this.#stepRows;
    }
    const isThere = (row: SpecialRow): boolean => this.#toSpecialText(row) !== undefined;
    return [
      ...this.#above.filter(isThere),
      ...this.#arrangement.roots,
      ...(isThere(this.#footer) ? [this.#footer] : []),
    ];
  }

  /**
   * Rows that stay and say something else than before: those without a monitor, and those that are down or degraded and have another
   * duration. Nothing else of the tree is told with them.
   */
  #followShown(): Row[] {
    const before = this.#shown;
    const specials = [...this.#above, this.#footer].filter((row) => this.#roots.includes(row));
    this.#shown = new Map<Row, string>([
      ...specials.map((row) => [row, this.#signature(row)] as const),
      ...this.#arrangement.problems.map((row) => [row, this.#toLasting(row.monitor)] as const),
    ]);
    return [...this.#shown]
      .filter(([row, text]) => before.has(row) && before.get(row) !== text)
      .map(([row]) => row);
  }

  #toLasting(monitor: Monitor): string {
    const { t, sinceOf, now } = this.#options;
    return toLastingText(t, sinceOf(monitor), now()) ?? '';
  }

  /** Two equal ones look the same. */
  #signature(row: SpecialRow): string {
    const pins = row.kind === 'pins' ? [...this.#pinRows.values()].map((pin) => this.toText(pin)) : [];
    return JSON.stringify([this.toText(row), pins]);
  }

  #followPins(): void {
    const { pins, filter } = this.#options.state;
    const before = this.#pinRows;
    this.#pinRows = new Map();
    for (const pin of pins) {
      const monitor = this.#list?.loaded.find(pin.id);
      if (filter === undefined || (monitor && matchesFilter(filter, monitor))) {
        const row = before.get(pin.id) ?? { kind: 'pin', pin, monitor };
        row.monitor = monitor;
        this.#pinRows.set(pin.id, row);
      }
    }
  }

  /** A retry that waits for its time is told by the last row, which has a button to cancel it. */
  #followSteps(): void {
    const text = toFirstPageFailure(this.#options.controller) && this.#options.failureText();
    const steps = text?.waitsUntil === undefined ? (text?.steps ?? []) : [];
    if (JSON.stringify(steps) !== JSON.stringify(this.#stepRows.map(({ step }) => step))) {
      this.#stepRows = steps.map((step) => ({ kind: 'step', step }));
    }
  }

  /** What a row says and looks like. */
  toText(row: Row): RowText {
    const { t, now, failureText } = this.#options;
    switch (row.kind) {
      case 'monitor':
        return this.#toMonitorText(row.monitor, row.parent);
      case 'group':
        return toGroupText(t, row, this.scope);
      case 'range':
        return toRangeText(t, row);
      case 'pin': {
        const { monitor } = row;
        return monitor
          ? { ...this.#toMonitorText(monitor), id: `pin:${row.pin.id}` }
          : this.#toMissingPinText(row);
      }
      case 'step': {
        const failure = failureText();
        return failure ? toStepRow(t, row.step, failure, now()) : NOTHING;
      }
      case 'notices':
      case 'changes':
      case 'refreshFailed':
      case 'pins':
      case 'footer':
        return this.#toSpecialText(row) ?? NOTHING;
    }
  }

  /** `undefined` where there is no such row. */
  #toSpecialText({ kind }: SpecialRow): RowText | undefined {
    const { t, state, now, notices, lastLook, creditsPerCall } = this.#options;
    const failure = this.#options.failureText();
    switch (kind) {
      case 'notices':
        return toNoticesRow(t, notices());
      case 'changes':
        return lastLook.changes && toChangesRow(t, lastLook.changes, now());
      case 'refreshFailed': {
        const failed = this.#list?.failure;
        if (failed === undefined || failure === undefined || !isRenewal(failed.activity)) {
          return undefined;
        }
        const what = t('Refresh failed at page {0}', failed.pageIndex + 1);
        return toFailedText(t, { id: 'row:refreshFailed', what, failure, now: now() });
      }
      case 'pins':
        return this.#pinRows.size > 0 ? toPinsText(t, this.#pinRows.size) : undefined;
      case 'footer': {
        const noMatch = state.filter !== undefined && this.#arrangement.matches === 0;
        const context = { creditsPerCall: creditsPerCall(), noMatch, failure, now: now() };
        return this.#list && toFooterText(t, this.#list, context);
      }
    }
  }

  /** What the loaded rows cover. */
  get scope(): Scope {
    const loaded = this.#list?.loaded;
    return {
      count: loaded?.count ?? 0,
      total: loaded?.total,
      complete: loaded?.complete ?? false,
      hasMore: loaded !== undefined && loaded.end === undefined,
      mayBeEnd: loaded?.mayBeEnd,
    };
  }

  #toMonitorText(monitor: Monitor, parent?: Group | Range): RowText {
    const { t, state, sinceOf, now } = this.#options;
    const group = parent?.kind === 'range' ? parent.group : parent;
    const readAt = this.#list?.loaded.pageOf(monitor.id)?.readAt;
    const isOld = readAt !== undefined && isStale(readAt, now());
    const isHidden = state.isHidden(monitor);
    const words = [
      'monitor',
      monitor.target && 'target',
      isOpenable(monitor.target) && 'openable',
      state.isPinned(monitor.id) ? 'pinned' : 'unpinned',
      isHidden ? 'hidden' : isProblem(monitor) && 'counted',
      monitor.type && 'typed',
      monitor.tags.length > 0 && 'tagged',
    ];
    const change = this.#changes.get(monitor.id);
    return {
      ...toMonitorTexts(t, monitor, {
        change,
        since: sinceOf(monitor),
        now: now(),
        isOld,
        isHidden,
        isUnderStatus: group?.grouping === 'status',
      }),
      // With tags a monitor stands in several places, and each wants an id of its own.
      id: group?.grouping === 'tag' ? `monitor:${monitor.id}@${group.key}` : `monitor:${monitor.id}`,
      command: 'showDetails',
      icon: STATUS_ICONS[monitor.status],
      color: isOld ? DIMMED : STATUS_COLORS[monitor.status],
      contextValue: words.filter((word) => typeof word === 'string' && word !== '').join(' '),
    };
  }

  #toMissingPinText({ pin }: PinRow): RowText {
    const { t } = this.#options;
    const label = toMonitorName(t, pin);
    const description = t('not loaded');
    return {
      id: `pin:${pin.id}`,
      label,
      description,
      icon: 'circle-outline',
      color: DIMMED,
      tooltip: t("This monitor isn't in a loaded page. Load more to see it."),
      contextValue: 'missing pinned',
    };
  }
}

/** A row that is no longer there by the time VS Code asks for it. */
const NOTHING: RowText = {
  id: 'row:nothing',
  label: toSafeText('', 1),
  contextValue: 'nothing',
};

function toSeen(id: string, change: RowChange): string {
  return change === 'added' ? `added ${id}` : `${change.was} ${change.monitor.status} ${id}`;
}
