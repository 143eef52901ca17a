import { tryParseJson } from '../base/json';
import { maskText, toMasker } from '../base/secretValues';
import type { Monitor, MonitorStatus } from './monitor';
import { toShownId } from './monitorIds';

/** Returns a record of a page by its index, with masked secrets. Never throws. */
export type RecordAt = (index: number) => unknown;

/**
 * Keeps the records of a page. To save memory, they stay text until needed.
 * @param text a response as received, or saved records
 * @param find must not keep the JSON
 * @param parsed the records, if already found
 */
export function keepRecords(text: string, find = toArray, parsed?: readonly unknown[]): RecordAt {
  const keep = (records: readonly unknown[]) => ({ records, mask: toMasker() });
  let kept = parsed && new WeakRef(keep(parsed));
  return (index) => {
    let known = kept?.deref();
    if (known === undefined) {
      known = keep(find(tryParseJson(text)));
      kept = new WeakRef(known);
    }
    return known.mask(known.records[index]);
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
  readonly #recordAt: RecordAt;
  readonly #index: number;
  readonly #pageIndex: number;
  /** The target as received. Security: may contain secrets. */
  readonly #address: string | undefined;
  #target: string | undefined;

  /**
   * Returns the unmasked address. Security: use it only to open it; never show, save or pass it on. Saved pages have a
   * masked one.
   */
  static addressOf(monitor: Pick<Monitor, 'target'>): string | undefined {
    return monitor instanceof MappedMonitor ? monitor.#address : monitor.target;
  }

  /** @param index of its record on the page */
  constructor(fields: NamedFields, recordAt: RecordAt, index: number, pageIndex: number) {
    const { rawStatus, target, type, tags, parent, lastError } = fields;
    this.id = toShownId(fields.id);
    this.name = maskText(fields.name);
    this.status = fields.status;
    this.rawStatus = rawStatus && maskText(rawStatus);
    this.type = type && maskText(type);
    this.lastCheckedAt = fields.lastCheckedAt;
    this.changedAt = fields.changedAt;
    this.timesLackZone = fields.timesLackZone;
    this.intervalMs = fields.intervalMs;
    this.tags = tags.length === 0 ? tags : tags.map(maskText);
    this.parent = parent && maskText(parent);
    this.since = fields.since;
    this.lastError = lastError && maskText(lastError);
    this.#address = target;
    this.#recordAt = recordAt;
    this.#index = index;
    this.#pageIndex = pageIndex;
  }

  withFields(fields: NamedFields): MappedMonitor {
    // If the masked address is the same, keep the original.
    const isSame = fields.target !== undefined && maskText(fields.target) === this.target;
    const target = isSame ? this.#address : fields.target;
    return new MappedMonitor({ ...fields, target }, this.#recordAt, this.#index, this.#pageIndex);
  }

  /** Masked when first asked for, because most rows are never shown. */
  get target(): string | undefined {
    return (this.#target ??= this.#address && maskText(this.#address));
  }

  get place(): NonNullable<Monitor['place']> {
    return { page: this.#pageIndex + 1, position: this.#index + 1 };
  }

  /** The masked record. A getter of the class, so that copies and JSON leave it out. */
  get raw(): unknown {
    return this.#recordAt(this.#index);
  }
}
