import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../base/json';
import {
  isBoolean,
  isCount,
  isName,
  isOneOf,
  isText,
  isTime,
  orAbsent,
  parseRecord,
  readAs,
  type Shape,
} from '../base/storedJson';
import { NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import { MONITOR_STATUSES } from '../monitors/monitor';
import type {
  Choice,
  FieldMapping,
  ListMapping,
  Mapping,
  Path,
  ShapeMapping,
  TokenMapping,
} from '../service/mapping/mapping';
import { reasons } from '../service/mapping/reasons';
import { inFolder, removeLeftovers, toFileKey, unlessMissing, writeAtomically } from './files';

/** What is known of a service: what was learned of its responses, and what its users have said about them. */
export interface KnownService {
  readonly mapping?: Mapping;
  readonly token?: TokenMapping;
  /** Answers to questions, by field. */
  readonly choices?: Readonly<Record<string, Path>>;
  /** The service's own words for a status and what they mean. */
  readonly statusValues?: Readonly<Record<string, string>>;
}

/** What another version of the extension wrote isn't read by guessing. */
const VERSION = 1;

/**
 * What is known of services, one file for an address, in the folder that all windows share:
 * `mappings/<hash of the base URL>.json`, and `<hash>.paging.json` for what its pages have shown.
 */
export class MappingStore {
  readonly #folder: string;

  constructor({ storageFolder }: { readonly storageFolder: string }) {
    this.#folder = join(storageFolder, 'mappings');
  }

  /** Nothing where there is no file, or one that isn't as it must be. @throws the file system's error */
  async load(address: string): Promise<KnownService> {
    const text = await unlessMissing(readFile(join(this.#folder, fileName(address)), 'utf8'), '');
    const { version, ...known } = parseRecord(text);
    return version === VERSION ? (readAs(knownShape, known) ?? {}) : {};
  }

  /** @throws the file system's error */
  async save(address: string, known: KnownService): Promise<void> {
    const text = JSON.stringify({ version: VERSION, ...known });
    await inFolder(this.#folder, () => writeAtomically(this.#folder, fileName(address), text));
  }

  /** Nothing known where there is no file, or one that isn't as it must be. @throws the file system's error */
  async loadPaging(address: string): Promise<KnownPaging> {
    const path = join(this.#folder, pagingFileName(address));
    const text = await unlessMissing(readFile(path, 'utf8'), '');
    return readAs(pagingShape, parseRecord(text)) ?? NOTHING_KNOWN;
  }

  /** @throws the file system's error */
  async savePaging(address: string, paging: KnownPaging): Promise<void> {
    const text = JSON.stringify(paging);
    await inFolder(this.#folder, () => writeAtomically(this.#folder, pagingFileName(address), text));
  }

  /** Removes what windows that crashed have left. @param now epoch milliseconds. @throws the file system's error */
  sweep(now: number): Promise<void> {
    return removeLeftovers(this.#folder, now);
  }
}

function fileName(address: string): string {
  return `${toFileKey(address)}.json`;
}

function pagingFileName(address: string): string {
  return `${toFileKey(address)}.paging.json`;
}

type Check = (value: unknown) => boolean;

const isPath: Check = (value) =>
  Array.isArray(value) && value.every((step) => typeof step === 'string' || Number.isSafeInteger(step));
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= 400 && value.every(check);
/** `readAs` has `null` for absent, but it is the value itself that is taken here, where `null` would stay. */
const isAs =
  <T extends object>(shape: Shape<T>): Check =>
  (value) =>
    isObject(value) && !Object.values(value).includes(null) && readAs(shape, value) !== undefined;
const isMap =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);

const placeShape = {
  path: isPath,
  confidence: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1,
  reason: (value: unknown) => typeof value === 'string' && Object.hasOwn(reasons, value),
} satisfies Shape<{ path: Path; confidence: number; reason: string }>;
const choiceShape: Shape<Choice> = { ...placeShape, runnerUp: orAbsent(isAs(placeShape)) };
const fieldShape: Shape<FieldMapping> = {
  ...choiceShape,
  sources: isList(isAs({ path: isPath, ofTrouble: orAbsent(isBoolean) })),
  isUsual: isBoolean,
  unitMs: orAbsent(Number.isFinite),
};
const isStatus = isOneOf(MONITOR_STATUSES);
const statusShape: Shape<ListMapping['status']> = {
  place: orAbsent(isAs(choiceShape)),
  isUsual: isBoolean,
  yes: orAbsent(isOneOf(['up', 'down'])),
  values: isMap(isStatus),
  off: isList(
    isAs({ path: isPath, when: (value) => isBoolean(value) || value === 'since' || value === 'word' }),
  ),
  offWords: isList(isText),
  alarms: isList(isAs({ path: isPath, when: isBoolean, status: isStatus })),
};
const listShape: Shape<ListMapping> = {
  ...choiceShape,
  fields: isMap(isAs(fieldShape)),
  status: isAs(statusShape),
  repeatsIds: isBoolean,
  keys: isList(isText),
};
const shapeShape: Shape<ShapeMapping> = {
  lists: (value) => isList(isAs(listShape))(value) && (value as unknown[]).length > 0,
  paging: isList(isAs({ ...placeShape, says: isName })),
  keys: isList(isText),
};
const mappingShape: Shape<Mapping> = {
  shapes: (value) => isList(isAs(shapeShape))(value) && (value as unknown[]).length > 0,
  expression: orAbsent(isText),
  isComplete: isBoolean,
  asks: isList(isName),
};
const knownShape: Shape<KnownService> = {
  mapping: orAbsent(isAs(mappingShape)),
  token: orAbsent(isAs<TokenMapping>({ token: isAs(choiceShape), expiry: isAs(choiceShape) })),
  choices: orAbsent(isMap(isPath)),
  statusValues: orAbsent(isMap(isText)),
};
const pagingShape: Shape<KnownPaging> = {
  longestPage: isCount,
  pageSize: orAbsent((value) => isCount(value) && value !== 0),
  end: orAbsent(isAs({ length: isCount, at: isTime })),
  tellsTotals: isBoolean,
};
