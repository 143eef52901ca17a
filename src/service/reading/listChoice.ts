import { isObject, ownValue, valueAt } from './json';
import { toPlain } from './keys';
import type { JudgedPlace } from './listEvidence';
import { judge, judgeLists } from './listEvidence';
import { findListPlaces } from './listPlaces';
import { isSamePath, startsWithPath } from './paths';
import type { Path } from './reading';
import type { Reason } from './reasons';
import { nameList } from './listName';

export interface ListChoice {
  readonly place: JudgedPlace;
  readonly sureness: number;
  readonly reason: Reason;
  /** Places beside it whose entries are monitors as well. */
  readonly also: readonly JudgedPlace[];
  readonly others: readonly JudgedPlace[];
}

const leastScore = 0.3;

/** Chooses the list of monitors among all the lists of an answer; `undefined` where there is none. */
export function chooseList(root: unknown): ListChoice | undefined {
  const judged = judgeLists(root);
  const best = bestOf(judged);
  if (!best) {
    return chooseEmpty(root);
  }
  const others = judged.filter((place) => place !== best);
  const also = others.filter((place) => isSibling(place, best));
  const rivals = others.filter((place) => !also.includes(place));
  return { place: best, also, others: rivals.slice(0, 8), ...surenessOf(best, rivals, also.length > 0) };
}

/** No monitors beside some alerts are no monitors: an empty list that is named for them beats a full one that is not. */
function bestOf(judged: readonly JudgedPlace[]): JudgedPlace | undefined {
  const best = judged.find(({ score }) => score >= leastScore);
  if (!best || best.count === 0 || !isOfAlarms(best)) {
    return best;
  }
  const plain = (place: JudgedPlace) => place.name.kind === 'noun' && place.name.strength >= 0.7;
  return (
    judged.find((place) => place.count === 0 && plain(place) && !startsWithPath(place.path, best.path)) ??
    best
  );
}

/** What alerts and rules are called: theirs is the list only where there is no better. */
function isOfAlarms({ name }: JudgedPlace): boolean {
  return name.kind === 'noun' && name.strength <= 0.5;
}

/** Hosts beside services, monitors beside heartbeats: both named for it, and both with something to tell. */
function isSibling(place: JudgedPlace, best: JudgedPlace): boolean {
  return (
    place.count > 0 &&
    best.count > 0 &&
    place.kind === best.kind &&
    best.kind === 'array' &&
    best.name.kind === 'noun' &&
    place.name.kind === 'noun' &&
    best.name.strength >= 0.7 &&
    place.name.strength >= 0.7 &&
    best.telling &&
    place.telling &&
    isSamePath(place.path.slice(0, -1), best.path.slice(0, -1))
  );
}

function surenessOf(
  best: JudgedPlace,
  rivals: readonly JudgedPlace[],
  siblings: boolean,
): { readonly sureness: number; readonly reason: Reason } {
  const reason = siblings ? 'siblingLists' : reasonOf(best);
  const rival = rivals.find((place) => (best.count === 0 ? !isOfAlarms(place) : place.count > 0));
  if (rival && best.score - rival.score < 0.06 && rival.score >= leastScore) {
    return { sureness: 0.5, reason: 'rivals' };
  }
  const told = Math.max(best.name.kind === 'noun' ? best.name.strength : 0, best.evidence);
  const named = best.name.kind === 'generic' || best.name.kind === 'root' ? 0.15 : 0;
  // An answer with one list, of records that have an id and a name, has hardly another one in mind.
  const only =
    best.name.kind === 'unnamed' && best.standing && best.evidence >= 0.4 && rivals.length === 0 ? 0.1 : 0;
  return {
    sureness: Math.min(0.98, 0.35 + 0.5 * told + named + only + (best.count === 0 ? 0.2 : 0)),
    reason,
  };
}

function reasonOf({ kind, name, count, path }: JudgedPlace): Reason {
  if (count === 0) {
    return 'emptyList';
  }
  if (kind === 'map' || kind === 'mapOfMaps') {
    return 'mapOfRecords';
  }
  if (kind === 'nested') {
    return 'nestedLists';
  }
  if (kind === 'scalars') {
    return 'scalars';
  }
  if (path.length === 0) {
    return 'rootList';
  }
  return name.kind === 'noun' ? 'listName' : name.kind === 'generic' ? 'genericList' : 'recordsLikeMonitors';
}

const emptyAt: readonly Path[] = [['data'], ['result'], ['results'], ['response'], ['items']];

/**
 * Nothing at all: `null` where Go services leave an empty list (`{"monitors": null}`), and `{"data": {}}`
 * beside a word of success.
 */
function chooseEmpty(root: unknown): ListChoice | undefined {
  if (!isObject(root)) {
    return undefined;
  }
  const none = {
    sample: [],
    count: 0,
    score: 0.3,
    evidence: 0,
    telling: false,
    standing: false,
    kind: 'array' as const,
  };
  const said = (path: Path, reason: Reason) => ({
    place: { ...none, path, name: nameList(path) },
    sureness: 0.7,
    reason,
    also: [],
    others: [],
  });
  for (const [key, value] of Object.entries(root).slice(0, 50)) {
    const name = nameList([key]);
    if (value === null && name.kind === 'noun' && name.strength >= 0.7) {
      return said([key], 'emptyList');
    }
  }
  const at = emptyAt.find((path) => isNothing(valueAt(root, path)));
  return at && saysSuccess(root) ? said(at, 'emptyObject') : undefined;
}

function isNothing(value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function saysSuccess(root: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(root)
    .slice(0, 50)
    .some(([key, value]) => {
      const plain = toPlain(key);
      if (/^(?:success|ok|succeeded)$/.test(plain)) {
        return value === true || value === 1;
      }
      if (/^(?:code|total|count|totalcount|errno)$/.test(plain)) {
        return value === 0 || value === 200;
      }
      return (
        /^(?:message|msg|status|stat)$/.test(plain) && /^(?:ok|success|successful)$/i.test(String(value))
      );
    });
}

/** The place a person picked; `undefined` where nothing is there in this answer. */
export function choosePlaceAt(root: unknown, path: Path): JudgedPlace | undefined {
  const found = findListPlaces(root).find((place) => isSamePath(place.path, path));
  if (found) {
    return { ...judge(found), score: 1 };
  }
  const value = path.includes('*') ? undefined : valueAt(root, path);
  if (!Array.isArray(value) && !isObject(value)) {
    return undefined;
  }
  const members = Array.isArray(value)
    ? (value as unknown[])
    : Object.keys(value).map((key) => ownValue(value, key));
  const kind = Array.isArray(value) ? ('array' as const) : ('map' as const);
  const sample = members.slice(0, 12);
  return {
    path,
    kind,
    name: nameList(path),
    sample,
    count: members.length,
    score: 1,
    evidence: 1,
    telling: true,
    standing: true,
  };
}
