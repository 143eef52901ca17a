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
    filter.known.get(monitor) ?? filter.terms.every((term) => matchesTerm(term, monitor) !== term.isNot);
  filter.known.set(monitor, matches);
  return matches;
}

/**
 * Caches the answers of {@link matchesFilter}, with pauses, because parsing records takes time. @returns false if
 * aborted
 */
export async function lookThrough(
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

function matchesTerm({ field, value, quoted }: FilterTerm, monitor: Monitor): boolean {
  const isValue = (text: string | undefined): boolean =>
    quoted ? text !== undefined && toFoldedText(text) === value : includesValue(text, value);
  switch (field) {
    case undefined:
      return includesText(monitor, value);
    case 'status':
      return matchesStatus(monitor, value, quoted);
    case 'name':
      return includesValue(monitor.name, value);
    case 'id':
      return toFoldedText(monitor.id) === value;
    case 'type':
      return isValue(monitor.type);
    case 'tag':
    case 'tags':
      return monitor.tags.some(isValue);
    case 'target':
      return includesValue(monitor.target, value);
    case 'parent':
      return includesValue(monitor.parent, value) || hasField(monitor.raw, field, value);
    case 'host':
    case 'url':
      return includesValue(monitor.target, value) || hasField(monitor.raw, field, value);
    default:
      // "localhost:8080" looks like a field with a value.
      return hasField(monitor.raw, field, value) || includesText(monitor, `${field}:${value}`);
  }
}

function includesText({ name, target, type, tags, parent }: Monitor, value: string): boolean {
  return [name, target, type, ...tags, parent].some((text) => includesValue(text, value));
}

function includesValue(text: string | undefined, value: string): boolean {
  return text !== undefined && toFoldedText(text).includes(value);
}

/** Unfinished words match: "status:d" is down and degraded. "problem" is both, too. */
function matchesStatus(monitor: Monitor, value: string, quoted: boolean): boolean {
  if (value === 'problem') {
    return isProblem(monitor);
  }
  const raw = monitor.rawStatus && toFoldedText(monitor.rawStatus);
  return quoted
    ? monitor.status === value || raw === value
    : monitor.status.startsWith(value) || (raw !== undefined && raw.startsWith(value));
}

/** Searches all depths for a field by name or dotted path. */
function hasField(record: unknown, field: string, value: string): boolean {
  let left = MAX_VALUES;
  const search = (node: unknown, path: string, depth: number, named: boolean): boolean => {
    left -= 1;
    if (left < 0) {
      return false;
    }
    if (typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') {
      return named && includesValue(String(node), value);
    }
    if (depth >= MAX_DEPTH || typeof node !== 'object' || node === null) {
      return false;
    }
    return Array.isArray(node)
      ? node.some((entry) => search(entry, path, depth + 1, named))
      : Object.entries(node).some(([key, entry]) => {
          const inside = `${path}.${toFoldedText(key)}`;
          return search(entry, inside, depth + 1, named || inside.endsWith(`.${field}`));
        });
  };
  return search(record, '', 0, false);
}
