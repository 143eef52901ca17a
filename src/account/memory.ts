import { toFieldKey } from '../monitors/arrangement';
import { findExcessRuns, findNeedlessRuns, MAX_RUNS } from '../monitors/keptRuns';
import type { Reading } from '../monitors/listing';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import type { Monitor } from '../monitors/monitor';
import { isMadeId } from '../monitors/monitorIds';
import type { Page, PageCall } from '../monitors/page';
import {
  ABSENT,
  addReading,
  LAST_CHANGE,
  MAX_GAP_MS,
  NAME,
  RECORD,
  STATUS,
  toFieldValue,
  toGap,
  toStatusValue,
  type AllRuns,
  type MonitorRuns,
  type Run,
} from '../monitors/run';
import { sinceOf, type SinceOf } from '../monitors/since';
import type { Calls } from '../storage/calls';
import type { Runs } from '../storage/runs';
import type { RowFields } from './rowFields';
import type { ServiceMapping } from './serviceMapping';

export interface MemoryParts {
  readonly service: Pick<ServiceMapping, 'meaning'>;
  readonly runs: Pick<Runs, 'load' | 'save' | 'delete'>;
  readonly calls: Pick<Calls, 'listTimes'>;
  readonly rowFields: RowFields;
  readonly now: () => number;
}

/** A monitor as it was read last. */
export interface LastReading {
  readonly monitor: Monitor;
  readonly page: Pick<Page, 'index' | 'call' | 'headers'>;
}

/** What each monitor was, from when until when. Monitors without a unique ID aren't remembered. */
export class Memory {
  readonly #runs = new Map<string, Map<string, readonly Run[]>>();
  /** How many there are, and with how many some are forgotten. */
  #count = 0;
  #most = MAX_RUNS;
  #unsaved: Run[] = [];
  #needless: Run[] = [];
  /** What is remembered so far. */
  #pages: readonly Page[] = [];
  #readings: ReadonlyMap<string, Reading> = new Map();

  /** The number of the last call whose response the user has seen. */
  look = 0;
  /** With more time between two readings, nobody knows what the monitor was meanwhile. */
  gapMs = MAX_GAP_MS;
  /** Grows with each change. */
  version = 0;
  readonly rowFields: RowFields;

  constructor(private readonly parts: MemoryParts) {
    this.rowFields = parts.rowFields;
  }

  get runs(): AllRuns {
    return this.#runs;
  }

  get fields(): readonly string[] {
    return this.rowFields.paths.map(toFieldKey);
  }

  /** What ids, names and statuses mean now. */
  get mapping(): number {
    return this.parts.service.meaning;
  }

  of(id: string): MonitorRuns {
    return this.#runs.get(id) ?? new Map<string, readonly Run[]>();
  }

  readonly sinceOf: SinceOf = (monitor) => sinceOf(monitor, this.of(monitor.id).get(STATUS));

  /** Returns the last record of a monitor that is gone. */
  lastOf(id: string): LastReading | undefined {
    const runs = this.of(id);
    const isGone = runs.get(STATUS)?.at(-1)?.value === ABSENT;
    const json = runs.get(RECORD)?.at(-1)?.value;
    return isGone && json ? (JSON.parse(json) as LastReading) : undefined;
  }

  /** Loads what all windows remember. For transactions. */
  load(account: number): void {
    this.save(account);
    this.#runs.clear();
    this.#count = 0;
    const now = this.parts.now();
    for (const run of this.parts.runs.load(account)) {
      // The clock was wrong.
      const isOfFuture = run.lastReadAt > now;
      const firstReadAt = Math.min(run.firstReadAt, now);
      const moved = isOfFuture ? { ...run, firstReadAt, lastReadAt: now, lastBegunAt: now } : run;
      this.#set([...(this.of(run.monitor).get(run.field) ?? []), moved]);
      if (isOfFuture) {
        this.#unsaved.push(moved);
      }
    }
    this.#forget();
    this.save(account);
  }

  /** Remembers all pages again at the next {@link read}, because they mean something else. */
  startAgain(): void {
    this.#pages = [];
    this.#readings = new Map();
  }

  /** Remembers what new pages say, and which monitors are gone. Has no effect when it's repeated. */
  read(loaded: LoadedMonitors): void {
    const calls = new Set(this.#pages.map(({ call }) => call.number));
    for (const [id, reading] of loaded.listing.readings) {
      if (!calls.has(reading.page.call.number) && !isMadeId(id)) {
        this.#readMonitor(reading);
      }
    }
    this.#readGone(loaded);
    if (this.#count > this.#most) {
      this.#forget();
    }
  }

  /** Saves what isn't saved. For transactions. */
  save(account: number): void {
    const { runs, calls } = this.parts;
    this.gapMs = toGap(calls.listTimes(account));
    runs.save(account, this.#unsaved);
    runs.delete(account, this.#needless);
  }

  /** Goes on from pages that were read. */
  finish({ pages, listing }: LoadedMonitors, isSaved: boolean): void {
    // The list goes on with the same array and maps.
    this.#pages = [...pages];
    this.#readings = new Map([...listing.notReadAgain, ...listing.readings]);
    this.version += 1;
    if (isSaved) {
      this.#unsaved = [];
      this.#needless = [];
    }
  }

  #readMonitor({ monitor, page: { index, call } }: Reading): void {
    const { id, name, status, changedAt, since, timesLackZone } = monitor;
    // What wasn't on its page before is seen for the first time.
    const before = this.#pages.find((page) => page.index === index);
    if (before && !this.#runs.has(id)) {
      this.#add(id, STATUS, ABSENT, before.call);
    }
    const { lastCall = 0 } = this.of(id).get(STATUS)?.at(-1) ?? {};
    this.#add(id, STATUS, toStatusValue(monitor), call, timesLackZone ? undefined : since);
    if (call.number < lastCall) {
      return;
    }
    this.#add(id, NAME, name, call);
    if (status === 'unknown' && changedAt !== undefined) {
      this.#add(id, LAST_CHANGE, String(changedAt), call);
    }
    for (const [path, field] of Object.entries(this.rowFields.of(monitor))) {
      this.#add(id, toFieldKey(path), toFieldValue(field), call);
    }
  }

  /** Only a complete list shows what is gone. Elsewhere, a monitor may have moved to a page that isn't loaded. */
  #readGone({ pages, listing, complete }: LoadedMonitors): void {
    const calls = new Map(pages.map(({ call }) => [call.number, call]));
    const hasOnlyGrown = this.#pages.every(({ call }) => calls.has(call.number));
    const lastCall = calls.get(Math.max(...calls.keys()));
    if (hasOnlyGrown || !complete || lastCall === undefined) {
      return;
    }
    for (const [id, { monitor, page }] of this.#readings) {
      const isThere = listing.readings.has(id) || listing.notReadAgain.has(id);
      if (isThere || !this.#runs.has(id)) {
        continue;
      }
      const { index, call, headers } = page;
      const last: LastReading = { monitor, page: { index, call, headers } };
      this.#add(id, STATUS, ABSENT, lastCall);
      this.#add(id, RECORD, JSON.stringify(last), lastCall);
    }
  }

  #add(monitor: string, field: string, value: string, call: PageCall, saidAt?: number): void {
    const before = this.of(monitor).get(field) ?? [];
    const reading = { monitor, field, value, saidAt, call, mapping: this.mapping };
    const runs = addReading(before, reading, this.gapMs);
    if (runs === before) {
      return;
    }
    const excess = findExcessRuns(runs, this.look);
    this.#needless.push(...excess);
    this.#unsaved.push(runs.at(-1)!);
    this.#set(runs.filter((run) => !excess.includes(run)));
  }

  #set(runs: readonly Run[]): void {
    const { monitor, field } = runs[0]!;
    const fields = this.#runs.get(monitor) ?? new Map<string, readonly Run[]>();
    this.#count += runs.length - (fields.get(field)?.length ?? 0);
    fields.set(field, runs);
    this.#runs.set(monitor, fields);
  }

  /** Forgets what is too old or too much. */
  #forget(): void {
    const needless = findNeedlessRuns(this.#runs, this.look);
    needless.forEach((run) => this.#needless.push(run));
    const all = [...this.#runs.values()].flatMap((fields) => [...fields.values()]);
    all.forEach((runs) => this.#set(runs.filter((run) => !needless.has(run))));
    // The last run of each field stays, however many there are.
    this.#most = this.#count > MAX_RUNS ? this.#count * 1.1 : MAX_RUNS;
  }
}
