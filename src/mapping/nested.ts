import { isArray, isObject, ownValue, type JsonObject } from '../base/json';
import { stepInto, type Step } from './mapping';
import { toSingular, toWords, wordSet } from './words';

// Monitors inside monitors, and groups inside groups.

const CHILD_WORDS = wordSet('child children sub nested');
/** Keys of records that are monitors if they resemble the outer record. */
const NOUN_WORDS = wordSet('monitor check item node service host component member group folder');
/** Keys that never contain monitors. */
const OTHER_WORDS = wordSet(`
  probe location region container history incident alert alarm contact tag label result event log agent user
  team notification integration maintenance comment webhook channel policy rule dependency
`);
const WRAPPERS = wordSet('attributes properties fields data');
/** Keys of links to records. */
const LINK_KEYS = /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;
const IDENTITY = /^(?:_?id|uuid|guid|key|slug|name|title|label)$|(?:^|_)(?:id|name)$|(?:Id|Name)$/;
const SAMPLE = 5;

/** A record, and the index of its outer record. */
export interface NestedRecord {
  readonly value: unknown;
  readonly inside: number | undefined;
}

/** Lists records, each followed by its inner records. Skips the key `except`. */
export function withNested(records: readonly unknown[], except?: Step): readonly NestedRecord[] {
  const all: NestedRecord[] = [];
  const wordsOf = rememberWords();
  const left = records.map((value): NestedRecord => ({ value, inside: undefined })).reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const place = all.push(next) - 1;
    const inner = isObject(next.value) ? recordsInside(next.value, except, wordsOf) : [];
    left.push(...inner.map((value) => ({ value, inside: place })).reverse());
  }
  return all;
}

/** A cached lookup of a key's singular words. */
type WordsOf = (key: string) => readonly string[];

function rememberWords(): WordsOf {
  const known = new Map<string, readonly string[]>();
  return (key) => {
    const words = known.get(key) ?? toWords(key).map(toSingular);
    known.set(key, words);
    return words;
  };
}

function recordsInside(outer: JsonObject, except: Step | undefined, wordsOf: WordsOf): readonly unknown[] {
  const inside: unknown[] = [];
  const add = (holder: JsonObject, isWrapper: boolean): void => {
    for (const key in holder) {
      const value = holder[key];
      if (typeof value === 'object' && value !== null && key !== except) {
        inside.push(...recordsUnder(outer, key, value, wordsOf(key)));
        if (!isWrapper && WRAPPERS.has(key) && isObject(value)) {
          add(value, true);
        }
      }
    }
  };
  add(outer, false);
  return inside;
}

/** Finds records under a key that resemble the outer record, even inside another object. */
function recordsUnder(
  outer: JsonObject,
  key: string,
  value: unknown,
  words: readonly string[],
): readonly JsonObject[] {
  if (words.some((word) => OTHER_WORDS.has(word))) {
    return [];
  }
  const list = isObject(value) ? (Object.values(value).find(isArray) ?? Object.values(value)) : value;
  const [first] = isArray(list) ? list : [];
  const isLike = isObject(first) && Object.keys(first).some((name) => IDENTITY.test(name));
  const members = isLike ? (list as readonly unknown[]).filter(isObject) : [];
  return members.length > 0 &&
    members.length === (list as readonly unknown[]).length &&
    areLike(outer, key, members, words)
    ? members
    : [];
}

function areLike(
  outer: JsonObject,
  key: string,
  inner: readonly JsonObject[],
  words: readonly string[],
): boolean {
  const keys = new Set(inner.slice(0, SAMPLE).flatMap((record) => Object.keys(record)));
  const shared = [...keys].filter((name) => Object.hasOwn(outer, name));
  if (!shared.some((name) => IDENTITY.test(name))) {
    return false;
  }
  const share = shared.length / keys.size;
  const areLinks = [...keys].every((name) => LINK_KEYS.test(name));
  const isOfChildren = words.some((word) => CHILD_WORDS.has(word)) || /^(?:sub|child|nested)/i.test(key);
  const isNoun = words.some((word) => NOUN_WORDS.has(word));
  const isEnough =
    (isOfChildren && shared.length >= Math.min(2, keys.size)) ||
    (isNoun && shared.length >= 3 && share >= 0.6) ||
    (shared.length >= 4 && share >= 0.8);
  return isEnough && !areLinks;
}

/** Shortens steps to the outermost list. `withNested` finds the inner records. */
export function toOuterSteps(root: unknown, steps: readonly Step[]): readonly Step[] {
  for (const [i, step] of steps.entries()) {
    const key = steps[i + 1];
    const isInside = step === '*' && typeof key === 'string' && (steps[i + 2] ?? '*') === '*';
    const outer = isInside ? membersAt(root, steps.slice(0, i)) : [];
    if (
      outer.some(
        (record) =>
          isObject(record) &&
          recordsUnder(record, String(key), ownValue(record, String(key)), rememberWords()(String(key)))
            .length > 0,
      )
    ) {
      const rest = steps.slice(i + 3);
      return toOuterSteps(
        root,
        i + 2 === steps.length ? steps.slice(0, i) : [...steps.slice(0, i + 1), ...rest],
      );
    }
  }
  return steps;
}

function membersAt(root: unknown, steps: readonly Step[]): readonly unknown[] {
  const membersOf = (value: unknown) =>
    isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const into = (values: readonly unknown[], step: Step) =>
    values.flatMap((value) => (step === '*' ? membersOf(value) : [stepInto(value, step)]));
  return steps.reduce<readonly unknown[]>(into, [root]).flatMap(membersOf);
}
