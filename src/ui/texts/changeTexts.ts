import { joinTexts, toSafeText } from '../../base/text';
import type { Account } from '../../account/account';
import { changeSummaryOf } from '../../mapping/picker/recordFields';
import { toFieldPath } from '../../monitors/arrangement';
import type { Change, Changes, MonitorChange } from '../../monitors/changes';
import { eventsOf, type MonitorEvent } from '../../monitors/events';
import { isProblem, type Monitor, type RecordField } from '../../monitors/monitor';
import {
  ABSENT,
  fromFieldValue,
  fromStatusValue,
  LAST_CHANGE,
  NAME,
  STATUS,
} from '../../monitors/run';
import type { Since } from '../../monitors/since';
import { toFieldText, toMonitorName, toSinceTexts } from './monitorText';
import { formats, t } from '../l10n';
import { STATUS_NAMES, toStatusText } from './statusText';

/** Kinds of changes, worst first. `isProblem`: degraded now, or down but perhaps before, too. */
const COUNT_TEXTS = {
  wentDown: (count: number) => t('{0} went down', count),
  isProblem: (count: number) => t('{0} down or degraded', count),
  changed: (count: number) => t('{0} changed', count),
  removed: (count: number) => t('{0} removed', count),
  added: (count: number) => t('{0} first seen', count),
  recovered: (count: number) => t('{0} recovered', count),
};

type ChangeKind = keyof typeof COUNT_TEXTS;

const CHANGE_KINDS = Object.keys(COUNT_TEXTS);

export type ChangeLine = NonNullable<ReturnType<typeof toChangeLine>>;

/** Monitors that changed at nearly the same time. */
export interface ChangeEvent {
  readonly event: MonitorEvent;
  /** At least three. */
  readonly lines: readonly ChangeLine[];
}

const WORSE: readonly ChangeKind[] = ['wentDown', 'isProblem'];

/** Entries named in a notification. */
const MAX_NAMED = 3;

export function toChangedSinceText(since: number, nowMs: number) {
  return t('Changed since {0}, when you last looked', formats.moment(since, nowMs));
}

/** Lists changes, worst first, then newest. */
export function toChangeLines(
  { monitors }: Pick<Changes, 'monitors'>,
  account: Account,
  nowMs: number,
) {
  const rankOf = ({ kind }: ChangeLine) => CHANGE_KINDS.indexOf(kind);
  return [...monitors]
    .flatMap(([id, changes]) => toChangeLine(id, changes, account, nowMs) ?? [])
    .sort((a, b) => rankOf(a) - rankOf(b) || (b.since?.at ?? 0) - (a.since?.at ?? 0));
}

function toChangeLine(
  id: string,
  changes: MonitorChange,
  { list, memory }: Account,
  nowMs: number,
) {
  const all = [...changes.values()];
  const status = changes.get(STATUS);
  const renamed = changes.get(NAME);
  const lastChange = changes.get(LAST_CHANGE);
  const monitor = list.loaded.find(id);
  const last = monitor ?? memory.lastOf(id)?.monitor;
  const kind = status ? toKind(status) : 'changed';
  if (!monitor && kind !== 'removed') {
    return undefined;
  }
  const shown = monitor && memory.rowFields.of(monitor);
  const texts = [
    status && toStatusChangeText(status),
    renamed && t('renamed from {0}', toSafeText(renamed.from.value, 60)),
    ...all.map((change) => {
      const path = toFieldPath(change.to.field);
      return path !== undefined && toFieldChangeText(change, shown?.[path], nowMs);
    }),
    monitor && lastChange && toSafeText(changeSummaryOf(monitor) ?? ''),
  ];
  return {
    kind,
    id,
    name: toMonitorName(last ?? { id, name: '' }),
    status: last?.status ?? 'unknown',
    text: joinTexts(texts, ', ') || t('changed'),
    /** The first reading that shows the last of its changes, in epoch milliseconds. */
    readAt: Math.max(...all.map(({ to }) => to.firstReadAt)),
    /** Absent if removed. */
    monitor,
    /** When the monitor changed, if known. */
    since: monitor && (status ? memory.sinceOf(monitor) : lastChange && toLastChange(monitor)),
  };
}

function toKind({ from, to }: Change): ChangeKind {
  const { status: was } = fromStatusValue(from.value);
  const { status: is } = fromStatusValue(to.value);
  if (to.value === ABSENT) {
    return 'removed';
  }
  if (isProblem({ status: is })) {
    const isNew = was !== 'unknown' && from.value !== ABSENT;
    return is === 'down' && isNew ? 'wentDown' : 'isProblem';
  }
  if (from.value === ABSENT) {
    return 'added';
  }
  return is === 'up' && isProblem({ status: was }) ? 'recovered' : 'changed';
}

function toLastChange({ changedAt: at, timesLackZone }: Monitor): Since | undefined {
  return at === undefined ? undefined : { source: 'service', at, lacksZone: timesLackZone };
}

/** Says the present status, too, if no icon shows it. */
export function toStatusChangeText({ from, to }: Change) {
  if (to.value === ABSENT) {
    return t('no longer in the account');
  }
  const is = fromStatusValue(to.value);
  if (from.value === ABSENT) {
    return isProblem(is) ? t('first seen: {0}', STATUS_NAMES[is.status]) : t('first seen');
  }
  const was = fromStatusValue(from.value);
  if (is.rawStatus) {
    return t('{0} → {1}', toStatusText(was), toStatusText(is));
  }
  return was.status === 'unknown' && !was.rawStatus
    ? t('changed')
    : t('was {0}', toStatusText(was));
}

/** Returns "€45.00 → €39.90". @param field the field now, which may show that no amount is in cents */
export function toFieldChangeText(
  { from, to }: Change,
  field: RecordField | undefined,
  nowMs: number,
) {
  const toText = ({ value }: Change['from']) => toFieldText(fromFieldValue(value, field), nowMs);
  // Texts are cut.
  return toText(from) === toText(to) ? t('changed') : t('{0} → {1}', toText(from), toText(to));
}

/** Puts what happened at nearly the same time into one entry. @param all the loaded monitors */
export function withEvents(
  lines: readonly ChangeLine[],
  all: readonly Monitor[],
): readonly (ChangeLine | ChangeEvent)[] {
  const events = [WORSE, ['recovered']].flatMap((kinds) => {
    const occurrences = lines.flatMap(({ kind, monitor, since }) =>
      kinds.includes(kind) && monitor && since ? [{ monitor, since }] : [],
    );
    return eventsOf(occurrences, all);
  });
  const entries = Map.groupBy(
    lines,
    (line) => events.find(({ monitors }) => monitors.includes(line.monitor!)) ?? line,
  );
  return [...entries].map(([entry, inside]) =>
    'monitors' in entry ? { event: entry, lines: inside } : entry,
  );
}

/** Returns "12 went down 2:02 PM to 2:04 PM · 10 tagged eu". */
export function toEventText({ event, lines }: ChangeEvent, nowMs: number) {
  const start = formats.moment(event.from, nowMs);
  const end = formats.moment(event.to, nowMs);
  const span =
    event.source === 'seen' ? t('between {0} and {1}', start, end) : t('{0} to {1}', start, end);
  return joinTexts([
    joinTexts([toChangeSummary(lines, 0), start === end ? start : span], ' '),
    toSharedText(event),
  ]);
}

/** Returns "12 down since 2:02 PM, 10 tagged eu". */
export function toLastingEventText(event: MonitorEvent, nowMs: number) {
  const { monitors, source, from, to } = event;
  const { moment } = formats;
  const text =
    source === 'seen'
      ? t('{0} seen down since {1}', monitors.length, moment(to, nowMs))
      : t('{0} down since {1}', monitors.length, moment(from, nowMs));
  return joinTexts([text, toSharedText(event)], ', ');
}

function toSharedText({ shared }: MonitorEvent) {
  if (!shared) {
    return undefined;
  }
  const { kind, count } = shared;
  const text = toSafeText(shared.value, 40);
  return kind === 'tag' ? t('{0} tagged {1}', count, text) : t('{0} with {1}', count, text);
}

/** Returns "7:03 AM", "between 6:50 AM and 7:03 AM", or "by 7:10 AM" if only a reading shows the change. */
export function toChangeTime({ since, readAt }: ChangeLine, nowMs: number) {
  return since && (since.source === 'service' || since.before)
    ? toSinceTexts(since, nowMs).value
    : t({ message: 'by {0}', comment: 'changed by 14:03' }, formats.moment(readAt, nowMs));
}

/** @param meanwhile how many were a problem in between, and are as before */
export function toChangeSummary(lines: readonly ChangeLine[], meanwhile: number) {
  const counts = [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, all]) =>
    COUNT_TEXTS[kind](all.length),
  );
  return joinTexts(counts, ', ') || toMeanwhileText(meanwhile);
}

export function toMeanwhileText(count: number) {
  return count === 0 ? toSafeText('') : t('{0} down or degraded meanwhile', count);
}

/** Returns "Checkout API is down, Boots: €45.00 → €39.90 and 2 more". */
export function toNotificationText(entries: readonly (ChangeLine | ChangeEvent)[], nowMs: number) {
  const texts = entries.slice(0, MAX_NAMED).map((entry) => {
    if ('event' in entry) {
      return toEventText(entry, nowMs);
    }
    const { name, status, text } = entry;
    return isAboutProblem(entry)
      ? t('{0} is {1}', name, STATUS_NAMES[status])
      : joinTexts([name, text], ': ');
  });
  const text = joinTexts(texts, ', ');
  const more = entries.length - texts.length;
  return more > 0 ? t('{0} and {1} more', text, more) : text;
}

export function isAboutProblem({ kind }: ChangeLine) {
  return kind === 'recovered' || WORSE.includes(kind);
}
