import { parseJson } from '../base/json';
import { maskSecretValues, maskText } from '../base/secretValues';
import type { Monitor, MonitorPlace, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';

// The records of a page, kept as its text and parsed when someone looks at one.

/** The records of one page. */
export interface PageRecords {
  /** A record by its place on the page, its secrets masked; `undefined` where there is none. Never throws. */
  at(index: number): unknown;
  /** Masks the secrets of a text that many records of the page have. */
  mask(text: string): string;
}

/** Finds the records in the parsed text. Holds no parsed JSON itself. */
export type FindRecords = (json: unknown) => readonly unknown[];

/** So many texts of a page keep their masked form. */
const MAX_MASKED = 200;

class TextRecords implements PageRecords {
  readonly #masked = new Map<string, string>();
  /** What the records are parsed from: the response as received, or what was saved of it. */
  readonly #text: string;
  readonly #find: FindRecords;
  /** As long as there is room for them. */
  #parsed: WeakRef<readonly unknown[]> | undefined;

  constructor(text: string, find: FindRecords, parsed?: readonly unknown[]) {
    this.#text = text;
    this.#find = find;
    this.#parsed = parsed && new WeakRef(parsed);
  }

  mask(text: string): string {
    const known = this.#masked.get(text);
    if (known !== undefined) {
      return known;
    }
    const masked = maskText(text);
    if (this.#masked.size < MAX_MASKED) {
      this.#masked.set(text, masked);
    }
    return masked;
  }

  at(index: number): unknown {
    return maskSecretValues(this.#records()[index]);
  }

  #records(): readonly unknown[] {
    let records = this.#parsed?.deref();
    if (records === undefined) {
      records = this.#parse();
      this.#parsed = new WeakRef(records);
    }
    return records;
  }

  #parse(): readonly unknown[] {
    try {
      return this.#find(parseJson(this.#text));
    } catch {
      return [];
    }
  }
}

/**
 * The records of a response, found in its text the way they were found in its JSON.
 * @param parsed the records that were found there, which are used as long as there is room for them.
 */
export function recordsOfResponse(text: string, find: FindRecords, parsed?: readonly unknown[]): PageRecords {
  return new TextRecords(text, find, parsed);
}

/** The records of a saved page, from the JSON array that stands in its file. */
export function recordsFromText(text: string): PageRecords {
  return new TextRecords(text, (json) => (Array.isArray(json) ? (json as unknown[]) : []));
}

/** What of a monitor is read out of its record. */
type MonitorFields = Omit<Monitor, 'raw' | 'place'>;

/** What of a monitor is read out of its record, where fields that it lacks may be named as well. */
export type NamedFields = {
  readonly [Field in keyof MonitorFields]: MonitorFields[Field] | undefined;
} & Pick<MonitorFields, 'id' | 'name' | 'status' | 'tags'>;

/**
 * A monitor that holds what was read of it, and gets its record from the page when someone looks. Made of a response or
 * of a saved page, its texts are masked here, so that no way out can forget it.
 */
export class MappedMonitor implements Monitor {
  readonly id: string;
  readonly name: string;
  readonly status: MonitorStatus;
  declare readonly rawStatus?: string;
  declare readonly target?: string;
  declare readonly type?: string;
  declare readonly lastCheckedAt?: number;
  declare readonly changedAt?: number;
  declare readonly timesLackZone?: true;
  declare readonly intervalMs?: number;
  readonly tags: readonly string[];
  declare readonly parent?: string;
  declare readonly since?: number;
  declare readonly lastError?: string;
  readonly #records: PageRecords;
  readonly #index: number;
  readonly #pageIndex: number;
  /** The target as received. */
  readonly #address: string | undefined;

  /**
   * The address to open: the target with its secrets, which is in memory alone. It's only for the moment of a click, and
   * not to be shown, kept or handed on. Of a saved page it's masked.
   */
  static addressOf(monitor: Pick<Monitor, 'target'>): string | undefined {
    return monitor instanceof MappedMonitor ? monitor.#address : monitor.target;
  }

  /** `index`: the record's place in `records`, those of the page at `pageIndex`. */
  constructor(fields: NamedFields, records: PageRecords, index: number, pageIndex: number) {
    this.id = toShownId(fields.id);
    this.name = maskText(fields.name);
    this.status = fields.status;
    if (fields.rawStatus !== undefined) {
      this.rawStatus = records.mask(fields.rawStatus);
    }
    if (fields.target !== undefined) {
      this.target = maskText(fields.target);
    }
    if (fields.type !== undefined) {
      this.type = records.mask(fields.type);
    }
    if (fields.lastCheckedAt !== undefined) {
      this.lastCheckedAt = fields.lastCheckedAt;
    }
    if (fields.changedAt !== undefined) {
      this.changedAt = fields.changedAt;
    }
    if (fields.timesLackZone) {
      this.timesLackZone = true;
    }
    if (fields.intervalMs !== undefined) {
      this.intervalMs = fields.intervalMs;
    }
    this.tags = fields.tags.length === 0 ? fields.tags : fields.tags.map((tag) => records.mask(tag));
    if (fields.parent !== undefined) {
      this.parent = records.mask(fields.parent);
    }
    if (fields.since !== undefined) {
      this.since = fields.since;
    }
    if (fields.lastError !== undefined) {
      this.lastError = maskText(fields.lastError);
    }
    this.#address = fields.target;
    this.#records = records;
    this.#index = index;
    this.#pageIndex = pageIndex;
  }

  /** The same monitor, with what is read of its record now. */
  withFields(fields: NamedFields): MappedMonitor {
    // The record has its secrets masked. An address that is still the same is opened with them.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#records, this.#index, this.#pageIndex);
  }

  get place(): MonitorPlace {
    return { page: this.#pageIndex + 1, position: this.#index + 1 };
  }

  /** The record as received, its secrets masked. A getter of the class: a copy or the JSON of a monitor has none. */
  get raw(): unknown {
    return this.#records.at(this.#index);
  }
}
