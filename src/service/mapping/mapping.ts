import type { MonitorStatus } from '../../monitors/monitor';
import type { Reason } from './reasons';

// What was learned of a service: where in its responses everything is. A value: immutable, plain JSON, and nothing of
// the service in it but names of fields and the words by which it tells a status.

/**
 * Where a value is in a response: keys and indexes from the root; `'*'` is every element. Two steps are not part
 * of the body: a first `'@header'` (followed by the header's name), and a last `'@key'`, the key a record is
 * filed under.
 */
export type Path = readonly (string | number)[];

export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

export function startsWithPath(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((step, i) => step === path[i]);
}

const PLAIN_STEP = /^[A-Za-z_]\w*$/;

/** A path as text, in JMESPath's own notation, so that it can be pasted into the setting: `data[0]."a b".id`. */
export function toPathText(path: Path): string {
  if (path.length === 0) {
    return '@';
  }
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    if (step === '*') {
      return text === '' ? '*' : `${text}.*`;
    }
    const name = PLAIN_STEP.test(step) ? step : JSON.stringify(step);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** A place, and why something is read there. `confidence` runs from 0 to 1; below {@link MIN_CONFIDENCE} nothing is. */
export interface Place {
  readonly path: Path;
  readonly confidence: number;
  /** A key of the table in reasons.ts, never a value of the response. */
  readonly reason: Reason;
}

/** The place that was chosen, and the best of those that weren't. */
export interface Choice extends Place {
  readonly runnerUp?: Place;
}

/** Below this confidence a place is a guess; the user is asked instead. */
const MIN_CONFIDENCE = 0.6;

/** Whether what was found may be shown as fact. */
export function isConfident({ confidence }: { readonly confidence: number }): boolean {
  return confidence >= MIN_CONFIDENCE;
}

/** The form in which a status value is looked up. */
export function toStatusValueKey(value: string): string {
  return value.trim().toLowerCase();
}

/** The fields of a monitor that are read from places of their own; the status has more to it. */
export const PLAIN_FIELDS = [
  'id',
  'name',
  'target',
  'type',
  'lastCheck',
  'interval',
  'tags',
  'since',
  'lastError',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];

/** A place of a record at which a field is looked for. */
export interface Source {
  readonly path: Path;
  /** Of a time: it tells since when something is wrong, and says nothing of a monitor that is well. */
  readonly ofTrouble?: true;
}

/** Where a field of the records is read. */
export interface FieldMapping extends Choice {
  /** In the order in which they are tried; none where the choice isn't confident, or another field stands in. */
  readonly sources: readonly Source[];
  /** Most records had it. */
  readonly isUsual: boolean;
  /** Of an interval: milliseconds that its number 1 means. */
  readonly unitMs?: number;
}

/** A place where a user of the service has set whether a monitor checks. */
export interface OffSource {
  readonly path: Path;
  /** `true` or `false`: the yes-or-no value that means off; `since`: a time, where it is off; `word`: see `offWords`. */
  readonly when: boolean | 'since' | 'word';
}

/** A yes-or-no place that says that something is wrong. */
export interface AlarmSource {
  readonly path: Path;
  readonly when: boolean;
  readonly status: 'down' | 'degraded';
}

/** How the status of a record is told. */
export interface StatusMapping {
  /** The value that tells it; also one that isn't confident, for the service's own word. Absent where nothing does. */
  readonly place?: Choice;
  readonly isUsual: boolean;
  /** For yes-or-no values: the status that yes means. */
  readonly yes?: 'up' | 'down';
  /** Status values in lower case and what they mean. */
  readonly values: Readonly<Record<string, MonitorStatus>>;
  readonly off: readonly OffSource[];
  /** Values of places that say in a word that a monitor is off, in lower case. */
  readonly offWords: readonly string[];
  readonly alarms: readonly AlarmSource[];
}

/** A list of monitors, and how its records are read. */
export interface ListMapping extends Choice {
  readonly fields: Readonly<Partial<Record<PlainField, FieldMapping>>>;
  readonly status: StatusMapping;
  /** Two records had the same id, and the second is told apart by a number. */
  readonly repeatsIds: boolean;
  /** Names of fields that records were seen with, for what is new to be noticed. */
  readonly keys: readonly string[];
}

/** What a number or text beside the list says of further pages. */
export interface PagingPlace extends Place {
  /**
   * `total`: monitors in the account. `count`: in the account or on the page, as its value shows. `more`: yes or no.
   * `next`: a link or token, which is empty at the end.
   */
  readonly says: 'total' | 'count' | 'more' | 'next';
}

/** How responses of one shape are read. */
export interface ShapeMapping {
  /** The list of monitors, and those beside it that have monitors as well. */
  readonly lists: readonly [ListMapping, ...ListMapping[]];
  /** The surest first. */
  readonly paging: readonly PagingPlace[];
  /** Names of fields around the list, for what is new to be noticed. */
  readonly keys: readonly string[];
}

/** How a service's lists of monitors are read. */
export interface Mapping {
  /** One, unless the service changed the shape of its responses within the pages that were learned from. */
  readonly shapes: readonly [ShapeMapping, ...ShapeMapping[]];
  /** The user's expression for the list that this was learned with. */
  readonly expression?: string;
  /** Whether the pages that it was learned from could tell all that pages of this service tell. */
  readonly isComplete: boolean;
  /** What couldn't be told, and has places to choose from. */
  readonly asks: readonly QuestionField[];
}

/** Where the response of a sign-in has the token and its end. */
export interface TokenMapping {
  readonly token: Choice;
  readonly expiry: Choice;
}

/** What a user can be asked to point at. */
export type QuestionField = 'token' | 'list' | 'id' | 'name' | 'status';

/** One question about a response already received; answering it takes no further call. */
export interface Question {
  readonly field: QuestionField;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  /** What is remembered when the user picks this one. */
  readonly path: Path;
  /** A short look at the value; a token's preview is masked. */
  readonly preview: string;
}

/** An expression or a choice of the user's that did not give what it should. */
export interface MappingProblem {
  readonly field: string;
  /** English, for the log and the explanation; names types and paths, never values. */
  readonly message: string;
}
