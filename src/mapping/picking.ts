import { isArray } from '../base/json';
import { toPlainText, type PlainText } from '../base/text';
import { Candidate, findCandidates } from './candidates';
import { rankCandidates } from './findFields';
import { scoreStatus } from './findStatus';
import * as lexicon from './lexicon';
import { toGetter, type Field, type ListMapping, type Path } from './mapping';
import type { Sample } from './records';
import { readTags, toText } from './values';
import { wordSet } from './words';

// The choices of fields for the user.

/** A path with an untrusted sample. */
export interface Choice {
  readonly path: Path;
  readonly sample: PlainText;
  /** The extension would choose it too. */
  readonly isLikely: boolean;
}

const MAX_SAMPLE = 80;
/** Trends aren't a status. */
const NO_STATUS = wordSet('trend direction change');

/** Lists choices, likely ones first. */
export function findChoices(field: Field, samples: readonly Sample[]): readonly Choice[] {
  const keys = samples.map(({ key }) => key);
  const ofKey = new Candidate(['@key'], keys);
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

/** Lists all paths with a value, outer ones first. */
export function findAllChoices(samples: readonly Sample[]): readonly Choice[] {
  return findCandidates(samples).flatMap(({ path, filled }) => {
    const sample = toSample(filled);
    return sample === '' ? [] : [{ path, sample, isLikely: false }];
  });
}

export function sampleOf(paths: readonly Path[], samples: readonly Sample[]): PlainText {
  const getters = paths.map(toGetter);
  return toSample(samples.flatMap(({ value, key }) => getters.map((get) => get(value, key))));
}

/** Prefers distinct texts to ids and deep values. */
function rate(one: Candidate): number {
  const areTexts = one.share((value) => typeof value === 'string');
  const isId = lexicon.scoreWords(one.words, lexicon.ID) > 0.5;
  return (areTexts * one.distinct) / Math.max(1, one.filled.length) - 0.2 * one.depth - 0.5 * Number(isId);
}

function toSample(values: readonly unknown[]): PlainText {
  const texts = values.map((value) =>
    toPlainText(isArray(value) ? readTags(value).join(', ') : toText(value), MAX_SAMPLE),
  );
  return texts.find((text) => text !== '') ?? toPlainText('', 0);
}

export function pathsOf(field: Field, list: ListMapping | undefined): readonly Path[] {
  return (field === 'status' ? list?.status.paths : list?.fields[field]) ?? [];
}
