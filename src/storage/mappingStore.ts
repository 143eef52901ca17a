import { isObject } from '../base/json';
import {
  isBoolean,
  isCount,
  isName,
  isOneOf,
  isText,
  isTime,
  orAbsent,
  readAs,
  type Shape,
} from '../base/storedJson';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
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
import type { Database } from './database';
import { createMappings } from './mappings';

/** What is known of a service: what was learned of its responses, and what its users have said about them. */
export interface KnownService {
  readonly mapping?: Mapping;
  readonly token?: TokenMapping;
  /** Answers to questions, by field. */
  readonly choices?: Readonly<Record<string, Path>>;
  /** The service's own words for a status and what they mean. */
  readonly statusValues?: Readonly<Record<string, string>>;
}

export type MappingStore = ReturnType<typeof createMappingStore>;

/** What is known of services, by address. */
export function createMappingStore(database: Database) {
  const mappings = createMappings(database);
  const load = async (address: string): Promise<Stored> =>
    readAs(storedShape, await mappings.load(address)) ?? {};
  const save = async (address: string, change: Stored): Promise<void> => {
    await mappings.update(address, (known) => ({ ...readAs(storedShape, known), ...change }));
  };
  return {
    /** Nothing if nothing is known, or if it isn't as it must be. */
    load: async (address: string): Promise<KnownService> => (await load(address)).service ?? {},

    save: (address: string, service: KnownService): Promise<void> => save(address, { service }),

    /** What the pages of the service have shown. */
    loadPaging: async (address: string): Promise<KnownPaging> =>
      (await load(address)).paging ?? NOTHING_KNOWN,

    /** Adds to what another window has learned meanwhile. */
    savePaging: async (address: string, paging: KnownPaging): Promise<void> => {
      await mappings.update(address, (value) => {
        const known = readAs(storedShape, value) ?? {};
        return { ...known, paging: mergePaging(known.paging ?? NOTHING_KNOWN, paging) };
      });
    },
  };
}

interface Stored {
  readonly service?: KnownService;
  readonly paging?: KnownPaging;
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
  end: orAbsent(isAs({ monitors: isText, at: isTime })),
  tellsTotals: isBoolean,
};
const storedShape: Shape<Stored> = {
  service: orAbsent((value) => readAs(knownShape, value) !== undefined),
  paging: orAbsent((value) => readAs(pagingShape, value) !== undefined),
};
