import { isArray, isObject, type JsonObject } from '../base/json';
import { toPath, type Step } from '../base/path';
import { remember } from '../base/remember';
import { readText } from '../base/scalar';
import type { Sample } from './candidates';
import { isOfOtherThings, nounScore } from './listCandidates';
import type { RecordMapping } from './mapping';
import { toFieldReader, toRawStatusReader } from './readRecord';

/** Records that are looked at to decide whether all are monitors. */
export const LOOKED_AT = 20;

/** Objects in the arrays of a record. */
interface RecordParts {
  readonly monitors: JsonObject[];
  /** Whether there are other objects with a name and a status. */
  hasOthers: boolean;
}

/** Decides by the mapped id, name and status which records are monitors. */
export class MonitorTest {
  readonly idOf;
  readonly nameOf;
  readonly statusOf;
  readonly #isStatusMapped: boolean;
  readonly #isNoun = remember((key: string) => nounScore([key]) > 0);
  readonly #isOtherKey = remember((key: string) => isOfOtherThings([key]));

  constructor({ fields, status }: RecordMapping) {
    this.idOf = toFieldReader(fields.id, readText);
    this.nameOf = toFieldReader(fields.name, readText);
    this.statusOf = toRawStatusReader(status);
    this.#isStatusMapped = status.paths.length > 0;
  }

  hasNameAndStatus(record: Sample): boolean {
    return this.nameOf(record) !== undefined && this.statusOf(record) !== undefined;
  }

  /** Returns an equal text for records with equal id, name and status. */
  toKey(record: Sample): string {
    return JSON.stringify([this.idOf(record), this.nameOf(record), this.statusOf(record)]);
  }

  /** Whether a list in the same object has monitors, too: `up: […]` beside `down: […]`. */
  isJoined(list: readonly Step[], steps: readonly Step[], samples: readonly Sample[]): boolean {
    const isBeside =
      toPath(list.slice(0, -1)) === toPath(steps.slice(0, -1)) && list.at(-1) !== steps.at(-1);
    if (!isBeside || isOfOtherThings(steps)) {
      return false;
    }
    const records = samples.filter(({ value }) => isObject(value)).slice(0, LOOKED_AT);
    return records.length > 0 && records.every((record) => this.hasNameAndStatus(record));
  }

  /** Finds what is in the arrays of a record and of its objects: `services: […]` in a host. */
  findParts(record: unknown): RecordParts {
    const parts: RecordParts = { monitors: [], hasOthers: false };
    if (isObject(record) && this.#isStatusMapped) {
      this.#addParts(parts, record, record, 1);
    }
    return parts;
  }

  #addParts(parts: RecordParts, holder: JsonObject, record: JsonObject, levels: number): void {
    for (const key in holder) {
      const inner = holder[key];
      if (typeof inner !== 'object' || inner === null || this.#isOtherKey(key)) {
        continue;
      }
      if (isArray(inner)) {
        inner.forEach((part) => this.#addPart(parts, key, part, record));
      } else if (isObject(inner) && levels > 0) {
        this.#addParts(parts, inner, record, levels - 1);
      }
    }
  }

  #addPart(parts: RecordParts, key: string, value: unknown, record: JsonObject): void {
    const part = { value };
    if (!isObject(value) || this.statusOf(part) === undefined) {
      return;
    }
    const isNamed = this.nameOf(part) !== undefined;
    const isIdentified = isNamed || this.idOf(part) !== undefined;
    if ((isNamed && this.#isNoun(key)) || (isIdentified && haveSameKeys(value, record))) {
      parts.monitors.push(value);
    } else {
      parts.hasOthers ||= isNamed;
    }
  }
}

/** Whether most keys of an object in a record are keys of the record, too. */
function haveSameKeys(object: JsonObject, record: JsonObject): boolean {
  const keys = Object.keys(object);
  const shared = keys.filter((key) => Object.hasOwn(record, key));
  return shared.length >= 0.8 * keys.length;
}
