import type { FieldCandidate, PlainField } from './fieldChoice';
import { findFieldCandidates } from './fieldChoice';
import type { JsonObject } from './json';
import { isObject } from './json';
import { nameList } from './listName';
import type { ListChoice } from './listChoice';
import type { JudgedPlace } from './listEvidence';
import { chooseList } from './listChoice';
import { startsWithPath } from './paths';
import type { Path } from './reading';
import { isTaken } from './reading';
import { profileRecords } from './recordProfile';
import { chooseStatus } from './statusChoice';

/** Envelopes around the one record lie no deeper. */
const deepest = 3;
const mostKeys = 60;
/** An account with one monitor is rare, and a person or an error also has an id and a name. */
const sureness = 0.65;
/** A list whose entries say less than this of themselves is a part of the record: its runs, its places. */
const partBelow = 0.45;

/**
 * The list of an answer; or, where a service with one monitor answers that monitor and no list
 * (`{id, name, status, url}`, `{data: {…}}`), that one record.
 */
export function chooseListOrRecord(root: unknown): ListChoice | undefined {
  const list = chooseList(root);
  if (list && isTaken(list) && list.place.path.length === 0) {
    return list;
  }
  const record = findRecord(root, []);
  if (!record) {
    return list;
  }
  const within = list !== undefined && startsWithPath(list.place.path, record.path);
  const part = list === undefined || list.place.count === 0 || (within && list.place.evidence < partBelow);
  if (!part) {
    return list;
  }
  return { place: record, sureness, reason: 'singleRecord', also: [], others: list ? [list.place] : [] };
}

const likeMonitor = {
  kind: 'record',
  count: 1,
  score: 0.5,
  evidence: 0.5,
  telling: true,
  standing: true,
} as const;

/** The outermost object that is a monitor by itself. */
function findRecord(value: unknown, path: Path): JudgedPlace | undefined {
  if (!isObject(value) || path.length > deepest) {
    return undefined;
  }
  if (isMonitor(value, path)) {
    const name = nameList(path);
    return { ...likeMonitor, path, name, sample: [value] };
  }
  for (const [key, below] of Object.entries(value).slice(0, mostKeys)) {
    if (!isObject(below) || !isEnvelope(key)) {
      continue;
    }
    const found = findRecord(below, [...path, key]);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** `data`, `result`, `monitor`: what stands under another name is a part of something else. */
function isEnvelope(key: string): boolean {
  const { kind } = nameList([key]);
  return kind === 'generic' || kind === 'noun';
}

/**
 * An id and a name of its own, and of the things that only monitors have (how it is, what is checked, how
 * often, when last) at least two; a noun for it in the path counts as one.
 */
function isMonitor(record: JsonObject, path: Path): boolean {
  const profile = profileRecords([record]);
  const best = (field: PlainField) => {
    const found = findFieldCandidates(field, profile)[0];
    return found && isTaken(found) ? found : undefined;
  };
  if (!isOwn(best('id')) || !isOwn(best('name'))) {
    return false;
  }
  const { source } = chooseStatus(profile, new Map());
  const live = source !== undefined && isTaken(source) && source.reason !== 'setupWords';
  const target = best('target');
  const noun = nameList(path);
  const signs = [
    live,
    target !== undefined && target.sureness >= 0.8,
    best('interval') !== undefined,
    best('lastCheck') !== undefined,
    noun.kind === 'noun' && noun.strength >= 0.7,
  ];
  return (live || target !== undefined) && signs.filter(Boolean).length >= 2;
}

/** In the record itself, or where JSON:API and its kin put attributes; not in an envelope that is yet to be opened. */
function isOwn(candidate: FieldCandidate | undefined): boolean {
  if (!candidate) {
    return false;
  }
  const [first] = candidate.path;
  return (
    candidate.path.length === 1 ||
    (candidate.path.length === 2 && /^(?:attributes|properties|spec|metadata)$/.test(String(first)))
  );
}
