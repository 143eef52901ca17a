import { MINUTE } from '../../base/time';
import { Emitter, type Disposable } from '../../base/event';
import { rememberLast } from '../../base/rememberLast';
import type { App, Shown } from '../../account/app';
import {
  arrange,
  toArrangementChoice,
  toRanges,
  type Arrangement,
  type Group,
} from '../../monitors/arrangement';
import { toSafeText } from '../../base/text';
import { matchesFilter } from '../../monitors/filter';
import { isRenewal } from '../../monitors/listActivity';
import type { Monitor } from '../../monitors/monitor';
import { toLoadedSummary } from '../texts/summaryText';
import { createMonitorRow } from './monitorRow';
import { toFooterText, toGroupText, toMissingPinText, toRangeText } from './rowText';
import { DRAWN, Row, type RowContent } from './rows';
import { FAILURE, toNotices, type Notice } from './notices';
import { formats, t } from '../l10n';
import { toFirstPageFailure, welcomeOf } from './welcome';

/** Milliseconds between updates. */
const UPDATE_EVERY_MS = 250;

/** The same while all pages load, because each update looks at all monitors. */
const UPDATE_EVERY_MS_OF_LOAD_ALL = 1_000;

/**
 * Milliseconds before "Loading…" appears. On faster pages it would delay the rows: VS Code draws a second
 * change 200 ms later.
 */
const SEEMS_INSTANT_MS = 100;

/** The default on Windows, in milliseconds. */
const DOUBLE_CLICK_MS = 500;

/** VS Code searches all rows for each reported one. Above this number, report the parent. */
const MANY_ROWS = 50;

/** The rows, without VS Code. An update compares rows by id and reports the smallest changed part. */
export class Tree implements Disposable {
  readonly #changed = new Emitter<Row[] | undefined>();
  readonly #root = new Row({ id: '', label: toSafeText('') }, undefined);
  /** Groups and ranges, by id. They open and close by themselves only when they appear. */
  readonly #open = new Map<string, boolean>();
  #before: Arrangement | undefined;
  #updatedAt = -Infinity;
  #dueAt = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #clickedAt = -Infinity;
  #changedSinceClick = false;

  /** Fires after each update: rows that changed, with their children; `undefined` for the whole tree. */
  readonly onDidUpdate = this.#changed.event;

  constructor(private readonly app: App) {
    this.updateNow();
  }

  get summary() {
    return this.app.shown && toLoadedSummary(this.app.shown);
  }

  get arrangement() {
    return this.#look?.arrangement ?? { groups: [], matches: 0 };
  }

  get notices(): readonly Notice[] {
    return toNotices(this.app, this.arrangement.matches);
  }

  childrenOf(row = this.#root): readonly Row[] {
    if (!row.children) {
      this.#replace(row, row.content.toChildren?.() ?? [], []);
    }
    return row.children ?? [];
  }

  /** Finds the row of a monitor in the list, not among the pins. */
  find(monitorId: string, rows = this.childrenOf()): Row | undefined {
    for (const row of rows) {
      const { monitor, pin, monitors = [] } = row.content;
      if (monitor?.id === monitorId && !pin) {
        return row;
      }
      if (monitors.some(({ id }) => id === monitorId)) {
        return this.find(monitorId, this.childrenOf(row));
      }
    }
    return undefined;
  }

  setOpen({ content }: Row, isOpen: boolean): void {
    this.#open.set(content.id, isOpen);
  }

  /** Whether a click counts. Rejects quick repeated clicks if rows moved after the first one, or are about to. */
  acceptClick() {
    const nowMs = this.app.now();
    const isQuick = nowMs - this.#clickedAt < DOUBLE_CLICK_MS;
    const isMisled = isQuick && (this.#changedSinceClick || this.#dueAt < Infinity);
    this.#clickedAt = nowMs;
    // After a rejected click, a third quick one is rejected, too. It could make a paid call.
    this.#changedSinceClick = isMisled;
    return !isMisled;
  }

  /** Updates soon, once for all that changes at nearly the same time. */
  update(): void {
    const { pagesRead, stopping, activity } = this.app.list?.progress ?? {};
    const delay = pagesRead === 0 && !stopping ? SEEMS_INSTANT_MS : 0;
    const interval = activity === 'loadAll' ? UPDATE_EVERY_MS_OF_LOAD_ALL : UPDATE_EVERY_MS;
    const nowMs = performance.now();
    this.#dueAt = Math.min(this.#dueAt, Math.max(nowMs + delay, this.#updatedAt + interval));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.updateNow(), this.#dueAt - nowMs);
  }

  /** Reports changed rows. */
  updateNow(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
    this.#updatedAt = performance.now();
    const changed: Row[] = [];
    const isSame = this.#replace(this.#root, this.#toRoots(), changed);
    this.#changedSinceClick ||= !isSame || changed.length > 0;
    this.#changed.fire(isSame && changed.length <= MANY_ROWS ? changed : undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  /** The arrangement of monitors, and their rows. */
  get #look() {
    const { account, shown, rowFields, now } = this.app;
    return this.#lookAt(
      shown,
      shown?.list.loaded.monitors,
      shown?.choices.filter,
      shown?.choices.arrangement,
      rowFields.paths,
      account?.lastLook.changes,
      shown?.memory.version,
      Math.floor(now() / MINUTE),
    );
  }

  readonly #lookAt = rememberLast(() => this.app.shown && this.#arrange(this.app.shown));

  #arrange({ list, choices, sinceOf }: Shown) {
    const { monitors, tellsStatus } = list.loaded;
    const choice = toArrangementChoice(choices.arrangement, tellsStatus);
    const arrangement = arrange(monitors, {
      ...choice,
      filter: choices.filter,
      sinceOf,
      before: this.#before,
      fieldOf: (monitor, path) => this.app.rowFields.toComparable(monitor, path),
      compareNames: formats.compare,
    });
    this.#before = arrangement;
    return { arrangement, rowOf: createMonitorRow(this.app, choice.grouping === 'status') };
  }

  /** Replaces rows of a level, and collects changed ones. @returns whether rows and order are the same */
  #replace(parent: Row, contents: readonly RowContent[], changed: Row[]): boolean {
    const { children: before = [] } = parent;
    const rowsById = new Map(before.map((row) => [row.content.id, row]));
    const rows = contents.map((content) => {
      const row = rowsById.get(content.id);
      if (content.isOpen !== undefined) {
        this.#open.set(content.id, content.isOpen);
      }
      if (!row) {
        return new Row(content, parent === this.#root ? undefined : parent);
      }
      const looksSame = DRAWN.every((name) => row.content[name] === content[name]);
      row.content = content;
      const inside: Row[] = [];
      const hasSameRows = !row.children || this.#replace(row, content.toChildren?.() ?? [], inside);
      if (looksSame && hasSameRows && inside.length <= MANY_ROWS) {
        changed.push(...inside);
      } else {
        changed.push(row);
      }
      return row;
    });
    parent.children = rows;
    return rows.length === before.length && rows.every((row, index) => row === before[index]);
  }

  #toRoots() {
    const { notices } = this;
    const { shown } = this.app;
    const welcome = welcomeOf(this.app);
    if (welcome === 'signingIn') {
      return [
        {
          id: welcome,
          label: t('Signing in to {0}…', toSafeText(this.app.baseUrl!.host)),
          icon: 'loading~spin',
        },
      ];
    }
    // VS Code shows the welcome only in an empty tree.
    if (!shown || welcome) {
      return [];
    }
    if (toFirstPageFailure(this.app)) {
      return notices[0]!.actions.map((action, index) => ({
        id: `step:${index}`,
        label: action.title,
        icon: 'arrow-right',
        actions: [action],
      }));
    }
    const { list } = shown;
    const { activity = 'refresh' } = list.failure ?? {};
    const failedLoad = notices.find(
      ({ id, actions }) =>
        id === FAILURE && actions[0]?.command === 'retry' && !isRenewal(activity),
    );
    const others = notices.filter((notice) => notice !== failedLoad);
    // Retry continues like Load More, so it takes its place. A fixed id keeps the focus on this row.
    const footer = failedLoad ?? toFooterText(list, !this.app.account);
    return [
      ...others,
      ...this.#toPins(shown),
      ...this.#toBody(shown),
      ...(footer ? [{ ...footer, id: 'more' }] : []),
    ];
  }

  #toBody({ list, choices }: Shown) {
    const { groups } = this.arrangement;
    if (groups[0]?.grouping === 'none') {
      return this.#toChildren(groups[0]);
    }
    const isFiltered = choices.filter !== undefined;
    return groups.map((group) => {
      const { key, monitors, isOpen } = group;
      // With a filter, groups are other rows, which are open.
      const id = isFiltered ? `${key}?` : key;
      return {
        id,
        ...toGroupText(group, list.loaded, isFiltered),
        isOpen: this.#open.get(id) ?? isOpen,
        monitors,
        toChildren: () => this.#toChildren(group),
      };
    });
  }

  #toChildren(group: Group) {
    const toMonitors = (monitors: readonly Monitor[]) =>
      monitors.map((monitor) => {
        const row = this.#look!.rowOf(monitor);
        // Grouped by tag, a monitor has several rows with their own ids.
        return group.grouping === 'tag' ? { ...row, id: `${row.id}@${group.key}` } : row;
      });
    const ranges = toRanges(group);
    if (ranges.length < 2) {
      return toMonitors(group.monitors);
    }
    // While all pages load, each page could open another one.
    const canOpen = this.app.list?.progress?.activity !== 'loadAll';
    return ranges.map((range) => ({
      id: range.key,
      ...toRangeText(range),
      // Only the last one is open at first, because it grows.
      isOpen: this.#open.get(range.key) ?? (range === ranges.at(-1) && canOpen),
      monitors: range.monitors,
      toChildren: () => toMonitors(range.monitors),
    }));
  }

  #toPins({ list, choices }: Shown) {
    const { pins, filter } = choices;
    const rows = pins.flatMap((pin) => {
      const id = `pin:${pin.id}`;
      const monitor = list.loaded.find(pin.id);
      if (!monitor) {
        return filter ? [] : [{ id, pin, ...toMissingPinText(pin) }];
      }
      return filter && !matchesFilter(filter, monitor)
        ? []
        : [{ ...this.#look!.rowOf(monitor), id, pin }];
    });
    const heading = {
      id: 'pins',
      label: t('Pinned'),
      description: formats.number(rows.length),
      icon: 'pinned',
      isOpen: this.#open.get('pins') ?? true,
      toChildren: () => rows,
    };
    return rows.length > 0 ? [heading] : [];
  }
}
