import { isObject } from '../base/json';
import {
  isBoolean,
  isCount,
  isOneOf,
  isText,
  isTime,
  orAbsent,
  readAs,
  type Shape,
} from '../base/storedJson';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import { MONITOR_STATUSES } from '../monitors/monitor';
import {
  FIELDS,
  type ListMapping,
  type Mapping,
  type Path,
  type Picks,
  type Signal,
} from '../mapping/mapping';
import type { StatusMapping } from '../mapping/mapping';
import type { Database } from './database';
import { createMappings } from './mappings';

/** What is known of a service: what was learned of its responses, and what its users have picked. */
export interface KnownService {
  readonly mapping?: Mapping;
  /** Where the token of a sign-in is. */
  readonly token?: Path;
  readonly picks?: Picks;
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

const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= 400 && value.every(check);
const isMap =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
/** `readAs` has `null` for absent, but it is the value itself that is taken here, where `null` would stay. */
const isAs =
  <T extends object>(shape: Shape<T>): Check =>
  (value) =>
    isObject(value) && !Object.values(value).includes(null) && readAs(shape, value) !== undefined;

const isPath: Check = (value) => isText(value) && value !== '';
const isPaths = isList(isPath);
const isMeanings = isMap(isOneOf(MONITOR_STATUSES));
const areSignals = isList(isAs<Signal>({ path: isPath, meanings: isMeanings }));
const statusShape: Shape<StatusMapping> = {
  paths: isPaths,
  meanings: isMeanings,
  off: areSignals,
  alarms: areSignals,
};
const listShape: Shape<ListMapping> = {
  path: isPath,
  fields: isMap(isPaths),
  status: isAs(statusShape),
  unitMs: orAbsent(Number.isFinite),
  unit: orAbsent(isPath),
  zone: orAbsent(isPath),
  isTargetPicked: orAbsent(isBoolean),
  keys: isList(isText),
};
const mappingShape: Shape<Mapping> = {
  lists: (value) => isList(isAs(listShape))(value) && (value as unknown[]).length > 0,
  asks: isList(isOneOf(FIELDS)),
};
const picksShape: Shape<Picks> = {
  list: orAbsent(isPath),
  total: orAbsent(isPaths),
  token: orAbsent(isPaths),
  expiry: orAbsent(isPaths),
  fields: isMap(isPaths),
  statusValues: isMeanings,
};
const knownShape: Shape<KnownService> = {
  mapping: orAbsent(isAs(mappingShape)),
  token: orAbsent(isPath),
  picks: orAbsent(isAs(picksShape)),
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
