import { parseJson } from '../base/json';
import { maskSecretValues, maskText } from '../base/secretValues';
import type { Monitor, MonitorPlace, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';

// To save memory, a page's records stay text until needed.

export interface PageRecords {
  /** Masks secrets. Never throws. */
  at(index: number): unknown;
  /** Masks a text that many records share. */
  mask(text: string): string;
}

/** Must not keep the JSON. */
export type FindRecords = (json: unknown) => readonly unknown[];

const MAX_MASKED = 200;

class TextRecords implements PageRecords {
  readonly #masked = new Map<string, string>();
  /** The response as received, or the saved records. */
  readonly #text: string;
  readonly #find: FindRecords;
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

/** @param parsed the records, if already found */
export function recordsOfResponse(text: string, find: FindRecords, parsed?: readonly unknown[]): PageRecords {
  return new TextRecords(text, find, parsed);
}

export function recordsFromText(text: string): PageRecords {
  return new TextRecords(text, (json) => (Array.isArray(json) ? (json as unknown[]) : []));
}

type MonitorFields = Omit<Monitor, 'raw' | 'place'>;

/** Missing fields may be `undefined`. */
export type NamedFields = {
  readonly [Field in keyof MonitorFields]: MonitorFields[Field] | undefined;
} & Pick<MonitorFields, 'id' | 'name' | 'status' | 'tags'>;

/** A monitor that parses its record on demand. Security: it masks its own texts, so that no output can forget to. */
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
  /** The target as received. Security: may contain secrets. */
  readonly #address: string | undefined;

  /**
   * Returns the unmasked address. Security: use it only to open it; never show, save or pass it on. Saved pages have a
   * masked one.
   */
  static addressOf(monitor: Pick<Monitor, 'target'>): string | undefined {
    return monitor instanceof MappedMonitor ? monitor.#address : monitor.target;
  }

  /** `index`: position in `records`. */
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

  /** Returns the monitor with new fields. */
  withFields(fields: NamedFields): MappedMonitor {
    // If the masked address is the same, keep the original.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#records, this.#index, this.#pageIndex);
  }

  get place(): MonitorPlace {
    return { page: this.#pageIndex + 1, position: this.#index + 1 };
  }

  /** The masked record. A getter of the class, so that copies and JSON leave it out. */
  get raw(): unknown {
    return this.#records.at(this.#index);
  }
}
