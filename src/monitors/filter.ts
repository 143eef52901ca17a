import { toText, walk } from '../base/json';
import { toFoldedText } from '../base/text';
import { isProblem, type Monitor } from './monitor';

/** All terms must match. */
export interface MonitorFilter {
  /** Trimmed. */
  readonly text: string;
  readonly terms: readonly FilterTerm[];
  /** Cached results. */
  readonly results: WeakMap<Monitor, boolean>;
}

interface FilterTerm {
  /** Folded; empty for plain text. */
  readonly field: string;
  /** Folded, never empty. */
  readonly value: string;
  /** Began with a minus: must not match. */
  readonly isNot: boolean;
  /** A status, type or tag must match exactly. */
  readonly isQuoted: boolean;
}

/** An optional minus, an optional `field:` (not `https:`), and a value with or without quotes. */
const TERM = /(-(?=\S))?(?:([^\s":]{1,60}):(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))?/g;

/** Monitors searched without a pause. */
const SLICE = 250;

/** @returns `undefined` without a term, such as an empty field */
export function parseFilter(typed: string): MonitorFilter | undefined {
  const terms: FilterTerm[] = [];
  const text = typed.trim();
  for (const [, minus, field = '', quoted, word = ''] of toFoldedText(text).matchAll(TERM)) {
    const value = (quoted ?? word).trim();
    if (value !== '') {
      terms.push({ field, value, isNot: minus !== undefined, isQuoted: quoted !== undefined });
    }
  }
  return terms.length === 0 ? undefined : { text, terms, results: new WeakMap() };
}

export function matchesFilter(filter: MonitorFilter, monitor: Monitor): boolean {
  const matches =
    filter.results.get(monitor) ??
    filter.terms.every((term) => matchesTerm(term, monitor) !== term.isNot);
  filter.results.set(monitor, matches);
  return matches;
}

/**
 * Caches the answers of {@link matchesFilter}, with pauses, because parsing records takes time. @returns false if
 * aborted
 */
export async function cacheMatches(
  filter: MonitorFilter,
  monitors: readonly Monitor[],
  pause: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [place, monitor] of monitors.entries()) {
    if (place % SLICE === 0) {
      await pause();
    }
    if (signal.aborted) {
      return false;
    }
    matchesFilter(filter, monitor);
  }
  return true;
}

const EXACT_IF_QUOTED = ['status', 'type', 'tag'];

/** Returns the texts that a term searches; `undefined` if its field is one of the record. */
function findTexts(field: string, monitor: Monitor): readonly (string | undefined)[] | undefined {
  const { name, target, type, tags, parent } = monitor;
  switch (field) {
    case '':
      return [name, target, type, ...tags, parent];
    case 'status':
      return [monitor.status, monitor.rawStatus, isProblem(monitor) ? 'problem' : undefined];
    case 'id':
      return [monitor.id];
    case 'name':
      return [name];
    case 'type':
      return [type];
    case 'tag':
      return tags;
    case 'target':
    case 'host':
      return [target];
    case 'parent':
      return [parent];
    default:
      return undefined;
  }
}

function matchesTerm(term: FilterTerm, monitor: Monitor): boolean {
  const { field, value, isQuoted } = term;
  const texts = findTexts(field, monitor);
  if (texts === undefined) {
    // "localhost:8080" looks like a field with a value.
    const isInTexts = matchesTerm({ ...term, field: '', value: `${field}:${value}` }, monitor);
    return isInTexts || hasField(monitor.raw, field, value);
  }
  const isExact = field === 'id' || (isQuoted && EXACT_IF_QUOTED.includes(field));
  return texts.some((text = '') => {
    const folded = toFoldedText(text);
    if (isExact) {
      return folded === value;
    }
    // Unfinished words match: "status:d" is down and degraded.
    return field === 'status' ? folded.startsWith(value) : folded.includes(value);
  });
}

/** Searches a field by name or dotted path, within limits, because records are untrusted and may be huge. */
function hasField(record: unknown, field: string, value: string): boolean {
  return walk(record, 6, 2_000).some((entry) => {
    const names = entry.steps.filter((step) => typeof step === 'string');
    const path = toFoldedText(`.${names.join('.')}.`);
    return path.includes(`.${field}.`) && toFoldedText(toText(entry.value)).includes(value);
  });
}
