import type { Reason } from './reasons';

/** What a call brought back, as far as its body and headers are read. */
export interface ServiceResponse {
  /** HTTP status. */
  readonly status: number;
  /** Looks a header up, whatever the case of its name. */
  readonly header: (name: string) => string | undefined;
  /** Media type in lower case, without parameters; empty or absent where the service sent none. */
  readonly contentType?: string;
  /** The body as parsed JSON; `undefined` where it is not JSON. */
  readonly json: unknown;
  /** The body as text. Records are parsed from it again when someone looks at them. */
  readonly text?: string;
  /** Epoch milliseconds at which the body was complete. */
  readonly receivedAt: number;
}

/**
 * Where a value is in a response: keys and indexes from the root; `'*'` is every element. Two steps are not part
 * of the body: a first `'@header'` (followed by the header's name), and a last `'@key'`, the key a record is
 * filed under.
 */
export type Path = readonly (string | number)[];

/**
 * A value found in a response whose shape nobody documented, with the reason for it.
 * `confidence` runs from 0 to 1; below {@link MIN_CONFIDENCE} an extraction is a candidate, not a fact.
 */
export interface Extraction<T> {
  readonly value: T;
  readonly path: Path;
  readonly confidence: number;
  /** A key of the table in reasons.ts, never a value of the response. */
  readonly reason: Reason;
  readonly alternatives: readonly Alternative<T>[];
}

export type Alternative<T> = Omit<Extraction<T>, 'alternatives'>;

/** Below this confidence an extraction is a guess; the person is asked instead. */
const MIN_CONFIDENCE = 0.6;

/** Whether an extraction may be shown as fact. */
export function isConfident(extraction: { readonly confidence: number }): boolean {
  return extraction.confidence >= MIN_CONFIDENCE;
}

/** What a person can be asked to point at. */
export type QuestionField = 'token' | 'list' | 'id' | 'name' | 'status';

/** One question about a response already received; answering it takes no further call. */
export interface Question {
  readonly field: QuestionField;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  /** What is remembered when the person picks this one: a path as text. */
  readonly choice: string;
  /** A short look at the value; a token's preview is masked. */
  readonly preview: string;
}

/** An expression or a choice of the person's that did not give what it should. */
export interface MappingProblem {
  readonly field: string;
  /** English, for the log and the explanation; names types and paths, never values. */
  readonly message: string;
}
