import { isArray } from '../base/json';
import { toPlainText, type PlainText } from '../base/text';
import { toGetter } from '../base/path';
import type { Page } from '../monitors/page';
import { Candidate, findCandidates, rank } from './candidates';
import { rankCandidates } from './findFields';
import { scoreStatus } from './findStatus';
import * as lexicon from './lexicon';
import { FIELDS, type Field, type Mapping, type Picks } from './mapping';
import { recordsOf } from './readMonitors';
import type { Sample } from './records';
import { readTags, toText } from './values';
import { wordSet } from './words';

export type Choice = ReturnType<typeof toChoice>;

const LOOKED_AT = 40;
const MAX_SAMPLE = 80;
/** Words of trends, which aren't a status. */
const NO_STATUS = wordSet('trend direction change');

const toChoice = ({ path, filled }: Candidate) => ({
  path,
  sample: toSample(filled),
  /** Whether a group by it would have two monitors or more on average. */
  isGroup: 2 * new Set(filled.map(String)).size <= filled.length,
});

/** Finds possible paths for a field, likely ones first. */
export function findChoices(field: Field, pages: readonly Page[]): readonly Choice[] {
  const samples = samplesOf(pages);
  const keys = samples.map(({ key }) => key);
  const ofKey = new Candidate(['@key'], keys);
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

export function findAllChoices(pages: readonly Page[]): readonly Choice[] {
  return findCandidates(samplesOf(pages))
    .map(toChoice)
    .filter(({ sample }) => sample !== '');
}

/** Returns the paths of each field, a sample, and whether the user or the setting chose the paths. */
export function describeFields(mapping: Mapping | undefined, picks: Picks, pages: readonly Page[]) {
  const samples = samplesOf(pages);
  const first = mapping?.lists[0];
  // Records without an id get one from name, target and type.
  const hasIds = mapping?.lists.every(({ fields }) => (fields.id ?? []).length > 0) === true;
  const idFields: readonly Field[] = hasIds ? ['id'] : ['id', 'name', 'target', 'type'];
  return FIELDS.map((field) => {
    const paths = (field === 'status' ? first?.status.paths : first?.fields[field]) ?? [];
    const getters = paths.map(toGetter);
    const sample = toSample(samples.flatMap(({ value, key }) => getters.map((get) => get(value, key))));
    const isPicked = picks.fields[field] !== undefined;
    return { field, paths, isPicked, makesIds: idFields.includes(field), sample };
  });
}

export function samplesOf(pages: readonly Page[]): readonly Sample[] {
  const each = Math.ceil(LOOKED_AT / Math.max(1, pages.length));
  const records = pages.map((page) => recordsOf(page, each));
  const samples = records.flatMap(({ values, places }) =>
    values.map((value, i) => ({ value, key: places[i]?.key })),
  );
  return samples.slice(0, LOOKED_AT);
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
