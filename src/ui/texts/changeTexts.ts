import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Memory } from '../../account/memory';
import type { RowFields } from '../../account/rowFields';
import { changeSummaryOf } from '../../mapping/picker/recordFields';
import { toFieldPath } from '../../monitors/arrangement';
import type { Change, Changes, MonitorChange } from '../../monitors/changes';
import { eventsOf, type MonitorEvent, type SharedTrait } from '../../monitors/events';
import {
  isProblem,
  type Monitor,
  type MonitorStatus,
  type RecordField,
} from '../../monitors/monitor';
import type { LoadedMonitors } from '../../monitors/loadedMonitors';
import { ABSENT, fromStatusValue, NAME } from '../../monitors/run';
import type { Since } from '../../monitors/since';
import type { Translator } from './formats';
import { toChangeText, toMonitorName, toSavedFieldText, toSinceTexts } from './monitorText';
import { toStatusName, toStatusText } from './statusText';

export type ListedKind =
  | 'wentDown'
  | 'isDown'
  | 'gotWorse'
  | 'addedAsProblem'
  | 'changed'
  | 'recordChanged'
  | 'removed'
  | 'added'
  | 'gotBetter'
  | 'recovered';

export interface ChangeLine {
  readonly kind: ListedKind;
  readonly id: string;
  readonly name: SafeText;
  readonly status: MonitorStatus;
  readonly text: SafeText;
  /** The first reading that shows the last of its changes, in epoch milliseconds. */
  readonly readAt: number;
  /** Absent if removed. */
  readonly monitor?: Monitor;
  /** When the monitor changed, if known. */
  readonly since?: Since | undefined;
}

/** Monitors that changed at nearly the same time. */
export interface ChangeEvent {
  readonly event: MonitorEvent;
  /** At least three. */
  readonly lines: readonly ChangeLine[];
}

/** The account, or what a test knows of its monitors. */
export interface ChangeSource {
  readonly list: { readonly loaded: Pick<LoadedMonitors, 'find'> };
  readonly memory: Pick<Memory, 'of' | 'sinceOf'> & { readonly rowFields: Pick<RowFields, 'of'> };
}

const WORST_FIRST: readonly ListedKind[] = [
  'wentDown',
  'isDown',
  'gotWorse',
  'addedAsProblem',
  'changed',
  'recordChanged',
  'removed',
  'added',
  'gotBetter',
  'recovered',
];
const WORSE: readonly ListedKind[] = ['wentDown', 'isDown', 'gotWorse', 'addedAsProblem'];
const BETTER: readonly ListedKind[] = ['gotBetter', 'recovered'];

/** Entries named in a notification. */
const MAX_NAMED = 3;

/** Lists changes, worst first, then newest. */
export function toChangeLines(
  t: Translator,
  { monitors }: Pick<Changes, 'monitors'>,
  source: ChangeSource,
  nowMs: number,
): ChangeLine[] {
  return monitors
    .flatMap((change) => toChangeLine(t, change, source, nowMs) ?? [])
    .sort(
      (one, other) =>
        WORST_FIRST.indexOf(one.kind) - WORST_FIRST.indexOf(other.kind) ||
        (other.since?.at ?? 0) - (one.since?.at ?? 0),
    );
}

function toChangeLine(
  t: Translator,
  change: MonitorChange,
  { list, memory }: ChangeSource,
  nowMs: number,
): ChangeLine | undefined {
  const { id, status } = change;
  if (status?.to.value === ABSENT) {
    const name = memory.of(id).get(NAME)?.at(-1)?.value ?? '';
    const last = fromStatusValue(status.from.value).status;
    const text = t('no longer in the account');
    const { firstReadAt: readAt } = status.to;
    return {
      kind: 'removed',
      id,
      name: toMonitorName(t, { id, name }),
      status: last,
      text,
      readAt,
    };
  }
  const monitor = list.loaded.find(id);
  if (monitor === undefined) {
    return undefined;
  }
  const { name: renamed, lastChange, fields } = change;
  const shown = memory.rowFields.of(monitor);
  const texts = [
    status && toStatusChangeText(t, status),
    renamed && t('renamed from {0}', toSafeText(renamed.from.value, 60)),
    ...fields.map((field) => {
      const is = shown[toFieldPath(field.to.field) ?? ''];
      return toFieldChangeText(t, field, is, nowMs);
    }),
    lastChange && toSafeText(changeSummaryOf(monitor) ?? '', 100),
  ];
  const text = joinTexts(texts, ', ') || t('changed');
  const changes = [status, renamed, lastChange, ...fields].filter((part) => part !== undefined);
  return {
    kind: status ? toKind(status) : 'recordChanged',
    id,
    name: toMonitorName(t, monitor),
    status: monitor.status,
    text,
    readAt: Math.max(...changes.map(({ to }) => to.firstReadAt)),
    monitor,
    since: status ? memory.sinceOf(monitor) : toLastChange(lastChange, monitor),
  };
}

function toKind({ from, to }: Change): ListedKind {
  const was = fromStatusValue(from.value).status;
  const is = fromStatusValue(to.value).status;
  if (from.value === ABSENT) {
    return isProblem({ status: is }) ? 'addedAsProblem' : 'added';
  }
  if (is === 'down') {
    // It may have been down before, too.
    return was === 'unknown' ? 'isDown' : 'wentDown';
  }
  if (is === 'up') {
    return isProblem({ status: was }) ? 'recovered' : 'changed';
  }
  // To and from other statuses, nothing is better or worse.
  const isWorse = was === 'up' && is === 'degraded';
  const isBetter = was === 'down' && is === 'degraded';
  const other = isBetter ? 'gotBetter' : 'changed';
  return isWorse ? 'gotWorse' : other;
}

function toLastChange(
  lastChange: Change | undefined,
  { changedAt, timesLackZone }: Monitor,
): Since | undefined {
  return lastChange === undefined || changedAt === undefined
    ? undefined
    : { source: 'service', at: changedAt, ...(timesLackZone && { lacksZone: true }) };
}

/** Says the present status, too, if no icon shows it. */
export function toStatusChangeText(t: Translate, { from, to }: Change): SafeText {
  const is = fromStatusValue(to.value);
  if (from.value === ABSENT) {
    return isProblem(is) ? t('first seen: {0}', toStatusName(t, is.status)) : t('first seen');
  }
  const was = fromStatusValue(from.value);
  return is.rawStatus
    ? t('{0} → {1}', toStatusText(t, was), toStatusText(t, is))
    : toChangeText(t, was);
}

/** Returns "€45.00 → €39.90". @param is the value now, as it is shown */
export function toFieldChangeText(
  t: Translator,
  { from, to }: Change,
  is: RecordField | undefined,
  nowMs: number,
): SafeText {
  const toText = ({ value }: Change['from']) => toSavedFieldText(t, value, is, nowMs);
  // Texts are cut.
  return toText(from) === toText(to) ? t('changed') : t('{0} → {1}', toText(from), toText(to));
}

/** Puts what happened at nearly the same time into one entry. @param all the loaded monitors */
export function withEvents(
  lines: readonly ChangeLine[],
  all: readonly Monitor[],
): readonly (ChangeLine | ChangeEvent)[] {
  const entries: (ChangeLine | ChangeEvent)[] = [...lines];
  for (const kinds of [WORSE, BETTER]) {
    const occurrences = lines.flatMap(({ kind, monitor, since }) =>
      kinds.includes(kind) && monitor && since ? [{ monitor, since }] : [],
    );
    for (const event of eventsOf(occurrences, all)) {
      const ids = new Set(event.monitors.map(({ id }) => id));
      const isInside = (entry: ChangeLine | ChangeEvent) => 'id' in entry && ids.has(entry.id);
      const place = entries.findIndex(isInside);
      const inside = lines.filter(isInside);
      const others = entries.filter((entry) => !isInside(entry));
      entries.splice(0, Infinity, ...others.toSpliced(place, 0, { event, lines: inside }));
    }
  }
  return entries;
}

/** Returns "12 went down 2:02 PM to 2:04 PM · 10 tagged eu". */
export function toEventText(t: Translator, { event, lines }: ChangeEvent, nowMs: number): SafeText {
  const { monitors, source, from, to, shared } = event;
  const count = monitors.length;
  const start = t.formats.moment(from, nowMs);
  const end = t.formats.moment(to, nowMs);
  const span =
    source === 'seen' ? t('between {0} and {1}', start, end) : t('{0} to {1}', start, end);
  const time = start === end ? start : span;
  const areDown = monitors.every(({ status }) => status === 'down');
  const worse = areDown ? t('{0} went down {1}', count, time) : t('{0} got worse {1}', count, time);
  const isBetter = lines.every(({ kind }) => BETTER.includes(kind));
  const text = isBetter ? t('{0} recovered {1}', count, time) : worse;
  return joinTexts([text, shared && toSharedText(t, shared)], ' · ');
}

/** Returns "12 down since 2:02 PM, 10 tagged eu". */
export function toLastingEventText(
  t: Translator,
  { monitors, source, from, to, shared }: MonitorEvent,
  nowMs: number,
): SafeText {
  const { length } = monitors;
  const { moment } = t.formats;
  const text =
    source === 'seen'
      ? t('{0} seen down since {1}', length, moment(to, nowMs))
      : t('{0} down since {1}', length, moment(from, nowMs));
  return joinTexts([text, shared && toSharedText(t, shared)], ', ');
}

function toSharedText(t: Translate, { kind, value, count }: SharedTrait): SafeText {
  const text = toSafeText(value, 40);
  return kind === 'tag'
    ? t({ message: '{0} tagged {1}', comment: '{0} monitors that have the tag {1}' }, count, text)
    : t(
        { message: '{0} with {1}', comment: '{0} monitors with the host or error {1}' },
        count,
        text,
      );
}

/** Returns "7:03 AM", "between 6:50 AM and 7:03 AM", or "by 7:10 AM" if only a reading shows the change. */
export function toChangeTime(
  t: Translator,
  { since, readAt }: ChangeLine,
  nowMs: number,
): SafeText {
  return since && (since.source === 'service' || since.before)
    ? toSinceTexts(t, since, nowMs).value
    : t(
        { message: 'by {0}', comment: '{0} is a time: it had changed by 14:03' },
        t.formats.moment(readAt, nowMs),
      );
}

export function toChangeSummary(
  t: Translate,
  lines: readonly ChangeLine[],
  meanwhile: number,
): SafeText {
  const count = (toText: (count: number) => SafeText, ...kinds: readonly ListedKind[]) => {
    const { length } = lines.filter(({ kind }) => kinds.includes(kind));
    return length > 0 ? toText(length) : undefined;
  };
  const counts = [
    count((n) => t('{0} went down', n), 'wentDown'),
    count((n) => t('{0} {1}', n, toStatusName(t, 'down')), 'isDown'),
    count((n) => t('{0} got worse', n), 'gotWorse'),
    count((n) => t('{0} changed', n), 'changed', 'recordChanged'),
    count((n) => t('{0} got better', n), 'gotBetter'),
    count((n) => t('{0} recovered', n), 'recovered'),
    count((n) => t('{0} first seen', n), 'added', 'addedAsProblem'),
    count((n) => t('{0} removed', n), 'removed'),
  ];
  return joinTexts(counts, ', ') || toMeanwhileText(t, meanwhile);
}

/** Says how many were a problem and are as before. */
export function toMeanwhileText(t: Translate, count: number): SafeText {
  if (count === 0) {
    return toSafeText('', 0);
  }
  return count === 1
    ? t('1 was down or degraded meanwhile')
    : t('{0} were down or degraded meanwhile', count);
}

/** Returns "Checkout API is down, Boots: €45.00 → €39.90 and 2 more". */
export function toNotificationText(
  t: Translator,
  entries: readonly (ChangeLine | ChangeEvent)[],
  nowMs: number,
): SafeText {
  const named = entries.slice(0, MAX_NAMED).map((entry) => {
    if ('event' in entry) {
      return toEventText(t, entry, nowMs);
    }
    const { name, status, text } = entry;
    return isAboutProblem(entry)
      ? t('{0} is {1}', name, toStatusName(t, status))
      : joinTexts([name, text], ': ');
  });
  const all = joinTexts(named, ', ');
  const more = entries.length - named.length;
  return more > 0 ? t('{0} and {1} more', all, more) : all;
}

export function isAboutProblem({ kind }: ChangeLine): boolean {
  return WORSE.includes(kind) || BETTER.includes(kind);
}
