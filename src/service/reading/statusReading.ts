import type { MonitorStatus } from '../../monitors/monitor';
import { applyToRecord } from './expressions';
import type { Getter } from './fieldValues';
import { readText, toGetter } from './fieldValues';
import { isObject } from './json';
import type { MonitorPlan } from './monitorPlan';
import { isTaken } from './reading';
import type { ReadingProblem } from './reading';
import type { RecordEntry } from './records';
import { readFlag, readStatusMeaning } from './statusMeaning';

/**
 * Sets the status of a monitor of which all else is read, and gives the service's own word for it. The time
 * of the last check tells whether there ever was one.
 */
export type StatusReader = (
  entry: RecordEntry,
  monitor: { status: MonitorStatus; lastCheckedAt?: number },
) => string | undefined;

interface StatusNotes {
  /** Status words that could not be told, each once. */
  readonly unknownWords: Set<string>;
  readonly problems: ReadingProblem[];
}

const mostUnknownWords = 20;
const mostRemembered = 200;

/** Switched off beats everything, an alarm beats a good word, and a word that is not known is no status. */
export function toStatusReader(plan: MonitorPlan, notes: StatusNotes): StatusReader {
  const getRaw = toRawGetter(plan, notes);
  const pausedBy = toPauseFinder(plan);
  const toStatus = toStatusOf(plan);
  const own = plan.settings.statusWords;
  return (entry, monitor) => {
    const raw = getRaw(entry);
    const pause = isObject(entry.record) ? pausedBy(entry.record) : undefined;
    const rawStatus = toRawText(raw) ?? (pause && toRawText(pause(entry.record)));
    const status = pause ? 'paused' : toStatus(raw, entry, monitor.lastCheckedAt);
    if (status === undefined) {
      noteUnknown(readStatusMeaning(raw, own) ? undefined : rawStatus, notes);
    } else {
      monitor.status = status;
    }
    return rawStatus;
  };
}

/** The value that says how a monitor is; an entry filed under its name may be nothing but that value. */
function toRawGetter(
  { status, expressions }: MonitorPlan,
  { problems }: StatusNotes,
): (entry: RecordEntry) => unknown {
  const { status: expression } = expressions;
  const get = status.source && toGetter(status.source.path);
  return ({ record, key }) => {
    if (!isObject(record)) {
      return key === undefined ? undefined : record;
    }
    return expression ? applyToRecord(record, expression, 'status', problems) : get?.(record);
  };
}

/** Finds the place of a record, if any, that says that it is switched off. */
function toPauseFinder({ status, settings }: MonitorPlan): (record: unknown) => Getter | undefined {
  const pauses = status.pauses
    .filter(isTaken)
    .map(({ path, pausedWhen }) => ({ pausedWhen, get: toGetter(path) }));
  return (record) =>
    pauses.find(({ get, pausedWhen }) => {
      const value = get(record);
      if (value === undefined || value === null) {
        return false;
      }
      if (pausedWhen !== undefined) {
        return readFlag(value) === pausedWhen;
      }
      return readStatusMeaning(value, settings.statusWords)?.off === true;
    })?.get;
}

function toStatusOf(
  plan: MonitorPlan,
): (raw: unknown, entry: RecordEntry, lastCheckedAt: number | undefined) => MonitorStatus | undefined {
  const { status, settings, expressions, fields } = plan;
  const { source } = status;
  const alarmOf = toAlarmFinder(plan);
  const own = settings.statusWords;
  const statusOfWord = remembered((word) => readStatusMeaning(word, own)?.status);
  const trusted =
    (source !== undefined && isTaken(source)) || expressions.status !== undefined || own.size > 0;
  const yes = source?.yes ?? (expressions.status ? 'up' : undefined);
  const knowsLastCheck = (fields.lastCheck?.sureness ?? 0) >= 0.75;
  return (raw, { record, key }, lastCheckedAt) => {
    if (trusted || (key !== undefined && !isObject(record))) {
      const status = statusOfWord(raw);
      if (status) {
        return status;
      }
    }
    const flag = yes === undefined ? undefined : readFlag(raw);
    const alarm = source === undefined || flag !== undefined ? alarmOf(record) : undefined;
    if (flag === undefined) {
      return alarm;
    }
    if (flag !== (yes === 'up')) {
      return 'down';
    }
    // "Not down" of a monitor that was never checked is no good news yet.
    return alarm ?? (knowsLastCheck && lastCheckedAt === undefined ? 'pending' : 'up');
  };
}

/** A page has few status words, each many times. */
function remembered<T>(read: (word: unknown) => T): (word: unknown) => T {
  const known = new Map<unknown, T>();
  return (word) => {
    if (known.has(word)) {
      return known.get(word) as T;
    }
    const result = read(word);
    if (known.size < mostRemembered) {
      known.set(word, result);
    }
    return result;
  };
}

function toAlarmFinder({ status }: MonitorPlan): (record: unknown) => 'down' | 'degraded' | undefined {
  const alarms = status.alarms.map((alarm) => ({ ...alarm, get: toGetter(alarm.path) }));
  if (alarms.length === 0) {
    return () => undefined;
  }
  return (record) => {
    const raised = alarms.filter(({ get, alarmWhen }) => readFlag(get(record)) === alarmWhen);
    return raised.some((alarm) => alarm.status === 'down') ? 'down' : raised[0]?.status;
  };
}

function noteUnknown(word: string | undefined, { unknownWords }: StatusNotes): void {
  if (word !== undefined && unknownWords.size < mostUnknownWords) {
    unknownWords.add(word.slice(0, 80));
  }
}

function toRawText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : readText(value);
}
