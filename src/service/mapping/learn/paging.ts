import type { HttpResponse } from '../../httpResponse';
import { toPlain, toSingular } from '../keys';
import { toPathText, type PagingPlace, type Path } from '../mapping';
import { firstEntries, isObject, type JsonObject } from '../../../base/json';
import { valueAt } from '../read/paths';
import { hasNext } from '../read/readPage';
import { COUNT_WORDS, MORE_WORDS, NEXT_WORDS, NOUNS, REFUSED_TOTALS, TOTAL_WORDS } from './lexicon';
import { claim, judge, type Rule, type RuleSet } from './rules';

// Which of the numbers and texts beside the list say how many monitors there are, and whether more follow.

/** One field of the envelope around the list. */
interface PagingSubject {
  readonly path: Path;
  readonly plain: string;
  readonly words: readonly string[];
  readonly value: unknown;
}

export const PAGING_RULES: readonly Rule<PagingSubject, PagingPlace['says']>[] = [
  claim('total', 'usualName', 'graded', 'totalName').when((field) => TOTAL_WORDS.get(ownName(field)) ?? 0),
  // `total_monitor_count`, `totalChecks`, `total_affected_items`: total, then what is counted, and nothing that narrows it.
  claim('total', 'ofNoun', 'certain', 'totalName').when(
    ({ words }) => isTotal(words) && words.some((word) => isNoun(word) || COUNT_WORDS.has(word)),
  ),
  claim('count', 'usualName', 'weak', 'countOfShortPage').when((field) => isCount(field)),
  claim('more', 'flag', 'certain', 'moreFlag').when(
    ({ plain, value }) => typeof value === 'boolean' && MORE_WORDS.has(plain),
  ),
  claim('next', 'link', 'strong', 'nextPage').when(
    ({ plain, value }) => NEXT_WORDS.has(plain) && hasNext(value) !== undefined,
  ),
];

const SAYS = ['total', 'count', 'more', 'next'] as const;

/** The places that say how many monitors there are in all and whether more follow, the surest first. */
export function learnPaging(
  responses: readonly HttpResponse[],
  listPath: Path,
  rules: RuleSet,
): readonly PagingPlace[] {
  const places = new Map<string, PagingPlace>();
  for (const response of responses) {
    for (const subject of envelopeFields(response.json, listPath, rules)) {
      for (const says of SAYS) {
        const judged = judge(subject, rules.for(PAGING_RULES, says));
        const key = `${says} ${toPathText(subject.path)}`;
        if (judged) {
          const { confidence, reason } = judged;
          places.set(key, { path: subject.path, confidence, reason, says });
        }
      }
    }
  }
  // Of two that are named alike, the one beside the list.
  const nearness = ({ path }: PagingPlace): number => Number(path[0] === listPath[0]);
  return [...places.values()].sort((a, b) => b.confidence - a.confidence || nearness(b) - nearness(a));
}

const MAX_FIELDS = 400;
const MAX_KEYS = 80;
const MAX_LEVELS = 2;

/** The scalars of all objects on the way to the list, and of the objects beside it. */
function envelopeFields(root: unknown, listPath: Path, rules: RuleSet): readonly PagingSubject[] {
  const fields: PagingSubject[] = [];
  // What stands in one of several groups is of that group alone.
  const way = listPath.includes('*') ? listPath.slice(0, listPath.indexOf('*')) : listPath;
  for (let depth = 0; depth <= Math.max(0, way.length - 1); depth++) {
    const path = way.slice(0, depth);
    const object = valueAt(root, path);
    if (isObject(object)) {
      collect(object, path, { fields, rules, level: 0, skip: way[depth] });
    }
  }
  return fields;
}

interface Collecting {
  readonly fields: PagingSubject[];
  readonly rules: RuleSet;
  readonly level: number;
  /** The key on the way to the list, which is looked at for itself. */
  readonly skip?: string | number | undefined;
}

function collect(object: JsonObject, path: Path, { fields, rules, level, skip }: Collecting): void {
  for (const [key, value] of firstEntries(object, MAX_KEYS)) {
    if (fields.length >= MAX_FIELDS || key === skip) {
      continue;
    }
    const here = [...path, key];
    if (isObject(value) && level < MAX_LEVELS) {
      collect(value, here, { fields, rules, level: level + 1 });
    }
    fields.push({ path: here, ...rules.readKey(key), value });
  }
}

/** Elasticsearch: `total: {value: 212, relation: "eq"}` */
function ownName({ path, plain }: PagingSubject): string {
  const holder = toPlain(String(path.at(-2) ?? ''));
  return plain === 'value' && TOTAL_WORDS.has(holder) ? holder : plain;
}

function isTotal(words: readonly string[]): boolean {
  return words.includes('total') && !words.some((word) => REFUSED_TOTALS.has(word));
}

function isCount({ plain, words }: PagingSubject): boolean {
  const counts = words.some((word) => word === 'count' || word === 'num' || word === 'number');
  return COUNT_WORDS.has(plain) || (counts && words.length === 2 && words.some(isNoun));
}

function isNoun(word: string): boolean {
  return NOUNS.has(toSingular(word));
}
