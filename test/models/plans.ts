import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changes, reads, renewals, shifts } from './acts';
import { anInterleaving, playInterleaving } from './interleavings';

/** A promise that holds in any order of the steps of two windows, a user and an agent. */
export interface Promised {
  readonly sentence: string;
  /** Runs in the unit tests: enough for most mistakes, in a few seconds. */
  readonly runs: number;
  readonly property: fc.IAsyncProperty<unknown>;
}

export const promises: readonly Promised[] = [
  {
    sentence: 'two windows that read on pay for each page once',
    runs: 4,
    property: fc.asyncProperty(anInterleaving(reads, 12), (interleaving) =>
      playInterleaving(interleaving, {}, ({ pagesAsked }) =>
        assert.equal(new Set(pagesAsked).size, pagesAsked.length, `pages ${pagesAsked.join()}`),
      ),
    ),
  },
  {
    sentence:
      'a list that grows in front of those who read on has each monitor once, and loses none',
    runs: 4,
    property: fc.asyncProperty(
      anInterleaving([...reads, ...shifts, ...shifts], 16),
      (interleaving) => playInterleaving(interleaving, {}),
    ),
  },
  {
    sentence: 'two windows keep the daily limit to the call',
    runs: 12,
    property: fc.asyncProperty(
      anInterleaving(renewals, 10),
      fc.integer({ min: 2, max: 6 }),
      (interleaving, dailyCallLimit) => playInterleaving(interleaving, { dailyCallLimit }),
    ),
  },
  {
    sentence:
      'whatever is done in two windows, no call is one too many, no row is lost or mixed up, and all of it is counted',
    runs: 4,
    property: fc.asyncProperty(
      anInterleaving([...reads, ...reads, ...reads, ...renewals, ...renewals, ...changes], 40),
      (interleaving) => playInterleaving(interleaving, {}),
    ),
  },
];
