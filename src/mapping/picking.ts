import { isArray } from '../base/json';
import { toPlainText, type PlainText } from '../base/text';
import { Candidate, findCandidates, type Sample } from './candidates';
import { rankCandidates } from './findFields';
import { scoreStatus } from './findStatus';
import * as lexicon from './lexicon';
import { toGetter, type Field, type ListMapping, type Path } from './mapping';
import { readTags, toText } from './values';
import { wordSet } from './words';

// What a user can pick for a field, out of the records that are here.

/** A path with a sample of its values, untrusted. */
export interface Choice {
  readonly path: Path;
  readonly sample: PlainText;
  /** The reader would think of it, too. */
  readonly isLikely: boolean;
}

const MAX_SAMPLE = 80;
/** These say how a value develops, whatever words they have. */
const NO_STATUS = wordSet('trend direction change');

/** The paths that a user can pick for a field, the likely ones first. */
export function findChoices(field: Field, samples: readonly Sample[]): readonly Choice[] {
  const keys = samples.map(({ key }) => key);
  const ofKey = new Candidate(['@key'], { holder: 'own', path: '$', words: [] }, keys);
  const candidates = [ofKey, ...findCandidates(samples)].filter(
    (one) => toSample(one.filled) !== '' && (field !== 'status' || !one.says(NO_STATUS)),
  );
  const likely =
    field === 'status'
      ? candidates.filter((one) => scoreStatus(one) > 0.4).sort((a, b) => scoreStatus(b) - scoreStatus(a))
      : rankCandidates(field, candidates, { samples, chosen: {} }).map(({ one }) => one);
  const others = candidates.filter((one) => !likely.includes(one)).sort((a, b) => rate(b) - rate(a));
  return [...likely, ...others].map((one) => ({
    path: one.path,
    sample: toSample(one.filled),
    isLikely: likely.includes(one),
  }));
}

/** All paths that a record has something at, those of its own first. */
export function findAllChoices(samples: readonly Sample[]): readonly Choice[] {
  return findCandidates(samples).flatMap(({ path, filled }) => {
    const sample = toSample(filled);
    return sample === '' ? [] : [{ path, sample, isLikely: false }];
  });
}

/** What is at the first of some paths that has something. */
export function sampleOf(paths: readonly Path[], samples: readonly Sample[]): PlainText {
  const getters = paths.map(toGetter);
  return toSample(samples.flatMap(({ value, key }) => getters.map((get) => get(value, key))));
}

/** Texts that differ come before ids and others, and what is deep in a record last. */
function rate(one: Candidate): number {
  const areTexts = one.share((value) => typeof value === 'string');
  const isId = lexicon.scoreWords(one.words, lexicon.ID) > 0.5;
  return (areTexts * one.distinct) / Math.max(1, one.filled.length) - 0.2 * one.depth - 0.5 * Number(isId);
}

/** The first of some values that can be shown in a line. */
function toSample(values: readonly unknown[]): PlainText {
  const texts = values.map((value) =>
    toPlainText(isArray(value) ? readTags(value).join(', ') : toText(value), MAX_SAMPLE),
  );
  return texts.find((text) => text !== '') ?? toPlainText('', 0);
}

/** The paths at which a field is read now. */
export function pathsOf(field: Field, list: ListMapping | undefined): readonly Path[] {
  return (field === 'status' ? list?.status.paths : list?.fields[field]) ?? [];
}
