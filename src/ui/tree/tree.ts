import { MINUTE } from '../../base/time';
import { Emitter, type Disposable } from '../../base/event';
import type { Choices } from '../../account/choices';
import type { App } from '../../account/app';
import {
  arrange,
  toArrangementChoice,
  toRanges,
  type Arrangement,
  type Group,
  type Range,
} from '../../monitors/arrangement';
import { toSafeText } from '../../base/text';
import { matchesFilter } from '../../monitors/filter';
import type { MonitorList } from '../../account/monitorList';
import { isRenewal } from '../../monitors/listActivity';
import type { Monitor } from '../../monitors/monitor';
import { toLoadedSummary, type LoadedSummary } from '../texts/summaryText';
import type { Translator } from '../texts/formats';
import {
  createMonitorAppearance,
  toFooterText,
  toGroupText,
  toMissingPinText,
  toMonitorText,
  toPinsText,
  toRangeText,
  toNoticeText,
  toTooltipText,
} from './rowText';
import { Row, type RowContent, type RowText } from './rows';
import { toNotices, toSilentKeyringRow, type Notice } from './notices';
import { toFirstPageFailure, welcomeOf } from './welcome';

/** Milliseconds between updates while all pages load: VS Code reads everything in a changed part again. */
const UPDATE_EVERY_MS = 1_000;

/**
 * Milliseconds before "Loading…" appears. On faster pages it would delay the rows: VS Code draws a second
 * change 200 ms later.
 */
const SEEMS_INSTANT_MS = 100;

/** The default on Windows, in milliseconds. */
const DOUBLE_CLICK_MS = 500;

/** VS Code searches all rows for each reported one. Above this number, report the parent. */
const MANY_ROWS = 50;

const NO_CHOICES = { filter: undefined, pins: [], mutes: [], arrangement: {} };

/** The rows, without VS Code. {@link update} compares rows by id and reports the smallest changed part. */
export class Tree implements Disposable {
  readonly #changed = new Emitter<Row[] | undefined>();
  #roots: readonly Row[] = [];
  /** Inputs of the last {@link arrangement}, to see whether it is outdated. */
  #arranged: Values = {};
  #appearanceOf: ReturnType<typeof createMonitorAppearance> | undefined;
  #appearanceInputs: Values = {};
  /** Groups and ranges by key. `turns` counts how often it opened or closed by itself. */
  readonly #open = new Map<string, { isOpen: boolean; isByUser: boolean; turns: number }>();
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #clickedAt = -Infinity;
  #changedSinceClick = false;

  arrangement: Arrangement = { groups: [], matches: 0 };

  /** The selected rows. Their groups must not close by themselves. */
  selected: readonly Row[] = [];

  /** Fires after each update: rows that changed, with their children; `undefined` for the whole tree. */
  readonly onDidUpdate = this.#changed.event;

  constructor(
    private readonly app: App,
    private readonly t: Translator,
  ) {
    this.update();
  }

  get summary(): LoadedSummary | undefined {
    return this.app.shown && toLoadedSummary(this.app.shown);
  }

  get notices(): readonly Notice[] {
    const { filter } = this.#choices;
    const count = this.app.list?.loaded.count ?? 0;
    const noMatch = this.arrangement.matches === 0 && count > 0 ? filter?.text : undefined;
    return toNotices(this.t, this.app, this.app.msLeft, noMatch);
  }

  childrenOf(row?: Row): readonly Row[] {
    if (row === undefined) {
      return this.#roots;
    }
    row.children ??= (row.content.toChildren?.() ?? []).map((content) => new Row(content, row));
    return row.children;
  }

  /** Finds the row of a monitor in the list, not among the pins. */
  find(monitorId: string, rows = this.#roots): Row | undefined {
    for (const row of rows) {
      const { monitor, pin, monitors = [] } = row.content;
      if (monitor?.id === monitorId && pin === undefined) {
        return row;
      }
      if (monitors.some(({ id }) => id === monitorId)) {
        return this.find(monitorId, this.childrenOf(row));
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
  acceptClick(): boolean {
    const nowMs = this.app.now();
    const isMisled = this.#changedSinceClick && nowMs - this.#clickedAt < DOUBLE_CLICK_MS;
    this.#clickedAt = nowMs;
    // After a rejected click, a third quick one is rejected, too. It could make a paid call.
    this.#changedSinceClick = isMisled;
    return !isMisled;
  }

  /** Reports changed rows, now or after a short delay. */
  update(): void {
    clearTimeout(this.#timer);
    const wait = this.#delay;
    // If it is longer, the clock was set back.
    if (wait > 0 && wait <= UPDATE_EVERY_MS) {
      this.#timer = setTimeout(() => this.#updateNow(), wait);
    } else {
      this.#updateNow();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  get #choices(): Pick<Choices, 'filter' | 'pins' | 'mutes' | 'arrangement'> {
    return this.app.shown?.choices ?? NO_CHOICES;
  }

  get #isLoadingAll(): boolean {
    return this.app.list?.progress?.activity === 'loadAll';
  }

  /** Milliseconds before reporting changes. */
  get #delay(): number {
    const { progress, loaded } = this.app.list ?? {};
    const { filter, arrangement } = this.#choices;
    const isByUser =
      filter !== this.#arranged['filter'] || arrangement !== this.#appearanceInputs['choices'];
    if (progress === undefined || progress.stopping || isRenewal(progress.activity) || isByUser) {
      return 0;
    }
    if (progress.pagesRead === 0 && loaded?.monitors === this.#arranged['monitors']) {
      return SEEMS_INSTANT_MS;
    }
    return this.#isLoadingAll ? this.#changedAt + UPDATE_EVERY_MS - this.app.now() : 0;
  }

  #updateNow(): void {
    this.#arrange();
    const changed: Row[] = [];
    const isSame = this.#compare(undefined, this.#toRoots(), changed);
    if (!isSame || changed.length > 0) {
      this.#changedAt = this.app.now();
      this.#changedSinceClick = true;
    }
    this.#changed.fire(isSame && changed.length <= MANY_ROWS ? changed : undefined);
  }

  #arrange(): void {
    const { shown, rowFields, now } = this.app;
    const { filter, arrangement } = this.#choices;
    const { tellsStatus = true, monitors = [] } = shown?.list.loaded ?? {};
    const { grouping, order } = toArrangementChoice(arrangement, tellsStatus);
    const sinceOf = shown?.sinceOf ?? (() => undefined);
    const today = new Date(now()).setHours(0, 0, 0, 0);
    const options = { grouping, order, filter, tellsStatus, today };
    const inputs = { ...options, monitors, version: this.app.account?.memory.version };
    if (!isEqual(this.#arranged, inputs)) {
      const before = this.#arranged['order'] === order ? this.arrangement : undefined;
      this.#arranged = inputs;
      this.arrangement = arrange(monitors, {
        ...options,
        before,
        sinceOf,
        fieldOf: (monitor, path) => rowFields.toComparable(monitor, path),
        compareNames: this.t.formats.compare,
      });
    }
  }

  /** Replaces rows of a level, and collects changed ones. @returns whether rows and order are the same */
  #compare(parent: Row | undefined, contents: readonly RowContent[], changed: Row[]): boolean {
    const before = parent ? parent.children! : this.#roots;
    const rowsById = new Map(before.map((row) => [row.content.id, row]));
    const rows = contents.map((content) => {
      const row = rowsById.get(content.id);
      if (row === undefined) {
        return new Row(content, parent);
      }
      const looksSame = isEqual(row.content.appearance, content.appearance);
      if (!looksSame || content.toChildren) {
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
    return rows.length === before.length && rows.every((row, index) => row === before[index]);
  }

  #toRoots(): readonly RowContent[] {
    const { t, notices, app } = this;
    const { list, rowFields, now } = app;
    if (list === undefined && app.sessions.persistence === 'silent') {
      return [toSilentKeyringRow(t)];
    }
    const welcome = welcomeOf(app);
    if (welcome === 'signingIn') {
      const label = t('Signing in to {0}…', toSafeText(app.baseUrl!.host, 100));
      return [toContent(welcome, { label, icon: 'loading~spin', command: 'noop' })];
    }
    // VS Code shows the welcome only in an empty tree.
    if (list === undefined || welcome !== undefined) {
      return [];
    }
    const shown = {
      loaded: list.loaded,
      choices: this.#choices.arrangement,
      fields: rowFields.paths,
      changes: app.account?.lastLook.changes,
      minute: Math.floor(now() / MINUTE),
    };
    if (!isEqual(this.#appearanceInputs, shown)) {
      this.#appearanceInputs = shown;
      this.#appearanceOf = createMonitorAppearance(t, app, list.loaded);
    }
    const [first] = notices;
    if (toFirstPageFailure(app) && first && first.actions.length > 0) {
      return first.actions.map((action, index) => {
        const { title: label, icon } = action;
        const text = { label, icon, role: 'button', command: 'act' } as const;
        return toContent(`step:${index}`, text, { action });
      });
    }
    // Retry continues like Load More, so it takes its place.
    const failedLoad =
      list.failure && !isRenewal(list.failure.activity)
        ? notices.find(({ id, actions }) => id === 'failure' && actions[0]?.command === 'retry')
        : undefined;
    const pins = this.#toPins();
    return [
      ...notices
        .filter((notice) => notice !== failedLoad)
        .map((notice) => toNoticeContent(`notice:${notice.id}`, notice)),
      ...(pins.length > 0
        ? [toContent('pins', toPinsText(t, pins.length), { toChildren: () => pins })]
        : []),
      ...this.#toBody(),
      ...this.#toFooter(list, failedLoad),
    ];
  }

  /** A fixed id keeps the focus on this row. */
  #toFooter(list: MonitorList, failedLoad: Notice | undefined): readonly RowContent[] {
    if (failedLoad) {
      return [toNoticeContent('more', failedLoad)];
    }
    const text = toFooterText(this.t, list, this.app.account === undefined);
    return text ? [toContent('more', text)] : [];
  }

  #toBody(): readonly RowContent[] {
    const { groups } = this.arrangement;
    if (groups[0]?.grouping === 'none') {
      return this.#toChildren(groups[0]);
    }
    const summary = this.summary!;
    const isFiltered = this.#choices.filter !== undefined;
    return groups.map((group) => {
      const text = toGroupText(this.t, group, summary, isFiltered);
      return this.#toOpenable(group, text, () => this.#toChildren(group));
    });
  }

  #toChildren(group: Group): readonly RowContent[] {
    const toMonitors = (monitors: readonly Monitor[]) =>
      monitors.map((monitor) => this.#toMonitor(monitor, group));
    const ranges = toRanges(group);
    if (ranges.length === 0) {
      return toMonitors(group.monitors);
    }
    return ranges.map((range) => {
      // While all pages load, ranges stay as they are. Otherwise, each page could open another one.
      const isOpen = this.#isLoadingAll ? this.#open.get(range.key)?.isOpen === true : range.isOpen;
      const text = toRangeText(this.t, range);
      return this.#toOpenable({ ...range, isOpen }, text, () => toMonitors(range.monitors));
    });
  }

  /** Changes the id when a row opens automatically: VS Code remembers the open state by id. */
  #toOpenable(
    part: Group | Range,
    text: RowText,
    toChildren: () => readonly RowContent[],
  ): RowContent {
    const { key, monitors, isOpen: isWanted } = part;
    const open = this.#open.get(key) ?? { isOpen: isWanted, isByUser: false, turns: 0 };
    this.#open.set(key, open);
    const isHeld = open.isOpen && this.selected.some((row) => isInside(row, key));
    if (open.isOpen !== isWanted && !open.isByUser && !isHeld) {
      open.isOpen = isWanted;
      open.turns += 1;
    }
    return {
      id: open.turns === 0 ? key : `${key}#${open.turns}`,
      // A group's accessible name changes with each page, and VS Code would reload the group.
      appearance: { ...text, aria: undefined },
      toText: () => ({ ...text, isOpen: open.isOpen }),
      key,
      monitors,
      toChildren,
    };
  }

  #toMonitor(monitor: Monitor, group?: Group): RowContent {
    const { t, app } = this;
    const appearance = this.#appearanceOf!(monitor, group?.grouping === 'status');
    return {
      // Grouped by tag, a monitor has several rows with their own ids.
      id: group?.grouping === 'tag' ? `${appearance.rowId}@${group.key}` : appearance.rowId,
      appearance,
      monitor,
      toText: () => toMonitorText(t, appearance, app.rowFields, app.now()),
      toTooltip: () => toTooltipText(t, appearance, app.now()),
    };
  }

  #toPins(): readonly RowContent[] {
    const { pins, filter } = this.#choices;
    return pins.flatMap((pin): RowContent[] => {
      const monitor = this.app.list!.loaded.find(pin.id);
      const id = `pin:${pin.id}`;
      if (monitor === undefined) {
        return filter ? [] : [{ ...toContent(id, toMissingPinText(this.t, pin)), pin }];
      }
      return filter && !matchesFilter(filter, monitor)
        ? []
        : [{ ...this.#toMonitor(monitor), id, pin }];
    });
  }
}

function toNoticeContent(id: string, notice: Notice): RowContent {
  return toContent(id, toNoticeText(notice), { action: notice.actions[0] });
}

function toContent(id: string, text: RowText, more: Partial<RowContent> = {}): RowContent {
  return { id, appearance: text, toText: () => text, ...more };
}

type Values = Readonly<Record<string, unknown>>;

function isEqual(before: object, after: object): boolean {
  const values = before as Values;
  const others = after as Values;
  // Faster than with entries.
  return before === after || Object.keys(after).every((name) => values[name] === others[name]);
}

function isInside({ parent }: Row, key: string): boolean {
  return parent !== undefined && (parent.content.key === key || isInside(parent, key));
}
