import { Emitter, type Disposable } from '../../base/event';
import type { LastLook } from '../../core/lastLook';
import type { RowFields } from '../../core/rowFields';
import type { ListController } from '../../core/listController';
import {
  arrange,
  toArrangementChoice,
  toRanges,
  type Arrangement,
  type Group,
  type Range,
  type StatusCounts,
} from '../../monitors/arrangement';
import { statusChanges } from '../../monitors/comparison';
import { matchesFilter } from '../../monitors/filter';
import { isProblem, noCounts, type Monitor } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import type { SinceOf } from '../../monitors/since';
import { toFieldText } from '../texts/fieldText';
import type { Translator } from '../texts/formats';
import { toLastingText, type RowChange } from '../texts/monitorText';
import { isStale, type Scope } from '../texts/summaryText';
import {
  toChangesText,
  toFooterText,
  toGroupText,
  toMissingPinText,
  toMonitorText,
  toNoMatchText,
  toPinsText,
  toRangeText,
  toStateText,
  toStepText,
} from './rowText';
import { Row, type RowContent, type RowText } from './rows';
import type { StateRows } from './states';
import type { ViewState } from './viewState';
import { toFirstPageFailure, toWelcome } from './welcome';

/** Milliseconds between updates while many pages load: VS Code reads everything in a changed part again. */
const MIN_REFRESH_INTERVAL_MS = 500;

/** Share of loading time for arranging. */
const SHARE_OF_ARRANGING = 0.1;

/**
 * Milliseconds before "Loading…" appears. On faster pages it would delay the rows: VS Code draws a second
 * change 200 ms later.
 */
const SEEMS_INSTANT_MS = 100;

/** The default on Windows, in milliseconds. */
const DOUBLE_CLICK_MS = 500;

/** VS Code searches all rows for each reported one. Above this number, report the parent. */
const MANY_ROWS = 50;

/** Milliseconds that a row shows its change. */
const MARKED_MS = 24 * 60 * 60_000;

export interface TreeOptions {
  readonly controller: Pick<ListController, 'baseUrl' | 'sessionState' | 'list'>;
  readonly state: Pick<ViewState, 'grouping' | 'order' | 'filter' | 'pins' | 'isPinned' | 'muteOf'>;
  readonly states: () => StateRows;
  readonly sinceOf: SinceOf;
  readonly rowFields: Pick<RowFields, 'paths' | 'get' | 'toComparable' | 'changesOf'>;
  readonly lastLook: Pick<LastLook, 'changes'>;
  readonly settings: { readonly creditsPerCall: number | undefined };
  readonly t: Translator;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const NOTHING_ARRANGED: Arrangement = { groups: [], matches: 0 };

/** The rows, without VS Code. {@link update} compares rows by id and reports the smallest changed part. */
export class Tree implements Disposable {
  readonly #options: TreeOptions;
  readonly #changed = new Emitter<Row[] | undefined>();
  #roots: readonly Row[] = [];
  #arrangement = NOTHING_ARRANGED;
  /** Inputs of {@link #arrangement}. */
  #arranged: readonly unknown[] = [];
  #changes: ReadonlyMap<string, RowChange> = new Map();
  /** Changes whose row the user selected. */
  readonly #seen = new Set<string>();
  /** Groups and ranges by key; `turns` counts automatic changes. */
  readonly #open = new Map<string, { isOpen: boolean; isByUser: boolean; turns: number }>();
  #changedAt = -Infinity;
  #interval = MIN_REFRESH_INTERVAL_MS;
  #timer: NodeJS.Timeout | undefined;
  #clickedAt = -Infinity;
  #changedSinceClick = false;

  /** Their groups must not close automatically. */
  selected: readonly Row[] = [];

  /** Rows that changed, with their children; `undefined` for the whole tree. */
  readonly onDidChange = this.#changed.event;

  constructor(options: TreeOptions) {
    this.#options = options;
    this.update();
  }

  get arrangement(): Arrangement {
    return this.#arrangement;
  }

  childrenOf(row?: Row): readonly Row[] {
    if (row === undefined) {
      return this.#roots;
    }
    row.children ??= (row.content.toChildren?.() ?? []).map((content) => new Row(content, row));
    return row.children;
  }

  /** Ignores pins. */
  find(monitorId: string, rows = this.#roots): Row | undefined {
    for (const row of rows) {
      const { monitor, pin, monitors } = row.content;
      const found =
        monitor?.id === monitorId && pin === undefined
          ? row
          : monitors?.some(({ id }) => id === monitorId) && this.find(monitorId, this.childrenOf(row));
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  setOpen({ content }: Row, isOpen: boolean): void {
    const open = content.key === undefined ? undefined : this.#open.get(content.key);
    if (open) {
      open.isOpen = isOpen;
      open.isByUser = true;
    }
  }

  /** Whether a click counts. Rejects quick repeated clicks if rows moved after the first one. */
  takesClick(): boolean {
    const now = this.#options.now();
    const isMisled = this.#changedSinceClick && now - this.#clickedAt < DOUBLE_CLICK_MS;
    this.#clickedAt = now;
    // A further click could make a paid call.
    this.#changedSinceClick = isMisled;
    return !isMisled;
  }

  /** Removes marks of selected rows. */
  markSeen(ids: readonly string[]): void {
    const marked = ids.filter((id) => this.#changes.has(id));
    marked.forEach((id) => this.#seen.add(toSeen(id, this.#changes.get(id)!)));
    if (marked.length > 0) {
      this.update();
    }
  }

  /** Sorts again after the status history changed. */
  rearrange(): void {
    this.#arranged = [];
    this.update();
  }

  /** Reports changed rows, now or after a short delay. */
  update(): void {
    const wait = this.#delay;
    if (wait > 0) {
      // Limits the wait if the clock was set back.
      this.#timer ??= setTimeout(() => this.#flush(), Math.min(wait, this.#interval));
    } else {
      this.#flush();
    }
  }

  get scope(): Scope {
    const loaded = this.#list?.loaded;
    return {
      count: loaded?.count ?? 0,
      total: loaded?.total,
      complete: loaded?.complete ?? false,
      hasMore: loaded !== undefined && loaded.end === undefined,
      mayBeEnd: loaded?.mayBeEnd,
      tellsStatus: loaded?.tellsStatus,
    };
  }

  /** Ignores unknown statuses if the service reports no status. */
  get counts(): StatusCounts {
    const { counts = noCounts(), tellsStatus } = this.#list?.loaded ?? {};
    return tellsStatus === false ? { ...counts, unknown: 0 } : counts;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  get #list(): MonitorList | undefined {
    return this.#options.controller.list;
  }

  /** Milliseconds before reporting changes. */
  get #delay(): number {
    const { progress, loaded } = this.#list ?? {};
    if (progress?.activity === 'loadAll') {
      return this.#changedAt + this.#interval - this.#options.now();
    }
    const begins = progress?.activity === 'firstPage' || progress?.activity === 'loadMore';
    return begins && loaded?.monitors === this.#arranged[0] ? SEEMS_INSTANT_MS : 0;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const startedAt = performance.now();
    this.#arrange();
    this.#changes = this.#findChanges();
    const changed: Row[] = [];
    const isSame = this.#compare(undefined, this.#toRoots(), changed);
    this.#interval = Math.max(MIN_REFRESH_INTERVAL_MS, (performance.now() - startedAt) / SHARE_OF_ARRANGING);
    if (!isSame || changed.length > 0) {
      this.#changedAt = this.#options.now();
      this.#changedSinceClick = true;
      this.#changed.fire(isSame && changed.length <= MANY_ROWS ? changed : undefined);
    }
  }

  #arrange(): void {
    const { state, sinceOf, rowFields, t } = this.#options;
    const { filter } = state;
    const { tellsStatus = true, monitors = [] } = this.#list?.loaded ?? {};
    const { grouping, order } = toArrangementChoice(state, tellsStatus);
    const today = new Date(this.#options.now()).setHours(0, 0, 0, 0);
    const made = [this.#list?.loaded.monitors, grouping, order, filter, tellsStatus, today];
    if (made.some((part, index) => part !== this.#arranged[index])) {
      const before = this.#arranged[2] === order ? this.#arrangement : undefined;
      this.#arranged = made;
      this.#arrangement = arrange(monitors, {
        before,
        grouping,
        order,
        filter,
        sinceOf,
        tellsStatus,
        today,
        fieldOf: (monitor, path) => rowFields.toComparable(monitor, path),
        compareNames: t.formats.compare,
      });
    }
  }

  /**
   * Replaces rows of a level, and collects changed ones.
   * @returns whether rows and order are the same
   */
  #compare(parent: Row | undefined, contents: readonly RowContent[], changed: Row[]): boolean {
    const before = parent ? parent.children! : this.#roots;
    const isSame =
      before.length === contents.length &&
      contents.every(({ id }, index) => id === before[index]!.content.id);
    const known = isSame ? undefined : new Map(before.map((row) => [row.content.id, row]));
    const rows = contents.map((content, index) => {
      const row = known ? known.get(content.id) : before[index];
      if (row === undefined) {
        return new Row(content, parent);
      }
      const { version, monitor, toChildren } = row.content;
      const looksSame = version === content.version && monitor === content.monitor;
      if (!looksSame || toChildren) {
        row.content = content;
      }
      const inside: Row[] = [];
      const hasSameRows =
        row.children === undefined || this.#compare(row, content.toChildren?.() ?? [], inside);
      if (!looksSame || !hasSameRows || inside.length > MANY_ROWS) {
        changed.push(row);
      } else {
        changed.push(...inside);
      }
      return row;
    });
    if (parent) {
      parent.children = rows;
    } else {
      this.#roots = rows;
    }
    return isSame;
  }

  #toRoots(): readonly RowContent[] {
    const { controller, states, lastLook, state, settings, t, now } = this.#options;
    const list = this.#list;
    // VS Code shows the welcome only in an empty tree.
    if (list === undefined || toWelcome(controller) !== undefined) {
      return [];
    }
    const { rows, steps } = states();
    if (toFirstPageFailure(controller) && steps.length > 0) {
      return steps.map((action) => toContent(`step:${action.command}`, toStepText(action), { action }));
    }
    const { changes } = lastLook;
    const pins = this.#toPins();
    const { groups, matches } = this.#arrangement;
    const { filter } = state;
    const noMatch = filter !== undefined && matches === 0 && list.loaded.count > 0;
    const footer = toFooterText(t, list, { creditsPerCall: settings.creditsPerCall, noMatch });
    return [
      ...rows.map((row) => toContent(`state:${row.id}`, toStateText(row), { action: row.actions[0] })),
      ...(changes ? [toContent('changes', toChangesText(t, changes, now()))] : []),
      ...(pins.length > 0 ? [toContent('pins', toPinsText(t, pins.length), { toChildren: () => pins })] : []),
      ...(groups[0]?.grouping === 'none'
        ? this.#toChildren(groups[0])
        : groups.map((group) => this.#toGroup(group))),
      ...(noMatch ? [toContent('noMatch', toNoMatchText(t, filter.text))] : []),
      // A fixed id keeps the focus on this row.
      ...(footer ? [toContent('more', footer)] : []),
    ];
  }

  #toGroup(group: Group): RowContent {
    const { id, isOpen } = this.#toOpen(group);
    const text = { ...toGroupText(this.#options.t, group, this.scope), isOpen };
    const { label, description, icon } = text;
    return toContent(id, text, {
      key: group.key,
      // Omits the accessible name: it changes with each page, and VS Code would reload the group.
      version: [label, description, icon, isOpen].join(),
      monitors: group.monitors,
      toChildren: () => this.#toChildren(group),
    });
  }

  #toChildren(group: Group): readonly RowContent[] {
    const ranges = toRanges(group);
    return ranges.length > 0
      ? ranges.map((range) => this.#toRange(range))
      : group.monitors.map((monitor) => this.#toMonitor(monitor, group));
  }

  #toRange(range: Range): RowContent {
    const { key, monitors, group } = range;
    const { id, isOpen } = this.#toOpen(range);
    return toContent(
      id,
      { ...toRangeText(this.#options.t, range), isOpen },
      { key, monitors, toChildren: () => monitors.map((monitor) => this.#toMonitor(monitor, group)) },
    );
  }

  /** Changes the id when a row opens automatically: VS Code remembers the open state by id. */
  #toOpen({ key, isOpen: isWanted }: Group | Range): { readonly id: string; readonly isOpen: boolean } {
    const open = this.#open.get(key) ?? { isOpen: isWanted, isByUser: false, turns: 0 };
    this.#open.set(key, open);
    const isHeld = open.isOpen && this.selected.some((row) => isInside(row, key));
    if (open.isOpen !== isWanted && !open.isByUser && !isHeld) {
      open.isOpen = isWanted;
      open.turns += 1;
    }
    return { id: open.turns === 0 ? key : `${key}#${open.turns}`, isOpen: open.isOpen };
  }

  #toMonitor(monitor: Monitor, group?: Group): RowContent {
    const { t, state, sinceOf, rowFields, now } = this.#options;
    const tellsStatus = this.#list?.loaded.tellsStatus !== false;
    const { changedAt } = monitor;
    const change = this.#changes.get(monitor.id);
    const readAt = this.#list?.loaded.pageOf(monitor.id)?.readAt;
    const context = {
      change,
      isOld: readAt !== undefined && isStale(readAt, now()),
      isPinned: state.isPinned(monitor.id),
      mute: state.muteOf(monitor.id),
      isUnderStatus: group?.grouping === 'status',
      tellsStatus,
    };
    const lasting = isProblem(monitor) ? toLastingText(t, sinceOf(monitor), now()) : undefined;
    return {
      // Grouped by tag, a monitor has several rows with their own ids.
      id: group?.grouping === 'tag' ? `monitor:${monitor.id}@${group.key}` : `monitor:${monitor.id}`,
      version: [
        lasting,
        !tellsStatus && changedAt !== undefined && t.formats.shortAge(changedAt, now()),
        tellsStatus,
        rowFields.paths.join(),
        context.isOld && 'old',
        context.isPinned && 'pinned',
        context.mute && `muted ${context.mute.note}`,
        change && toSeen('', change),
      ].join(),
      monitor,
      toText: () =>
        toMonitorText(t, monitor, {
          ...context,
          changes: tellsStatus ? undefined : rowFields.changesOf(monitor),
          fields: rowFields.paths.flatMap((path) => {
            const field = rowFields.get(monitor, path);
            return field ? [toFieldText(t, field, now())] : [];
          }),
          lasting,
          now: now(),
        }),
    };
  }

  #toPins(): readonly RowContent[] {
    const { state, t } = this.#options;
    const { pins, filter } = state;
    return pins.flatMap((pin): RowContent[] => {
      const monitor = this.#list?.loaded.find(pin.id);
      const id = `pin:${pin.id}`;
      if (monitor === undefined) {
        return filter ? [] : [{ ...toContent(id, toMissingPinText(t, pin)), pin }];
      }
      return filter && !matchesFilter(filter, monitor) ? [] : [{ ...this.#toMonitor(monitor), id, pin }];
    });
  }

  /** Recent changes that the user hasn't selected. */
  #findChanges(): ReadonlyMap<string, RowChange> {
    const { lastLook, sinceOf, now } = this.#options;
    const { since = 0, comparison } = lastLook.changes ?? {};
    const all: (readonly [string, RowChange])[] = comparison
      ? [
          ...comparison.added.map(({ id }) => [id, 'added'] as const),
          ...statusChanges(comparison).map((change) => [change.monitor.id, change] as const),
        ]
      : [];
    return new Map(
      all.filter(([id, change]) => {
        const at = change === 'added' ? since : (sinceOf(change.monitor)?.at ?? since);
        return now() - at < MARKED_MS && !this.#seen.has(toSeen(id, change));
      }),
    );
  }
}

function toContent(id: string, text: RowText, more: Partial<RowContent> = {}): RowContent {
  return { id, version: JSON.stringify(text), toText: () => text, ...more };
}

function isInside(row: Row, key: string): boolean {
  const { parent } = row;
  return parent !== undefined && (parent.content.key === key || isInside(parent, key));
}

function toSeen(id: string, change: RowChange): string {
  return change === 'added' ? `added ${id}` : `${change.was} ${change.monitor.status} ${id}`;
}
