import { walk } from '../base/json';
import { toFoldedText } from '../base/text';
import { isProblem, type Monitor } from './monitor';

/** All terms must match. */
export interface MonitorFilter {
  /** Trimmed. */
  readonly text: string;
  readonly terms: readonly FilterTerm[];
  /** Cached results. */
  readonly known: WeakMap<Monitor, boolean>;
}

export interface FilterTerm {
  /** Folded; absent for plain text. */
  readonly field?: string;
  /** Folded, never empty. */
  readonly value: string;
  /** Began with a minus: must not match. */
  readonly isNot: boolean;
  /** Was in quotes: a status, type or tag must match exactly. */
  readonly quoted: boolean;
}

/** An optional minus, an optional `field:` (not `https:`), and a value with or without quotes. */
const TERM = /(-(?=\S))?(?:([\p{L}_$][\p{L}\p{N}_.$-]{0,60}):(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))?/gu;

/** Limits, because records are untrusted and may be huge. */
const MAX_DEPTH = 6;
const MAX_VALUES = 2_000;

/** Monitors searched without a pause. */
const SLICE = 250;

/** @returns `undefined` without a term, such as an empty field */
export function parseFilter(typed: string): MonitorFilter | undefined {
  const terms: FilterTerm[] = [];
  const text = typed.trim();
  for (const [, minus, field, quoted, word] of toFoldedText(text).matchAll(TERM)) {
    const value = (quoted ?? word ?? '').trim();
    if (value !== '') {
      terms.push({
        ...(field && { field }),
        value,
        isNot: minus !== undefined,
        quoted: quoted !== undefined,
      });
    }
  }
  return terms.length === 0 ? undefined : { text, terms, known: new WeakMap() };
}

export function matchesFilter(filter: MonitorFilter, monitor: Monitor): boolean {
  const matches =
    filter.known.get(monitor) ??
    filter.terms.every((term) => matchesTerm(term, monitor) !== term.isNot);
  filter.known.set(monitor, matches);
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
  for (let from = 0; from < monitors.length && !signal.aborted; from += SLICE) {
    monitors.slice(from, from + SLICE).forEach((monitor) => matchesFilter(filter, monitor));
    await pause();
  }
  return !signal.aborted;
}

type TextTest = (text: string, value: string) => boolean;

const includes: TextTest = (text, value) => text.includes(value);
const begins: TextTest = (text, value) => text.startsWith(value);
const equals: TextTest = (text, value) => text === value;

/** The texts that a term with a field searches, and how. */
interface SearchField {
  readonly texts: (monitor: Monitor) => readonly (string | undefined)[];
  /** Default: includes. */
  readonly compare?: TextTest;
  readonly compareQuoted?: TextTest;
  /** Looks for a field of the record, too. */
  readonly inRecord?: true;
}

/** A term without a field. */
const ANY: SearchField = {
  texts: ({ name, target, type, tags, parent }) => [name, target, type, ...tags, parent],
};
const TAG: SearchField = { texts: ({ tags }) => tags, compareQuoted: equals };
const HOST: SearchField = { texts: ({ target }) => [target], inRecord: true };

const FIELDS: ReadonlyMap<string | undefined, SearchField> = new Map(
  Object.entries<SearchField>({
    // Unfinished words match: "status:d" is down and degraded.
    status: {
      texts: (monitor) => [
        monitor.status,
        monitor.rawStatus,
        isProblem(monitor) ? 'problem' : undefined,
      ],
      compare: begins,
      compareQuoted: equals,
    },
    id: { texts: ({ id }) => [id], compare: equals, compareQuoted: equals },
    name: { texts: ({ name }) => [name] },
    type: { texts: ({ type }) => [type], compareQuoted: equals },
    tag: TAG,
    tags: TAG,
    target: { texts: ({ target }) => [target] },
    host: HOST,
    url: HOST,
    parent: { texts: ({ parent }) => [parent], inRecord: true },
  }),
);

function matchesTerm({ field, value, quoted }: FilterTerm, monitor: Monitor): boolean {
  const known = field === undefined ? ANY : FIELDS.get(field);
  const { texts, compare = includes, compareQuoted = includes, inRecord } = known ?? ANY;
  // "localhost:8080" looks like a field with a value.
  const wanted = known ? value : `${field}:${value}`;
  const matches = (text = ''): boolean =>
    (quoted ? compareQuoted : compare)(toFoldedText(text), wanted);
  const isSearched = field !== undefined && (inRecord || !known);
  return texts(monitor).some(matches) || (isSearched && hasField(monitor.raw, field, value));
}

/** Searches all depths for a field by name or dotted path. */
function hasField(record: unknown, field: string, value: string): boolean {
  return walk(record, MAX_DEPTH, MAX_VALUES).some(({ steps, value: found }) => {
    const path = steps.filter((step) => typeof step === 'string').map(toFoldedText);
    if (typeof found === 'object' || !`.${path.join('.')}.`.includes(`.${field}.`)) {
      return false;
    }
    return toFoldedText(typeof found === 'string' ? found : JSON.stringify(found)).includes(value);
  });
}
