import { toFieldKey } from '../monitors/arrangement';
import { findNeedlessRuns, keepRuns } from '../monitors/keptRuns';
import type { Reading } from '../monitors/listing';
import type { LoadedMonitors } from '../monitors/loadedMonitors';
import { isMadeId } from '../monitors/monitorIds';
import type { Page } from '../monitors/page';
import {
  ABSENT,
  addReading,
  LAST_CHANGE,
  MAX_GAP_MS,
  NAME,
  STATUS,
  toGap,
  toStatusValue,
  type FieldReading,
  type MonitorRuns,
  type Run,
} from '../monitors/run';
import { sinceOf, type SinceOf } from '../monitors/since';
import type { Calls } from '../storage/calls';
import type { Runs } from '../storage/runs';
import type { AccountAccess } from './accountAccess';
import type { RowFields } from './rowFields';
import type { ServiceMapping } from './serviceMapping';

export interface MemoryParts {
  readonly account: Pick<AccountAccess, 'attemptToSave'>;
  readonly service: Pick<ServiceMapping, 'meaning'>;
  readonly runs: Runs;
  readonly calls: Calls;
  readonly rowFields: RowFields;
}

/** The runs of monitors that a new page has changed. */
export type Additions = ReadonlyMap<string, MonitorRuns>;

/** What each monitor was, from when until when. Monitors without a unique ID aren't remembered. */
export class Memory {
  #runs = new Map<string, MonitorRuns>();
  /** What is remembered so far. */
  #pages: readonly Page[] = [];
  #ids: ReadonlySet<string> = new Set();

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

  get runs(): ReadonlyMap<string, MonitorRuns> {
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

  /** Loads what all windows remember, and forgets what is too much. For transactions. */
  load(account: number): void {
    const runs = Map.groupBy(this.parts.runs.load(account), ({ monitor }) => monitor);
    this.#runs = new Map(
      [...runs].map(([id, all]) => [id, Map.groupBy(all, ({ field }) => field)]),
    );
    const needless = new Set(findNeedlessRuns(this.#runs, this.look));
    if (needless.size > 0) {
      this.parts.runs.delete(account, [...needless]);
      const kept = (all: readonly Run[]) => all.filter((run) => !needless.has(run));
      for (const [id, fields] of this.#runs) {
        this.#runs.set(id, new Map([...fields].map(([field, all]) => [field, kept(all)])));
      }
    }
  }

  /** Takes pages that another window has remembered. */
  skip(loaded: LoadedMonitors): void {
    this.take(new Map(), loaded);
  }

  /** Remembers what pages say by another mapping, or of newly picked fields. */
  readAgain(loaded: LoadedMonitors): void {
    this.#pages = [];
    this.#ids = new Set();
    const saved = this.parts.account.attemptToSave((account) => this.save(loaded, account));
    this.take(saved ?? this.read(loaded), loaded);
  }

  /** Saves what new pages say. For transactions; {@link take} follows if they succeed. */
  save(loaded: LoadedMonitors, account: number): Additions {
    this.gapMs = toGap(this.parts.calls.listTimes(account));
    const additions = this.read(loaded);
    const saved: Run[] = [];
    const deleted: Run[] = [];
    for (const [id, fields] of additions) {
      for (const [field, runs] of fields) {
        const before = this.of(id).get(field) ?? [];
        if (runs === before) {
          continue;
        }
        // Only the last one is new, unless all are.
        const added = before.length === 0 ? runs : runs.slice(-1);
        saved.push(...added);
        if (runs.length < before.length + added.length) {
          const calls = new Set(runs.map(({ call }) => call));
          deleted.push(...before.filter(({ call }) => !calls.has(call)));
        }
      }
    }
    this.parts.runs.save(account, saved);
    this.parts.runs.delete(account, deleted);
    return additions;
  }

  /** Reads what new pages say, and which monitors are gone. */
  read(loaded: LoadedMonitors): Additions {
    const readings = new Map<string, readonly FieldReading[]>();
    const calls = new Set(this.#pages.map(({ call }) => call.number));
    for (const [id, reading] of loaded.listing.readings) {
      if (!calls.has(reading.page.call.number) && !isMadeId(id)) {
        readings.set(id, this.#toReadings(reading));
      }
    }
    this.#toReadingsOfGone(loaded).forEach((reading) => readings.set(reading.monitor, [reading]));
    const additions = new Map<string, MonitorRuns>();
    for (const [id, all] of readings) {
      const fields = new Map(this.of(id));
      const { lastCall = 0 } = fields.get(STATUS)?.at(-1) ?? {};
      for (const reading of all) {
        if (reading.field !== STATUS && reading.call.number < lastCall) {
          continue;
        }
        const before = fields.get(reading.field) ?? [];
        const runs = addReading(before, reading, this.gapMs);
        fields.set(reading.field, runs === before ? before : keepRuns(runs, this.look));
      }
      additions.set(id, fields);
    }
    return additions;
  }

  take(additions: Additions, loaded: LoadedMonitors): void {
    additions.forEach((fields, id) => this.#runs.set(id, fields));
    // The list goes on with the same array.
    this.#pages = [...loaded.pages];
    const { readings, notReadAgain } = loaded.listing;
    this.#ids = new Set([...readings.keys(), ...notReadAgain.keys()]);
    this.version += 1;
  }

  #toReadings({ monitor, page }: Reading): readonly FieldReading[] {
    const { id, name, status, changedAt, since, timesLackZone } = monitor;
    const saidAt = timesLackZone ? undefined : since;
    const toReading = (field: string, value: string, call = page.call): FieldReading => {
      return { monitor: id, field, value, call, mapping: this.mapping };
    };
    const readings = [
      { ...toReading(STATUS, toStatusValue(monitor)), saidAt },
      toReading(NAME, name),
    ];
    // What wasn't on its page before is seen for the first time.
    const pageBefore = this.#pages.find(({ index }) => index === page.index);
    if (pageBefore && !this.#runs.has(id)) {
      readings.unshift(toReading(STATUS, ABSENT, pageBefore.call));
    }
    if (status === 'unknown' && changedAt !== undefined) {
      readings.push(toReading(LAST_CHANGE, String(changedAt)));
    }
    for (const [path, field] of Object.entries(this.rowFields.of(monitor))) {
      // Depends on other monitors.
      const value = { ...field, isWhole: undefined };
      readings.push(toReading(toFieldKey(path), JSON.stringify(value)));
    }
    return readings;
  }

  /** Only a complete list shows what is gone. Elsewhere, a monitor may have moved to a page that isn't loaded. */
  #toReadingsOfGone({ pages, listing, complete }: LoadedMonitors): readonly FieldReading[] {
    const calls = new Map(pages.map(({ call }) => [call.number, call]));
    const hasOnlyGrown = this.#pages.every(({ call }) => calls.has(call.number));
    const call = calls.get(Math.max(...calls.keys()));
    if (hasOnlyGrown || !complete || call === undefined) {
      return [];
    }
    const { readings, notReadAgain } = listing;
    const gone = [...this.#ids].filter(
      (id) => !readings.has(id) && !notReadAgain.has(id) && this.#runs.has(id),
    );
    const { mapping } = this;
    return gone.map((monitor) => ({ monitor, field: STATUS, value: ABSENT, call, mapping }));
  }
}
