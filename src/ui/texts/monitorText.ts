import type { Monitor } from '../../monitors/monitor';
import type { StatusChange } from '../../monitors/comparison';
import { toStatusName, toStatusText } from './statusText';
import { formatsFor, type Formats } from './formats';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';

/** What the last refresh found about a monitor. */
export type RowChange = 'added' | StatusChange;

interface MonitorName {
  readonly id: string;
  readonly name: string;
  readonly target?: string | undefined;
}

export const MAX_NAME = 200;
const MAX_TARGET = 100;

/** The name; for a monitor without one its target, else its id. */
export function toMonitorName({ name, target, id }: MonitorName): SafeText {
  const own = toSafeText(name, MAX_NAME);
  return own !== '' ? own : toShortTarget(target) || toSafeText(id, MAX_NAME) || toSafeText('?', 1);
}

/** The target without what all have in common; empty for none. */
export function toShortTarget(target: string | undefined): SafeText {
  return toSafeText((target ?? '').replace(/^https?:\/\//i, '').replace(/\/$/, ''), MAX_TARGET);
}

/** "338 ms". One whose key names no unit is taken for milliseconds, as nearly all are. */
export function toResponseTime({ milliseconds }: Formats, value: number, unit: string | undefined): SafeText {
  return milliseconds(unit === 's' ? value * 1_000 : value);
}

/** A row's label, what stands behind it, and what a screen reader says. */
export interface MonitorTexts {
  readonly label: SafeText;
  /** What has changed, the status where it isn't up, what is hidden, and the target where it says more than the label. */
  readonly description: SafeText;
  readonly aria: SafeText;
}

export interface MonitorContext {
  readonly change: RowChange | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isOld: boolean;
  readonly isHidden: boolean;
  /** The row stands under a heading that says its status. */
  readonly isUnderStatus: boolean;
}

export function toMonitorTexts(
  t: Translate,
  language: string,
  monitor: Monitor,
  context: MonitorContext,
): MonitorTexts {
  const { change, now, isOld, isHidden, isUnderStatus } = context;
  const label = toMonitorName(monitor);
  const short = toShortTarget(monitor.target);
  const target = short === label || monitor.target === label ? undefined : short;
  const mark = change && toChangeText(t, change);
  const status = toStatusText(t, monitor);
  // What is up needs no word: the eye should find the others. A change of status names the status itself.
  const isOwnWord = monitor.status === 'unknown' && Boolean(monitor.rawStatus);
  const isTold =
    monitor.status === 'up' || (isUnderStatus && !isOwnWord) || (change !== undefined && change !== 'added');
  const hidden = isHidden ? t('hidden from the badge') : undefined;
  const checked =
    monitor.lastCheckedAt === undefined
      ? undefined
      : t('checked at {0}', formatsFor(language).moment(monitor.lastCheckedAt, now));
  return {
    label,
    // The target comes last: in a narrow view it is what is cut.
    description: joinTexts([mark, isTold ? undefined : status, hidden, target], ' · '),
    aria: joinTexts(
      [label, status, mark, target, checked, isOld ? t('read more than an hour ago') : undefined, hidden],
      ', ',
    ),
  };
}

/** "got worse: up → degraded", "went down: up → down", "recovered: down → up", "new". */
export function toChangeText(t: Translate, change: RowChange): SafeText {
  if (change === 'added') {
    return t('new');
  }
  const was = toStatusName(t, change.was);
  const now = toStatusName(t, change.monitor.status);
  switch (change.kind) {
    case 'wentDown':
      return t('went down: {0} → {1}', was, now);
    case 'gotWorse':
      return t('got worse: {0} → {1}', was, now);
    case 'recovered':
      return t('recovered: {0} → {1}', was, now);
    case 'gotBetter':
      return t('got better: {0} → {1}', was, now);
    case 'changed':
      return t('changed: {0} → {1}', was, now);
  }
}
