import { joinTexts, type SafeText, type Translate } from '../../base/text';
import type { ChangeKind, Comparison, RecordChange, StatusChange } from '../../monitors/comparison';
import { isProblem, type Monitor, type MonitorStatus } from '../../monitors/monitor';
import { toSince, type Since, type SinceOf } from '../../monitors/since';
import type { Translator } from './formats';
import { toChangeText, toFieldText, toMonitorName, toSinceTexts } from './monitorText';
import { toStatusName, toStatusText } from './statusText';

export type ListedKind = ChangeKind | 'recordChanged' | 'addedAsProblem' | 'removed' | 'added';

export interface ChangeLine {
  readonly kind: ListedKind;
  readonly id: string;
  readonly name: SafeText;
  readonly status: MonitorStatus;
  readonly text: SafeText;
  /** Absent if removed. */
  readonly monitor?: Monitor;
  /** When it changed, if known. */
  readonly since?: Since | undefined;
}

const WORST_FIRST: readonly ListedKind[] = [
  'wentDown',
  'gotWorse',
  'addedAsProblem',
  'changed',
  'recordChanged',
  'removed',
  'added',
  'gotBetter',
  'recovered',
];

/** Monitors named in a notification. */
const MAX_NAMED = 3;

/** Lists changes, worst first, then newest. A monitor on a newly loaded page is no change. */
export function toChangeLines(
  t: Translator,
  { statuses, records, added, removed }: Comparison,
  nowMs: number,
  sinceOf: SinceOf = toSince,
): ChangeLine[] {
  const toLine = (
    kind: ListedKind,
    monitor: Monitor,
    text: SafeText,
    since?: Since,
  ): ChangeLine => {
    const { id, status } = monitor;
    return { kind, id, name: toMonitorName(t, monitor), status, text, monitor, since };
  };
  const lines = [
    ...statuses.map((change) =>
      toLine(change.kind, change.monitor, toStatusChange(t, change), sinceOf(change.monitor)),
    ),
    ...records.map((change) =>
      toLine(
        'recordChanged',
        change.monitor,
        toRecordText(t, change, nowMs),
        toLastChange(change.monitor),
      ),
    ),
    ...added.map((monitor) =>
      isProblem(monitor)
        ? toLine('addedAsProblem', monitor, t('new: {0}', toStatusName(t, monitor.status)))
        : toLine('added', monitor, t('new')),
    ),
    ...removed.map(({ id, name, status }): ChangeLine => {
      const shown = toMonitorName(t, { id, name });
      return { kind: 'removed', id, name: shown, status, text: t('no longer in the account') };
    }),
  ];
  return lines.sort(
    (one, other) =>
      WORST_FIRST.indexOf(one.kind) - WORST_FIRST.indexOf(other.kind) ||
      (other.since?.at ?? 0) - (one.since?.at ?? 0),
  );
}

function toLastChange({ changedAt, timesLackZone }: Monitor): Since | undefined {
  return changedAt === undefined
    ? undefined
    : { source: 'service', at: changedAt, ...(timesLackZone && { lacksZone: true }) };
}

/** Says the present status, too, if no icon shows it. */
function toStatusChange(t: Translate, change: StatusChange): SafeText {
  const { was, monitor } = change;
  return monitor.status === 'unknown' && monitor.rawStatus
    ? t('{0} → {1}', toStatusText(t, was), toStatusText(t, monitor))
    : toChangeText(t, change);
}

function toRecordText(t: Translator, { fields }: RecordChange, nowMs: number): SafeText {
  const texts = fields.map(({ was, is }) =>
    // A fraction that came since shows that the field isn't in cents.
    t(
      '{0} → {1}',
      toFieldText(t, { ...was, isWhole: is.isWhole }, nowMs),
      toFieldText(t, is, nowMs),
    ),
  );
  return texts.length === 0 ? t('changed') : joinTexts(texts, ', ');
}

/** Returns "7:03 AM", "between 6:50 AM and 7:03 AM", or "by 7:10 AM" if only a snapshot shows the change. */
export function toChangeTime(
  t: Translator,
  { since }: ChangeLine,
  readAt: number,
  nowMs: number,
): SafeText {
  return since && (since.source === 'service' || since.before)
    ? toSinceTexts(t, since, nowMs).value
    : t(
        { message: 'by {0}', comment: '{0} is a time: it had changed by 14:03' },
        t.formats.moment(readAt, nowMs),
      );
}

export function toChangeSummary(t: Translate, lines: readonly ChangeLine[]): SafeText {
  const count = (toText: (count: number) => SafeText, ...kinds: readonly ListedKind[]) => {
    const { length } = lines.filter(({ kind }) => kinds.includes(kind));
    return length > 0 ? toText(length) : undefined;
  };
  return joinTexts(
    [
      count((n) => t('{0} went down', n), 'wentDown'),
      count((n) => t('{0} got worse', n), 'gotWorse'),
      count((n) => t('{0} changed', n), 'changed', 'recordChanged'),
      count((n) => t('{0} got better', n), 'gotBetter'),
      count((n) => t('{0} recovered', n), 'recovered'),
      count(
        (n) => t({ message: '{0} new', comment: '{0} is the number of new monitors' }, n),
        'added',
        'addedAsProblem',
      ),
      count((n) => t('{0} removed', n), 'removed'),
    ],
    ', ',
  );
}

/** Returns "Checkout API is down, Boots: €45.00 → €39.90 and 2 more". */
export function toNotificationText(t: Translate, lines: readonly ChangeLine[]): SafeText {
  const named = lines
    .slice(0, MAX_NAMED)
    .map((line) =>
      isAboutProblem(line)
        ? t('{0} is {1}', line.name, toStatusName(t, line.status))
        : joinTexts([line.name, line.text], ': '),
    );
  const all = joinTexts(named, ', ');
  const more = lines.length - named.length;
  return more > 0 ? t('{0} and {1} more', all, more) : all;
}

export function isAboutProblem({ kind }: ChangeLine): boolean {
  return kind !== 'changed' && kind !== 'recordChanged' && kind !== 'added' && kind !== 'removed';
}
