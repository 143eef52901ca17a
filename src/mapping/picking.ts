import { isArray, isObject } from '../base/json';
import { toPlainText, type PlainText } from '../base/text';
import { findCandidates, type Candidate, type Sample } from './candidates';
import { rankCandidates } from './findFields';
import { scoreStatus } from './findStatus';
import type { Field, ListMapping, Path } from './mapping';

// What a user can pick for a field, out of the records that are here.

/** A path with a sample of its values, untrusted. */
export interface Choice {
  readonly path: Path;
  readonly sample: PlainText;
  /** The reader would think of it, too. */
  readonly isLikely: boolean;
}

const MAX_SAMPLE = 80;

/** The paths that a user can pick for a field, the likely ones first. */
export function findChoices(field: Field, samples: readonly Sample[]): readonly Choice[] {
  const candidates = findCandidates(samples).filter(({ filled }) =>
    filled.some((value) => toSample(value) !== ''),
  );
  const likely =
    field === 'status'
      ? candidates.filter((one) => scoreStatus(one) > 0.4).sort((a, b) => scoreStatus(b) - scoreStatus(a))
      : rankCandidates(field, candidates, { samples, chosen: {} }).map(({ one }) => one);
  const others = candidates.filter((one) => !likely.includes(one)).sort((a, b) => rate(b) - rate(a));
  return [...likely, ...others].map((one) => ({
    path: one.path,
    sample: toSample(one.filled.find((value) => toSample(value) !== '')),
    isLikely: likely.includes(one),
  }));
}

/** All paths that a record has something at, those of its own first. */
export function findAllChoices(samples: readonly Sample[]): readonly Choice[] {
  return findCandidates(samples).flatMap(({ path, filled }) => {
    const sample = filled.map(toSample).find((text) => text !== '');
    return sample === undefined ? [] : [{ path, sample, isLikely: false }];
  });
}

/** Texts that differ come before others, and what is deep in a record last. */
function rate(one: Candidate): number {
  const areTexts = one.share((value) => typeof value === 'string');
  return areTexts * (one.distinct / Math.max(1, one.filled.length)) - 0.2 * one.depth;
}

function toSample(value: unknown): PlainText {
  const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const texts = isArray(value) ? value.filter((one) => !isObject(one) && !isArray(one)) : [];
  return toPlainText(isSimple ? String(value) : texts.map(String).join(', '), MAX_SAMPLE);
}

/** The paths at which a field is read now. */
export function pathsOf(field: Field, list: ListMapping | undefined): readonly Path[] {
  return (field === 'status' ? list?.status.paths : list?.fields[field]) ?? [];
}
