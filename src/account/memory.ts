import { toFieldKey } from '../monitors/arrangement';
import {
  findExcessRuns,
  findNeedlessRuns,
  ABSENT,
  addReading,
  LAST_CHANGE,
  MAX_GAP_MS,
  NAME,
  RECORD,
  STATUS,
  toFieldValue,
  toStatusValue,
  type MonitorRuns,
  type Run,
} from '../monitors/run';
import { type Reading, isMadeId } from '../monitors/identity';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Monitor } from '../monitors/monitor';
import type { Page, PageCall } from '../monitors/page';
import { sinceOf, type SinceOf } from '../monitors/since';
import type { ServiceMapping } from './serviceMapping';

/** A monitor as it was read last. */
export interface LastReading {
  readonly monitor: Monitor;
  readonly page: Pick<Page, 'index' | 'call' | 'headers'>;
}

const NO_RUNS: MonitorRuns = new Map();

/** The past of each monitor: its values, from when until when. Monitors without a unique ID aren't remembered. */
export class Memory {
  readonly #runs = new Map<string, Map<string, readonly Run[]>>();
  /** The calls of the pages that are remembered so far, by index. */
  #calls: ReadonlyMap<number, PageCall> = new Map();
  #readings: readonly ReadonlyMap<string, Reading>[] = [];

  /** Runs to save, and saved runs to delete. */
  unsaved: Run[] = [];
  needless: Run[] = [];
  /** The number of the last call whose response the user has seen. */
  look = 0;
  /** With more time between two readings, the status between them isn't known. */
  gapMs = MAX_GAP_MS;
  /** Grows with each change. */
  version = 0;

  constructor(private readonly service: ServiceMapping) {}

  get runs() {
    return this.#runs;
  }

  get rowFields() {
    return this.service.rowFields;
  }

  get fields(): readonly string[] {
    return this.rowFields.paths.map(toFieldKey);
  }

  /** The current meaning of ids, names and statuses. */
  get mapping(): number {
    return this.service.meaning;
  }

  of(id: string) {
    return this.#runs.get(id) ?? NO_RUNS;
  }

  readonly sinceOf: SinceOf = (monitor) => {
    const runs = this.of(monitor.id);
    return sinceOf(monitor, runs.get(STATUS));
  };

  /** Returns the last record of a monitor that is gone. */
  lastOf(id: string) {
    const json = this.#lastRun(id, RECORD)?.value;
    if (json === undefined || this.#lastRun(id, STATUS)?.value !== ABSENT) {
      return undefined;
    }
    return JSON.parse(json) as LastReading;
  }

  /**
   * Replaces the runs by those that all windows have saved.
   * @param oldestCall the number of the oldest call that is kept
   */
  load(saved: readonly Run[], oldestCall: number, nowMs: number): void {
    this.#runs.clear();
    for (const run of saved) {
      const before = this.of(run.monitor).get(run.field) ?? [];
      this.#set([...before, this.#withoutFuture(run, nowMs)]);
    }
    for (const run of findNeedlessRuns(this.#runs, this.look, oldestCall)) {
      const runs = this.of(run.monitor).get(run.field) ?? [];
      this.#set(runs.filter((kept) => kept !== run));
      this.needless.push(run);
    }
  }

  /** Moves a run of a clock that was ahead to now. */
  #withoutFuture(run: Run, nowMs: number) {
    if (run.lastReadAt <= nowMs) {
      return run;
    }
    const firstReadAt = Math.min(run.firstReadAt, nowMs);
    const moved = { ...run, firstReadAt, lastReadAt: nowMs, lastBegunAt: nowMs };
    this.unsaved.push(moved);
    return moved;
  }

  /** Remembers all pages again at the next {@link read}, because they mean something else. */
  startAgain(): void {
    this.#calls = new Map();
    this.#readings = [];
  }

  /** Remembers what new pages say, and which monitors are gone. Repeating it changes nothing. */
  read(loaded: LoadedMonitors): void {
    const { list, readings } = loaded;
    for (const page of [...list.pages, ...list.replaced]) {
      const isNew = this.#calls.get(page.index)?.number !== page.call.number;
      for (const { monitor } of isNew ? loaded.read(page).records : []) {
        const reading = readings.get(monitor.id);
        if (reading?.page === page && !isMadeId(monitor.id)) {
          this.#readMonitor(reading);
        }
      }
    }
    this.#readGone(loaded);
    this.#calls = new Map(loaded.pages.map(({ index, call }) => [index, call]));
    // A list that only grows goes on with the same maps. If a page is replaced, it has new ones.
    this.#readings = [loaded.notReadAgain, readings];
    this.version += 1;
  }

  #readMonitor({ monitor, page }: Reading): void {
    const { id, status, changedAt } = monitor;
    const { index, call } = page;
    // A monitor that wasn't on its page before is seen for the first time, unless its runs were damaged on the disk.
    const callBefore = this.#calls.get(index);
    const wasRead = this.#readings.some((readings) => readings.has(id));
    if (callBefore && !wasRead && !this.#runs.has(id)) {
      this.#add(id, STATUS, ABSENT, callBefore);
    }
    const lastCall = this.#lastRun(id, STATUS)?.lastCall ?? 0;
    const saidAt = monitor.timesLackZone ? undefined : monitor.since;
    this.#add(id, STATUS, toStatusValue(monitor), call, saidAt);
    if (call.number < lastCall) {
      return;
    }
    this.#add(id, NAME, monitor.name, call);
    if (status === 'unknown' && changedAt !== undefined) {
      this.#add(id, LAST_CHANGE, String(changedAt), call);
    }
    for (const [path, field] of Object.entries(this.rowFields.of(monitor))) {
      this.#add(id, toFieldKey(path), toFieldValue(field), call);
    }
  }

  /** Only a complete list shows what is gone. Elsewhere, a monitor may have moved to a page that isn't loaded. */
  #readGone(loaded: LoadedMonitors): void {
    const { pages, complete, lastCall } = loaded;
    const last = pages.find(({ call }) => call.number === lastCall);
    const hasOnlyGrown = [...this.#calls].every(
      ([index, { number }]) => pages[index]?.call.number === number,
    );
    if (hasOnlyGrown || !complete || last === undefined) {
      return;
    }
    for (const [id, { monitor, page }] of this.#readings.flatMap((readings) => [...readings])) {
      if (loaded.readingOf(id) || !this.#runs.has(id)) {
        continue;
      }
      const { index, call, headers } = page;
      const reading: LastReading = { monitor, page: { index, call, headers } };
      this.#add(id, STATUS, ABSENT, last.call);
      this.#add(id, RECORD, JSON.stringify(reading), last.call);
    }
  }

  #lastRun(id: string, field: string) {
    return this.of(id).get(field)?.at(-1);
  }

  #add(monitor: string, field: string, value: string, call: PageCall, saidAt?: number): void {
    const before = this.of(monitor).get(field) ?? [];
    const reading = { monitor, field, value, saidAt, mapping: this.mapping };
    const runs = addReading(before, reading, call, this.gapMs);
    if (runs === before) {
      return;
    }
    const excess = findExcessRuns(runs, this.look);
    const kept = excess.length > 0 ? runs.filter((run) => !excess.includes(run)) : runs;
    this.#set(kept);
    this.unsaved.push(kept.at(-1)!);
    this.needless.push(...excess);
  }

  #set(runs: readonly Run[]): void {
    const { monitor, field } = runs[0]!;
    const fields = this.#runs.get(monitor) ?? new Map<string, readonly Run[]>();
    this.#runs.set(monitor, fields.set(field, runs));
  }
}
