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

export interface FilterTerm {
  /** Folded; absent for plain text. */
  readonly field: string | undefined;
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
      const isNot = minus !== undefined;
      terms.push({ field, value, isNot, quoted: quoted !== undefined });
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
  for (let from = 0; from < monitors.length && !signal.aborted; from += SLICE) {
    monitors.slice(from, from + SLICE).forEach((monitor) => matchesFilter(filter, monitor));
    await pause();
  }
  return !signal.aborted;
}

type TextsOf = (monitor: Monitor) => readonly (string | undefined)[];

/** The texts that a term without a field searches. */
const anyTexts: TextsOf = ({ name, target, type, tags, parent }) => [
  name,
  target,
  type,
  ...tags,
  parent,
];
const tagsOf: TextsOf = ({ tags }) => tags;
const targetOf: TextsOf = ({ target }) => [target];

/** The texts that a term with a field searches. */
const TEXTS: ReadonlyMap<string | undefined, TextsOf> = new Map(
  Object.entries<TextsOf>({
    status: (monitor) => [
      monitor.status,
      monitor.rawStatus,
      isProblem(monitor) ? 'problem' : undefined,
    ],
    id: ({ id }) => [id],
    name: ({ name }) => [name],
    type: ({ type }) => [type],
    tag: tagsOf,
    tags: tagsOf,
    target: targetOf,
    host: targetOf,
    url: targetOf,
    parent: ({ parent }) => [parent],
  }),
);
const EXACT_IF_QUOTED = ['status', 'type', 'tag', 'tags'];
/** Records may have fields with these names, too. */
const ALSO_IN_RECORD = ['host', 'url', 'parent'];

function matchesTerm({ field = '', value, quoted }: FilterTerm, monitor: Monitor): boolean {
  const textsOf = TEXTS.get(field);
  // "localhost:8080" looks like a field with a value.
  const wanted = textsOf || field === '' ? value : `${field}:${value}`;
  const isExact = field === 'id' || (quoted && EXACT_IF_QUOTED.includes(field));
  const isMatch = (textsOf ?? anyTexts)(monitor).some((text = '') => {
    const folded = toFoldedText(text);
    if (isExact) {
      return folded === wanted;
    }
    // Unfinished words match: "status:d" is down and degraded.
    return field === 'status' ? folded.startsWith(wanted) : folded.includes(wanted);
  });
  const mayBeInRecord = field !== '' && (!textsOf || ALSO_IN_RECORD.includes(field));
  return isMatch || (mayBeInRecord && hasField(monitor.raw, field, value));
}

/** Searches all depths for a field by name or dotted path. */
function hasField(record: unknown, field: string, value: string): boolean {
  return walk(record, MAX_DEPTH, MAX_VALUES).some((entry) => {
    const names = entry.steps.filter((step) => typeof step === 'string');
    const path = toFoldedText(`.${names.join('.')}.`);
    return path.includes(`.${field}.`) && toFoldedText(toText(entry.value)).includes(value);
  });
}
