import { tryParseJson } from '../base/json';
import { Masker, maskText } from '../base/secretValues';
import type { Monitor, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';
import type { RecordPlace } from './page';

/** Records that are parsed or saved without a pause. */
export const STRETCH = 250;

/** Converts items, with a pause after each {@link STRETCH}. */
export function* inStretches<T, R>(
  items: readonly T[],
  convert: (item: T, index: number) => R,
): Generator<undefined, readonly R[]> {
  const converted: R[] = [];
  for (const item of items) {
    if (converted.push(convert(item, converted.length)) % STRETCH === 0) {
      yield;
    }
  }
  return converted;
}

/** The records of a page. To save memory, they are text once they are saved. Masks their secrets. */
export class PageRecords {
  readonly masker = new Masker();
  #lines: readonly string[] = [];
  readonly #parsed: WeakRef<readonly unknown[]>[] = [];

  /** @param received records of a response */
  constructor(
    readonly pageIndex: number,
    private received: readonly unknown[] | undefined = [],
  ) {}

  /** @param lines see `StoredPage` */
  keepLines(lines: readonly string[], count: number): void {
    // Without copies of records, which have no monitor, the indexes are the same.
    if (this.received?.length === count) {
      this.#lines = lines;
      this.received = undefined;
    }
  }

  /** Never throws. */
  at(index: number): unknown {
    const length = this.received ? Infinity : STRETCH;
    const nth = Math.floor(index / length);
    const records = this.received ?? this.#parsed[nth]?.deref() ?? this.#parse(nth);
    return this.masker.maskValue(records[index % length]);
  }

  #parse(nth: number): readonly unknown[] {
    const records = tryParseJson(`[${this.#lines[nth]?.slice(1)}]`) as
      readonly unknown[] | undefined;
    this.#parsed[nth] = new WeakRef(records ?? []);
    return records ?? [];
  }
}

export type NamedFields = Omit<Monitor, 'raw' | 'place'>;
/** Not named yet: id and name may be empty. */
export type FieldsRead = { -readonly [Key in keyof NamedFields]: NamedFields[Key] };

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
  readonly #records: PageRecords;
  readonly #index: number;
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
  constructor(fields: NamedFields, records: PageRecords, index: number) {
    const { maskText: mask, maskWord } = records.masker;
    const { rawStatus, target, type, tags, parent, lastError } = fields;
    this.id = toShownId(fields.id, mask);
    this.name = mask(fields.name);
    this.status = fields.status;
    this.rawStatus = rawStatus && maskWord(rawStatus);
    this.type = type && maskWord(type);
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
    this.#records = records;
    this.#index = index;
  }

  /** @param lines the saved records of these monitors */
  static keepLines(monitors: readonly Monitor[], lines: readonly string[]): void {
    const [first] = monitors;
    if (first instanceof MappedMonitor) {
      first.#records.keepLines(lines, monitors.length);
    }
  }

  withFields(fields: NamedFields): MappedMonitor {
    // If the masked address is the same, keep the original.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#records, this.#index);
  }

  get place(): NonNullable<Monitor['place']> {
    return { page: this.#records.pageIndex + 1, position: this.#index + 1 };
  }

  /** The masked record. A getter of the class, so that copies and JSON leave it out. */
  get raw(): unknown {
    return this.#records.at(this.#index);
  }
}

/** Creates the monitors of records, except copies, which have no id. Also returns their places on the page. */
export function* toMonitors(
  read: readonly FieldsRead[],
  found: readonly RecordPlace[],
  ids: readonly (string | undefined)[],
  toMonitor: (fields: NamedFields, index: number) => MappedMonitor,
): Generator<
  undefined,
  { readonly monitors: readonly MappedMonitor[]; readonly places: readonly RecordPlace[] }
> {
  const monitors: MappedMonitor[] = [];
  const places: RecordPlace[] = [];
  /** The index of each record's monitor. */
  const indexes: number[] = [];
  yield* inStretches(read, (fields, i) => {
    const id = ids[i];
    if (id !== undefined) {
      const place = found[i]!;
      const inside = place.inside === undefined ? undefined : indexes[place.inside]!;
      fields.name ||= fields.id;
      fields.id = id;
      fields.parent = inside === undefined ? undefined : monitors[inside]!.name || undefined;
      places.push(inside === undefined ? place : { ...place, inside });
      indexes[i] = monitors.push(toMonitor(fields, i)) - 1;
    }
  });
  return { monitors, places };
}
