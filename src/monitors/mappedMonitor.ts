import { tryParseJson } from '../base/json';
import { Masker, maskText } from '../base/secretValues';
import type { Monitor, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';

/** The records of a page, with masked secrets. Never throws. */
export interface KeptRecords {
  readonly at: (index: number) => unknown;
  /** Returns a fast `maskText` while the records are in memory. */
  readonly toTextMasker: () => (text: string) => string;
}

/**
 * Keeps the records of a page. To save memory, they stay text until needed.
 * @param text a response as received, or saved records
 * @param find must not keep the JSON
 * @param parsed the records, if already found
 */
export function keepRecords(text: string, find = toArray, parsed?: readonly unknown[]): KeptRecords {
  const keep = (records: readonly unknown[]) => ({ records, masker: new Masker() });
  let kept = parsed && new WeakRef(keep(parsed));
  return {
    at: (index) => {
      let known = kept?.deref();
      if (known === undefined) {
        known = keep(find(tryParseJson(text)));
        kept = new WeakRef(known);
      }
      return known.masker.maskValue(known.records[index]);
    },
    toTextMasker: () => kept?.deref()?.masker.maskText ?? maskText,
  };
}

function toArray(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? (json as unknown[]) : [];
}

export type NamedFields = Omit<Monitor, 'raw' | 'place'>;

/** A monitor that parses its record on demand. Security: it masks its own texts, so that no output can forget to. */
export class MappedMonitor implements Monitor {
  readonly id: string;
  readonly name: string;
  readonly status: MonitorStatus;
  readonly rawStatus: string | undefined;
  readonly type: string | undefined;
  readonly lastCheckedAt: number | undefined;
  readonly changedAt: number | undefined;
  readonly timesLackZone: true | undefined;
  readonly intervalMs: number | undefined;
  readonly tags: readonly string[];
  readonly parent: string | undefined;
  readonly since: number | undefined;
  readonly lastError: string | undefined;
  readonly target: string | undefined;
  readonly #records: KeptRecords;
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
  constructor(
    fields: NamedFields,
    records: KeptRecords,
    index: number,
    pageIndex: number,
    mask = records.toTextMasker(),
  ) {
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
    this.#records = records;
    this.#index = index;
    this.#pageIndex = pageIndex;
  }

  withFields(fields: NamedFields): MappedMonitor {
    // If the masked address is the same, keep the original.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#records, this.#index, this.#pageIndex);
  }

  get place(): NonNullable<Monitor['place']> {
    return { page: this.#pageIndex + 1, position: this.#index + 1 };
  }

  /** The masked record. A getter of the class, so that copies and JSON leave it out. */
  get raw(): unknown {
    return this.#records.at(this.#index);
  }
}
