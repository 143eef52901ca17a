import { isArray } from '../base/json';
import { toPlainText, type PlainText } from '../base/text';
import { Candidate, findCandidates, rank } from './candidates';
import { rankCandidates } from './findFields';
import { scoreStatus } from './findStatus';
import * as lexicon from './lexicon';
import { toGetter, type Field, type Path } from './mapping';
import type { Sample } from './records';
import { readTags, toText } from './values';
import { wordSet } from './words';

/** A path to choose, with an untrusted sample. */
export interface Choice {
  readonly path: Path;
  readonly sample: PlainText;
}

const MAX_SAMPLE = 80;
/** Words of trends, which aren't a status. */
const NO_STATUS = wordSet('trend direction change');

const toChoice = ({ path, filled }: Candidate): Choice => ({ path, sample: toSample(filled) });

export function findChoices(field: Field, samples: readonly Sample[]): readonly Choice[] {
  const ofKey = new Candidate(
    ['@key'],
    samples.map(({ key }) => key),
  );
  const candidates = [ofKey, ...findCandidates(samples)].filter(
    (one) => toSample(one.filled) !== '' && (field !== 'status' || !one.says(NO_STATUS)),
  );
  const ranked =
    field === 'status'
      ? rank(candidates, 0.4, scoreStatus)
      : rankCandidates(field, candidates, { count: samples.length, chosen: {} });
  const likely = ranked.map(({ one }) => one);
  const others = rank(candidates, -Infinity, rate).filter(({ one }) => !likely.includes(one));
  return [...likely, ...others.map(({ one }) => one)].map(toChoice);
}

export function findAllChoices(samples: readonly Sample[]): readonly Choice[] {
  return findCandidates(samples)
    .map(toChoice)
    .filter(({ sample }) => sample !== '');
}

export function sampleOf(paths: readonly Path[], samples: readonly Sample[]): PlainText {
  const getters = paths.map(toGetter);
  return toSample(samples.flatMap(({ value, key }) => getters.map((get) => get(value, key))));
}

/** Rates distinct texts higher than ids and deep values. */
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
