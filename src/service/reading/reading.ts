/** Where a value stood in an answer: keys and indexes from the root; `'*'` is every element. */
export type Path = readonly (string | number)[];

/**
 * A value read out of an answer nobody documented, with the grounds for it.
 * `sureness` runs from 0 to 1; below {@link TAKEN_FROM} a reading is shown as a candidate and not taken.
 */
export interface Reading<T> {
  readonly value: T;
  readonly path: Path;
  readonly sureness: number;
  /** A message key or short English phrase for the explanation page, never a value of the answer. */
  readonly reason: string;
  readonly alternatives: readonly Omit<Reading<T>, 'alternatives'>[];
}

/** Below this sureness a reading is a guess, and a guess is asked about rather than passed off as fact. */
export const TAKEN_FROM = 0.6;

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
