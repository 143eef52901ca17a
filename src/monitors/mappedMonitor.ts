import { tryParseJson } from '../base/json';
import { Masker, maskText } from '../base/secretValues';
import type { Monitor, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';

/** The records of a page in memory, with masked secrets. */
class LoadedRecords {
  readonly #masker = new Masker();
  readonly maskText = this.#masker.maskText;

  constructor(private readonly records: readonly unknown[]) {}

  at(index: number): unknown {
    return this.#masker.maskValue(this.records[index]);
  }
}

/** Never throws. */
type LoadRecords = () => LoadedRecords;

/**
 * Keeps the records of a page. To save memory, they stay text until needed.
 * @param text a response as received, or saved records
 * @param find must not keep the JSON
 * @param parsed the records, if already found
 */
export function keepRecords(text: string, find = toArray, parsed?: readonly unknown[]): LoadRecords {
  let kept = parsed && new WeakRef(new LoadedRecords(parsed));
  return () => {
    const loaded = kept?.deref() ?? new LoadedRecords(find(tryParseJson(text)));
    kept = new WeakRef(loaded);
    return loaded;
  };
}

function toArray(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? (json as unknown[]) : [];
}

export type NamedFields = Omit<Monitor, 'raw' | 'place'>;

/** A monitor that parses its record on demand. `declare` saves time. Security: it masks its own texts, so that no output can forget to. */
export class MappedMonitor implements Monitor {
  declare readonly id: string;
  declare readonly name: string;
  declare readonly status: MonitorStatus;
  declare readonly rawStatus: string | undefined;
  declare readonly type: string | undefined;
  declare readonly lastCheckedAt: number | undefined;
  declare readonly changedAt: number | undefined;
  declare readonly timesLackZone: true | undefined;
  declare readonly intervalMs: number | undefined;
  declare readonly tags: readonly string[];
  declare readonly parent: string | undefined;
  declare readonly since: number | undefined;
  declare readonly lastError: string | undefined;
  declare readonly target: string | undefined;
  readonly #load: LoadRecords;
  readonly #index: number;
  readonly #pageIndex: number;
  /** The target as received. Security: may contain secrets. */
  readonly #address: string | undefined;

  /**
   * Returns the unmasked address. Security: use it only to open it; never show, save or pass it on. Saved pages have a
   * masked one.
   */
  static addressOf(monitor: Pick<Monitor, 'target'>): string | undefined {
    return monitor instanceof MappedMonitor ? monitor.#address : monitor.target;
  }

  /** @param index of its record on the page */
  constructor(fields: NamedFields, load: LoadRecords, index: number, pageIndex: number, mask = maskText) {
    const { rawStatus, target, type, tags, parent, lastError } = fields;
    this.id = toShownId(fields.id, mask);
    this.name = mask(fields.name);
    this.status = fields.status;
    this.rawStatus = rawStatus && mask(rawStatus);
    this.type = type && mask(type);
    this.lastCheckedAt = fields.lastCheckedAt;
    this.changedAt = fields.changedAt;
    this.timesLackZone = fields.timesLackZone;
    this.intervalMs = fields.intervalMs;
    this.tags = tags.length === 0 ? tags : tags.map(mask);
    this.parent = parent && mask(parent);
    this.since = fields.since;
    this.lastError = lastError && mask(lastError);
    this.target = target && mask(target);
    this.#address = target;
    this.#load = load;
    this.#index = index;
    this.#pageIndex = pageIndex;
  }

  /** Returns a function that reads records of a page, and keeps them in memory. */
  static toRecordReader(monitors: readonly Monitor[]): (index: number) => unknown {
    const [first] = monitors;
    const load = first instanceof MappedMonitor ? first.#load : undefined;
    const loaded = load?.();
    return (index) => {
      const monitor = monitors[index];
      const isLoaded = monitor instanceof MappedMonitor && monitor.#load === load;
      return isLoaded ? loaded?.at(monitor.#index) : monitor?.raw;
    };
  }

  withFields(fields: NamedFields): MappedMonitor {
    // If the masked address is the same, keep the original.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#load, this.#index, this.#pageIndex);
  }

  get place(): NonNullable<Monitor['place']> {
    return { page: this.#pageIndex + 1, position: this.#index + 1 };
  }

  /** The masked record. A getter of the class, so that copies and JSON leave it out. */
  get raw(): unknown {
    return this.#load().at(this.#index);
  }
}
