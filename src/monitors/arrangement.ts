import { toFoldedText } from '../base/text';
import { matchesFilter, type MonitorFilter } from './filter';
import { countStatuses, isProblem, noCounts, type Monitor, type MonitorStatus } from './monitor';
import { sinceOfRecord, type SinceOf } from './since';

/** What stands under one heading: monitors with the same status, type, tag or host, or all in one list. */
export type Grouping = 'status' | 'type' | 'tag' | 'host' | 'none';

/** `service`: as the service sends them. */
export type Order = 'service' | 'status' | 'name' | 'lastCheck';

export interface ArrangementOptions {
  readonly grouping: Grouping;
  readonly order: Order;
  readonly filter: MonitorFilter | undefined;
}

export const DEFAULT_ARRANGEMENT: ArrangementOptions = {
  grouping: 'status',
  order: 'service',
  filter: undefined,
};

export type StatusCounts = Readonly<Record<MonitorStatus, number>>;

/** From what wants attention first to what wants it least. */
const STATUS_ORDER: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'paused', 'up'];

/** What a group shows of the monitors in it: one that is down outweighs any number that are up. */
const WORST_FIRST: readonly MonitorStatus[] = ['down', 'degraded', 'unknown', 'pending', 'up', 'paused'];

/**
 * Rows that may stand side by side. VS Code asks for every sibling of a row that comes, and keeps about 240 bytes of
 * each answer for good: 10,000 rows loaded by 100 are 505,000 questions in one list, and 55,000 in ranges of 1,000.
 */
export const RANGE_SIZE = 1_000;

/** Rows up to which all groups are open: about as many as a user scrolls through. */
export const FEW_ROWS = 200;

/** Groups with a heading of their own. An account with a host for each monitor would else have a heading for each. */
export const MAX_GROUPS = 500;

/** A monitor in its place. One that has several tags has several places. */
export interface MonitorRow {
  readonly kind: 'monitor';
  readonly monitor: Monitor;
  readonly parent: Group | Range;
}

/** What the tree must ask for anew: `roots` is the first level and whatever is open in it. */
export interface ArrangementChange {
  readonly roots: boolean;
  readonly nodes: readonly (Group | Range)[];
}

/** Where the rows of a list or a range of it are made, when somebody looks. */
class Rows {
  #rows: MonitorRow[] = [];

  /** The rows of `monitors`, the same objects as before as far as nothing has changed. */
  of(monitors: readonly Monitor[], parent: Group | Range): readonly MonitorRow[] {
    this.#rows.length = Math.min(this.#rows.length, monitors.length);
    for (let index = 0; index < monitors.length; index++) {
      const monitor = monitors[index]!;
      if (this.#rows[index]?.monitor !== monitor) {
        this.#rows[index] = { kind: 'monitor', monitor, parent };
      }
    }
    return this.#rows;
  }
}

/** A part of a long group: "1–1,000". */
export class Range {
  readonly kind = 'range';
  readonly group: Group;
  /** 0 for the first range of the group. */
  readonly index: number;
  readonly #rows = new Rows();
  /** Whether it is open unless the user says otherwise: the last one is, as it is the one that grows. */
  isOpen = true;

  constructor(group: Group, index: number) {
    this.group = group;
    this.index = index;
  }

  /** VS Code remembers by id whether a row is open: one that closes by itself takes another id. */
  get id(): string {
    return `${this.group.key}/${this.index}${this.isOpen ? '' : '/closed'}`;
  }

  /** Position of the first monitor, from 1. */
  get from(): number {
    return this.index * RANGE_SIZE + 1;
  }

  /** Position of the last monitor. */
  get to(): number {
    return Math.min((this.index + 1) * RANGE_SIZE, this.group.monitors.length);
  }

  get monitors(): readonly Monitor[] {
    return this.group.monitors.slice(this.from - 1, this.to);
  }

  get counts(): StatusCounts {
    return countStatuses(this.monitors);
  }

  get children(): readonly MonitorRow[] {
    return this.#rows.of(this.monitors, this);
  }
}

/** Monitors under one heading, in order; in ranges where there are many. */
export class Group {
  readonly kind = 'group';
  readonly grouping: Grouping;
  /** The status, type, tag or host; absent for monitors that have none, and where nothing is grouped. */
  readonly value: string | undefined;
  /** Holds whatever has no group of its own any more. */
  readonly isRest: boolean;
  #counts = noCounts();
  readonly #rows = new Rows();
  readonly #monitors: Monitor[] = [];
  readonly #ranges: Range[] = [];
  isOpen = true;

  /** Stays the same as long as there is the group. */
  readonly key: string;

  constructor(grouping: Grouping, value: string | undefined, isRest = false) {
    this.grouping = grouping;
    this.value = value;
    this.isRest = isRest;
    this.key = toGroupKey(grouping, value, isRest);
  }

  /** VS Code remembers by id whether a row is open: one that closes by itself takes another id. */
  get id(): string {
    return `${this.key}${this.isOpen ? '' : '/closed'}`;
  }

  get monitors(): readonly Monitor[] {
    return this.#monitors;
  }

  get counts(): StatusCounts {
    return this.#counts;
  }

  /** The status that wants attention most. */
  get worst(): MonitorStatus {
    // A group has a monitor at least.
    return WORST_FIRST.find((status) => this.#counts[status] > 0)!;
  }

  get ranges(): readonly Range[] {
    return this.#ranges;
  }

  get rows(): readonly MonitorRow[] {
    return this.#ranges.length > 0
      ? this.#ranges.flatMap(({ children }) => children)
      : this.#rows.of(this.#monitors, this);
  }

  get children(): readonly (MonitorRow | Range)[] {
    return this.#ranges.length > 0 ? this.#ranges : this.rows;
  }

  /**
   * Puts monitors in their places. Without `compare` they are appended, which costs as much as there are new ones.
   * @returns the ranges that differ, or `all` where the group's children are others now.
   */
  add(
    monitors: readonly Monitor[],
    compare: Compare | undefined,
    containsSelection: (range: Range) => boolean,
  ): readonly Range[] | 'all' {
    monitors.forEach(({ status }) => (this.#counts[status] += 1));
    const firstChanged = compare
      ? mergeSorted(this.#monitors, [...monitors].sort(compare), compare)
      : append(this.#monitors, monitors);
    return this.#split(firstChanged, containsSelection);
  }

  /** Takes the place of all monitors; says whether any differs. */
  replace(monitors: readonly Monitor[], containsSelection: (range: Range) => boolean): boolean {
    const before = this.#monitors;
    if (before.length === monitors.length && monitors.every((monitor, index) => monitor === before[index])) {
      return false;
    }
    this.#monitors.length = 0;
    append(this.#monitors, monitors);
    this.#counts = countStatuses(monitors);
    this.#split(0, containsSelection);
    return true;
  }

  #split(firstChanged: number, containsSelection: (range: Range) => boolean): readonly Range[] | 'all' {
    const before = this.#ranges.length;
    const wanted = this.#monitors.length > RANGE_SIZE ? Math.ceil(this.#monitors.length / RANGE_SIZE) : 0;
    this.#ranges.length = Math.min(before, wanted);
    for (let index = this.#ranges.length; index < wanted; index++) {
      this.#ranges.push(new Range(this, index));
    }
    if (wanted !== before) {
      this.#ranges.forEach((range) => {
        range.isOpen = range.index === wanted - 1 || (range.isOpen && containsSelection(range));
      });
    }
    const changed = this.#ranges.slice(Math.floor(firstChanged / RANGE_SIZE));
    return wanted === before && wanted > 0 ? changed : 'all';
  }
}

type Compare = (one: Monitor, other: Monitor) => number;

/**
 * What to show of the loaded monitors, and in which order: filtered, sorted, grouped, and long lists in ranges.
 * What doesn't change is not made again: a page that is appended costs as much as it has monitors, and the groups that
 * they go into are told.
 */
export class Arrangement {
  readonly #compareNames: (one: string, other: string) => number;
  readonly #containsSelection: (node: Group | Range) => boolean;
  readonly #sinceOf: SinceOf;
  #options: ArrangementOptions = DEFAULT_ARRANGEMENT;
  #groups = new Map<string, Group>();
  #sorted: readonly Group[] = [];
  #loaded = 0;
  #matches = 0;

  /**
   * @param options.compareNames in the user's language.
   * @param options.containsSelection whether the user is in this group or range, so that it must not close by itself.
   * @param options.sinceOf since when a monitor is in its status; what the record says unless given.
   */
  constructor(options: {
    readonly compareNames: (one: string, other: string) => number;
    readonly containsSelection: (node: Group | Range) => boolean;
    readonly sinceOf?: SinceOf;
  }) {
    this.#compareNames = options.compareNames;
    this.#containsSelection = options.containsSelection;
    this.#sinceOf = options.sinceOf ?? sinceOfRecord;
  }

  /** Loaded monitors that the filter lets through; all without one. */
  get matches(): number {
    return this.#matches;
  }

  /** The first level: groups, or without grouping the rows or ranges themselves. */
  get roots(): readonly (Group | Range | MonitorRow)[] {
    return this.#options.grouping === 'none' ? (this.#sorted[0]?.children ?? []) : this.#sorted;
  }

  /** The groups in the order of the first level; a single one without grouping. */
  get groups(): readonly Group[] {
    return this.#sorted;
  }

  /** The rows of what is down or degraded. */
  get problems(): readonly MonitorRow[] {
    return this.#sorted
      .filter(({ counts }) => counts.down + counts.degraded > 0)
      .flatMap(({ rows }) => rows)
      .filter(({ monitor }) => isProblem(monitor));
  }

  /** The first place of a monitor. */
  find(monitorId: string): MonitorRow | undefined {
    for (const group of this.#sorted) {
      const index = group.monitors.findIndex(({ id }) => id === monitorId);
      if (index >= 0) {
        const range = group.ranges[Math.floor(index / RANGE_SIZE)];
        return range ? range.children[index - range.from + 1] : (group.children[index] as MonitorRow);
      }
    }
    return undefined;
  }

  /** What a row stands in; `undefined` at the first level. */
  parentOf(node: Group | Range | MonitorRow): Group | Range | undefined {
    const parent = node.kind === 'monitor' ? node.parent : node.kind === 'range' ? node.group : undefined;
    return parent?.kind === 'group' && parent.grouping === 'none' ? undefined : parent;
  }

  /** Arranges the list in another way. */
  arrange(options: ArrangementOptions, monitors: readonly Monitor[]): ArrangementChange {
    if (options.grouping !== this.#options.grouping) {
      this.#groups = new Map();
    }
    this.#options = options;
    return this.replace(monitors);
  }

  /** Takes a list that may differ anywhere, in the service's order. */
  replace(monitors: readonly Monitor[]): ArrangementChange {
    const { filter } = this.#options;
    this.#loaded = monitors.length;
    const shown = filter ? monitors.filter((monitor) => matchesFilter(filter, monitor)) : monitors;
    this.#matches = shown.length;
    const before = new Map(this.#groups);
    const parts = this.#sortOut(shown);
    const changed: Group[] = [];
    for (const [group, part] of parts) {
      before.delete(group.key);
      const compare = this.#compareFor(group);
      if (group.replace(compare ? part.sort(compare) : part, this.#containsSelection)) {
        changed.push(group);
      }
    }
    before.forEach((_, key) => this.#groups.delete(key));
    const reordered = this.#sortGroups();
    const reopened = this.#openGroups();
    const flat = this.#options.grouping === 'none';
    const roots = reordered || reopened || (flat && changed.length > 0);
    return { roots, nodes: changed };
  }

  /** Takes monitors that were appended to the list. */
  append(added: readonly Monitor[]): ArrangementChange {
    const { filter, grouping } = this.#options;
    this.#loaded += added.length;
    const shown = filter ? added.filter((monitor) => matchesFilter(filter, monitor)) : added;
    this.#matches += shown.length;
    const nodes: (Group | Range)[] = [];
    let roots = false;
    for (const [group, part] of this.#sortOut(shown)) {
      const changed = group.add(part, this.#compareFor(group), this.#containsSelection);
      if (grouping !== 'none') {
        nodes.push(group);
      } else if (changed === 'all') {
        roots = true;
      } else {
        nodes.push(...changed);
      }
    }
    const reordered = this.#sortGroups();
    const reopened = this.#openGroups();
    return { roots: roots || reordered || reopened, nodes };
  }

  /** The group or groups of each monitor; what has none yet is made. */
  #sortOut(monitors: readonly Monitor[]): Map<Group, Monitor[]> {
    const parts = new Map<Group, Monitor[]>();
    for (const monitor of monitors) {
      for (const value of this.#valuesOf(monitor)) {
        const group = this.#groupOf(value);
        const part = parts.get(group);
        if (part) {
          part.push(monitor);
        } else {
          parts.set(group, [monitor]);
        }
      }
    }
    return parts;
  }

  #valuesOf({ status, type, tags, target }: Monitor): readonly (string | undefined)[] {
    switch (this.#options.grouping) {
      case 'none':
        return [undefined];
      case 'status':
        return [status];
      case 'type':
        return [type === '' ? undefined : type];
      case 'tag':
        return tags.length === 0 ? [undefined] : uniqueFolded(tags);
      case 'host':
        return [target === undefined ? undefined : toHost(target)];
    }
  }

  #groupOf(value: string | undefined): Group {
    const { grouping } = this.#options;
    const isFull = this.#groups.size >= MAX_GROUPS;
    const known =
      this.#groups.get(toGroupKey(grouping, value, false)) ??
      (isFull ? this.#groups.get(toGroupKey(grouping, undefined, true)) : undefined);
    if (known) {
      return known;
    }
    const group = isFull ? new Group(grouping, undefined, true) : new Group(grouping, value);
    this.#groups.set(group.key, group);
    return group;
  }

  /** @returns whether the groups, or their order, are others than before. */
  #sortGroups(): boolean {
    const before = this.#sorted;
    this.#sorted = [...this.#groups.values()].sort((one, other) => this.#compareGroups(one, other));
    return (
      this.#sorted.length !== before.length || this.#sorted.some((group, index) => group !== before[index])
    );
  }

  /** By what wants attention in them, then by name; those without a value come last among equals. */
  #compareGroups(one: Group, other: Group): number {
    return (
      worstOf(one) - worstOf(other) ||
      Number(one.isRest) - Number(other.isRest) ||
      Number(one.value === undefined) - Number(other.value === undefined) ||
      this.#compareNames(one.value ?? '', other.value ?? '')
    );
  }

  /** @returns whether a group has opened or closed. */
  #openGroups(): boolean {
    let changed = false;
    for (const group of this.#options.grouping === 'none' ? [] : this.#sorted) {
      const isUrgent = group.grouping === 'status' && ['down', 'degraded', 'unknown'].includes(group.value!);
      const few = this.#loaded <= FEW_ROWS || this.#options.filter !== undefined;
      const isOpen = isUrgent || few || (group.isOpen && this.#containsSelection(group));
      changed ||= group.isOpen !== isOpen;
      group.isOpen = isOpen;
    }
    return changed;
  }

  /**
   * Sorting keeps the service's order between equals. Under the headings Down and Degraded the newest come first, also
   * where the rest of the list is as the service sends it.
   */
  #compareFor({ grouping, value }: Group): Compare | undefined {
    switch (this.#options.order) {
      case 'service':
        return grouping === 'status' && (value === 'down' || value === 'degraded')
          ? (one, other) => this.#compareSince(one, other)
          : undefined;
      case 'status':
        return (one, other) =>
          severityOf(one.status) - severityOf(other.status) ||
          (isProblem(one) ? this.#compareSince(one, other) : 0);
      case 'name':
        return (one, other) => this.#compareNames(one.name, other.name);
      case 'lastCheck':
        return (one, other) => (other.lastCheckedAt ?? -Infinity) - (one.lastCheckedAt ?? -Infinity) || 0;
    }
  }

  /** The newest first; what has no time last. */
  #compareSince(one: Monitor, other: Monitor): number {
    return (this.#sinceOf(other)?.at ?? -Infinity) - (this.#sinceOf(one)?.at ?? -Infinity) || 0;
  }
}

function toGroupKey(grouping: Grouping, value: string | undefined, isRest: boolean): string {
  return isRest ? `${grouping}/rest` : `${grouping}:${toFoldedText(value ?? '')}`;
}

/** By status its own place, else that of what is worst in it. */
function worstOf({ grouping, value, worst }: Group): number {
  if (grouping === 'status') {
    return severityOf(value as MonitorStatus);
  }
  return WORST_FIRST.indexOf(worst);
}

/** 0 for what is down. */
function severityOf(status: MonitorStatus): number {
  return STATUS_ORDER.indexOf(status);
}

/** Host of an address, with or without a scheme, path or port; `undefined` where there is none. */
export function toHost(target: string): string | undefined {
  const address = target.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const host = /^(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:\s]+)/.exec(address)?.[1];
  return host?.toLowerCase();
}

function uniqueFolded(values: readonly string[]): readonly string[] {
  const seen = new Map(values.map((value) => [toFoldedText(value), value]));
  return [...seen.values()];
}

/** @returns the index of the first new one. */
function append(list: Monitor[], more: readonly Monitor[]): number {
  const first = list.length;
  more.forEach((monitor) => list.push(monitor));
  return first;
}

/**
 * Merges from the end, so that what stands before the first new one isn't touched.
 * @returns the index from which on the list differs.
 */
function mergeSorted(list: Monitor[], more: readonly Monitor[], compare: Compare): number {
  let from = list.length - 1;
  let next = more.length - 1;
  list.length += more.length;
  let to = list.length - 1;
  while (next >= 0) {
    if (from >= 0 && compare(list[from]!, more[next]!) > 0) {
      list[to--] = list[from--]!;
    } else {
      list[to--] = more[next--]!;
    }
  }
  return to + 1;
}
