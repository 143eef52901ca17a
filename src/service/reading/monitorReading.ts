import type { Monitor } from '../../monitors/monitor';
import { toContentId } from './contentId';
import { applyToRecord } from './expressions';
import type { PlainField } from './fieldChoice';
import { readInterval, readLastCheck, readTags, readText } from './fieldValues';
import { isTarget } from './fieldForms';
import { isObject } from './json';
import type { MonitorPlan } from './monitorPlan';
import { toStatusReader } from './statusReading';
import type { ReadingProblem } from './reading';
import type { RecordEntry } from './records';

/** What a monitor needs from the page it stands on, besides its own record. */
export interface PageNotes {
  /** Ids given on this page, each with how often it came; an id that comes again is told apart. */
  readonly ids: Map<string, number>;
  /** Status words that could not be told. */
  readonly unknownWords: Set<string>;
  readonly problems: ReadingProblem[];
}

/** Reads the entries of one list along its plan. `place` tells lists of one page apart where ids collide. */
export function readMonitors(
  entries: readonly RecordEntry[],
  plan: MonitorPlan,
  notes: PageNotes,
  place: string,
): readonly Monitor[] {
  const readStatus = toStatusReader(plan, notes);
  return entries.map((entry) => {
    const { record } = entry;
    const said = isObject(record) ? saidFields(record, plan, notes) : {};
    const target = said.target ?? readTargetOf(entry, plan);
    const name = said.name ?? readNameOf(entry, plan);
    const type = said.type ?? first(record, plan, 'type', readText);
    const id =
      said.id ?? readIdOf(entry, plan) ?? toContentId((name ?? target) ? [name, target, type] : record);
    const lastCheckedAt = first(record, plan, 'lastCheck', readLastCheck);
    const intervalMs = first(record, plan, 'interval', (value) => readInterval(value, plan.intervalUnit));
    const { status, rawStatus } = readStatus(entry, lastCheckedAt);
    return {
      id: toUniqueId(id, notes.ids, place),
      name: name ?? target ?? id,
      status,
      ...(rawStatus !== undefined && { rawStatus }),
      ...(target !== undefined && { target }),
      ...(type !== undefined && { type }),
      ...(lastCheckedAt !== undefined && { lastCheckedAt }),
      ...(intervalMs !== undefined && { intervalMs }),
      tags: first(record, plan, 'tags', readTags) ?? [],
      raw: record,
    };
  });
}

function first<T>(
  record: unknown,
  plan: MonitorPlan,
  field: PlainField,
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const get of plan.getters[field]) {
    const value = get(record);
    const result = value === undefined || value === null ? undefined : read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

function readIdOf({ record, key }: RecordEntry, plan: MonitorPlan): string | undefined {
  return first(record, plan, 'id', readText) ?? key ?? readText(record);
}

function readNameOf({ record, key }: RecordEntry, plan: MonitorPlan): string | undefined {
  if (!isObject(record)) return key?.replace('/', ' / ') ?? readText(record);
  const name = first(record, plan, 'name', readText);
  return (
    name ?? (key !== undefined && !/^\d+$/.test(key) && plan.getters.name.length === 0 ? key : undefined)
  );
}

function readTargetOf({ record }: RecordEntry, plan: MonitorPlan): string | undefined {
  if (typeof record === 'string') return isTarget(record) ? record : undefined;
  return first(record, plan, 'target', readText);
}

/** Lists of one page may count their ids apart; within one list, the second of two is the second for good. */
function toUniqueId(id: string, ids: Map<string, number>, place: string): string {
  const wanted = ids.has(id) && place !== '' ? `${place}/${id}` : id;
  let nth = (ids.get(wanted) ?? 0) + 1;
  while (nth > 1 && ids.has(`${wanted}#${nth}`)) nth++;
  ids.set(wanted, nth);
  const unique = nth === 1 ? wanted : `${wanted}#${nth}`;
  if (nth > 1) ids.set(unique, 1);
  return unique;
}

/** What the person's own expressions give for one record. */
function saidFields(
  record: unknown,
  { expressions }: MonitorPlan,
  notes: PageNotes,
): Partial<Record<'id' | 'name' | 'target' | 'type', string>> {
  const fields: Partial<Record<'id' | 'name' | 'target' | 'type', string>> = {};
  for (const field of ['id', 'name', 'target', 'type'] as const) {
    const expression = expressions[field];
    if (!expression) continue;
    const text = readText(applyToRecord(record, expression, field, notes.problems));
    if (text !== undefined) fields[field] = text;
  }
  return fields;
}
