import type { Monitor } from '../../monitors/monitor';
import type { Path, Question, Reading, ReadingProblem } from './reading';
import type { ReadingSettings } from './readingSettings';

export interface ListReadingOptions {
  /** From 0. */
  readonly pageIndex: number;
  /** How many were asked for, which tells the count of a page from the total. */
  readonly pageSize: number;
  readonly settings: ReadingSettings;
}

/** How the monitors stand in the answer; `table`: rows without keys; `record`: one monitor and no list. */
export type ListKind = 'array' | 'map' | 'nested' | 'multi' | 'scalars' | 'mapOfMaps' | 'table' | 'record';

/** The fields of a monitor that are read by path. */
export type MonitorField = 'id' | 'name' | 'status' | 'target' | 'type' | 'lastCheck' | 'interval' | 'tags';

/** Where in a record a field is read; `value` is the path as text, in the notation of JMESPath. */
export type FieldReading = Reading<string>;

export interface ListReading {
  /** Whether there is a list at all; it may be empty. */
  readonly found: boolean;
  /** In the service's order; ids are unique within the page. */
  readonly monitors: readonly Monitor[];
  readonly itemsPath?: Reading<Path>;
  readonly itemsKind?: ListKind;
  /** Further arrays that were read as monitors, besides `itemsPath`. */
  readonly alsoPaths: readonly Path[];
  /** Monitors in the whole account. */
  readonly total?: Reading<number>;
  readonly hasMore?: Reading<boolean>;
  readonly pageCount?: Reading<number>;
  /** What was read where, also readings too unsure to be taken. */
  readonly fields: Readonly<Partial<Record<MonitorField, FieldReading>>>;
  /** The service's own status words that could not be told, each once, at most 20. */
  readonly unknownStatusWords: readonly string[];
  readonly questions: readonly Question[];
  readonly problems: readonly ReadingProblem[];
}
