import type { Reason } from './reasons';

/**
 * Where a value stood in an answer: keys and indexes from the root; `'*'` is every element.
 * Two first segments are not of the body: `'@header'` (then the header's name), and as a last one `'@key'`,
 * the key a record is filed under.
 */
export type Path = readonly (string | number)[];

/**
 * A value read out of an answer nobody documented, with the grounds for it.
 * `sureness` runs from 0 to 1; below {@link TAKEN_FROM} a reading is shown as a candidate and not taken.
 */
export interface Reading<T> {
  readonly value: T;
  readonly path: Path;
  readonly sureness: number;
  /** A key of the table in reasons.ts, never a value of the answer. */
  readonly reason: Reason;
  readonly alternatives: readonly Omit<Reading<T>, 'alternatives'>[];
}

/** Below this sureness a reading is a guess, and a guess is asked about rather than passed off as fact. */
export const TAKEN_FROM = 0.6;

/** Whether a reading may be presented as fact. */
export function isTaken(reading: { readonly sureness: number }): boolean {
  return reading.sureness >= TAKEN_FROM;
}

/** What a person can be asked to point at. */
export type QuestionField = 'token' | 'list' | 'id' | 'name' | 'status';

/** One easy question on an answer already received; answering it takes no further call. */
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
export interface ReadingProblem {
  readonly field: string;
  /** English, for the log and the explanation; names types and paths, never values. */
  readonly message: string;
}
