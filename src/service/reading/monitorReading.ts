import type { Monitor } from '../../monitors/monitor';
import { toContentId } from './contentId';
import { applyToRecord } from './expressions';
import type { Getter } from './fieldValues';
import { readTags, readText } from './fieldValues';
import { readInstant } from './times';
import { isTarget } from './fieldForms';
import { isObject } from './json';
import type { MonitorPlan } from './monitorPlan';
import { toStatusReader } from './statusReading';
import type { ReadingProblem } from './reading';
import type { RecordEntry, Records } from './records';

/** What a monitor needs from the page it stands on, besides its own record. */
export interface PageNotes {
  /** Ids given on this page, each with how often it came; an id that comes again is told apart. */
  readonly ids: Map<string, number>;
  /** Status words that could not be told. */
  readonly unknownWords: Set<string>;
  readonly problems: ReadingProblem[];
}

type MonitorDraft = { -readonly [Field in keyof Monitor]: Monitor[Field] };

/** Reads the records of one list along its plan. `place` tells lists of one page apart where ids collide. */
export function readMonitors(
  { values, keys }: Records,
  plan: MonitorPlan,
  notes: PageNotes,
  place: string,
): readonly Monitor[] {
  const readStatus = toStatusReader(plan, notes);
  const speaks = Object.keys(plan.expressions).length > 0;
  return values.map((record, i) => {
    const entry = { record, key: keys?.[i] };
    const said = speaks && isObject(record) ? saidFields(record, plan, notes) : nothingSaid;
    const monitor = readRecord(entry, plan, said);
    monitor.id = toUniqueId(monitor.id, notes.ids, place);
    const raw = readStatus(entry, monitor);
    if (raw !== undefined) {
      monitor.rawStatus = raw;
    }
    return monitor;
  });
}

/** Everything but the status. Fields are set one by one: this runs for every monitor of a page. */
function readRecord(entry: RecordEntry, plan: MonitorPlan, said: SaidFields): MonitorDraft {
  const { record } = entry;
  const target = said.target ?? readTargetOf(entry, plan);
  const name = said.name ?? readNameOf(entry, plan);
  const type = said.type ?? first(record, plan.getters.type, readText);
  const id =
    said.id ?? readIdOf(entry, plan) ?? toContentId((name ?? target) ? [name, target, type] : record);
  const tags = first(record, plan.getters.tags, readTags) ?? [];
  const monitor: MonitorDraft = { id, name: name ?? target ?? id, status: 'unknown', tags, raw: record };
  if (target !== undefined) {
    monitor.target = target;
  }
  if (type !== undefined) {
    monitor.type = type;
  }
  const lastCheckedAt = first(record, plan.getters.lastCheck, readInstant);
  if (lastCheckedAt !== undefined) {
    monitor.lastCheckedAt = lastCheckedAt;
  }
  const intervalMs = first(record, plan.getters.interval, plan.readInterval);
  if (intervalMs !== undefined) {
    monitor.intervalMs = intervalMs;
  }
  return monitor;
}

function first<T>(
  record: unknown,
  getters: readonly Getter[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const get of getters) {
    const value = get(record);
    if (value === undefined || value === null) {
      continue;
    }
    const result = read(value);
    if (result !== undefined) {
      return result;
    }
  }
  return undefined;
}

function readIdOf({ record, key }: RecordEntry, plan: MonitorPlan): string | undefined {
  return first(record, plan.getters.id, readText) ?? readText(key) ?? readText(record);
}

function readNameOf({ record, key }: RecordEntry, plan: MonitorPlan): string | undefined {
  if (!isObject(record)) {
    return readText(key)?.replace('/', ' / ') ?? readText(record);
  }
  const name = first(record, plan.getters.name, readText);
  return name ?? (plan.getters.name.length === 0 && !/^\d+$/.test(key ?? '') ? readText(key) : undefined);
}

function readTargetOf({ record }: RecordEntry, plan: MonitorPlan): string | undefined {
  if (typeof record === 'string') {
    return isTarget(record) ? record : undefined;
  }
  return first(record, plan.getters.target, readText);
}

/** Lists of one page may count their ids apart; within one list, the second of two is the second for good. */
function toUniqueId(id: string, ids: Map<string, number>, place: string): string {
  const wanted = ids.has(id) && place !== '' ? `${place}/${id}` : id;
  let nth = (ids.get(wanted) ?? 0) + 1;
  while (nth > 1 && ids.has(`${wanted}#${nth}`)) {
    nth++;
  }
  ids.set(wanted, nth);
  const unique = nth === 1 ? wanted : `${wanted}#${nth}`;
  if (nth > 1) {
    ids.set(unique, 1);
  }
  return unique;
}

type SaidFields = Partial<Record<'id' | 'name' | 'target' | 'type', string>>;
const nothingSaid: SaidFields = {};

/** What the person's own expressions give for one record. */
function saidFields(record: unknown, { expressions }: MonitorPlan, notes: PageNotes): SaidFields {
  const fields: SaidFields = {};
  for (const field of ['id', 'name', 'target', 'type'] as const) {
    const expression = expressions[field];
    if (!expression) {
      continue;
    }
    const text = readText(applyToRecord(record, expression, field, notes.problems));
    if (text !== undefined) {
      fields[field] = text;
    }
  }
  return fields;
}
