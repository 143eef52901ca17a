import { toStatusName } from '../texts/statusText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Comparison, StatusChange } from '../../monitors/comparison';
import { isTrouble, type Monitor, type MonitorStatus } from '../../monitors/monitor';

export type ChangeKind =
  'wentDown' | 'gotWorse' | 'addedInTrouble' | 'changed' | 'removed' | 'added' | 'gotBetter' | 'recovered';

/** One change that a refresh found. */
export interface ChangeLine {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly name: SafeText;
  readonly status: MonitorStatus;
  /** "got worse: up → degraded". */
  readonly text: SafeText;
}

/** In the order in which a person wants to hear of them. */
const WORST_FIRST: readonly ChangeKind[] = [
  ...(['wentDown', 'gotWorse', 'addedInTrouble', 'changed'] as const),
  ...(['removed', 'added', 'gotBetter', 'recovered'] as const),
];

/** What a refresh found changed, worst first. What only came into view by paging is no change. */
export function toChangeLines(t: Translate, comparison: Comparison): ChangeLine[] {
  const lines = [
    ...statusChangesOf(comparison).map((change) => toStatusLine(t, change)),
    ...comparison.added.map((monitor): ChangeLine =>
      isTrouble(monitor)
        ? { ...toLine(monitor), kind: 'addedInTrouble', text: t('new: {0}', toStatusName(t, monitor.status)) }
        : { ...toLine(monitor), kind: 'added', text: t('new') },
    ),
    ...comparison.removed.map((monitor): ChangeLine => ({
      ...toLine(monitor),
      kind: 'removed',
      text: t('no longer in the account'),
    })),
  ];
  return lines.sort((a, b) => WORST_FIRST.indexOf(a.kind) - WORST_FIRST.indexOf(b.kind));
}

/** "1 went down, 2 recovered, 3 new". */
export function toChangeSummary(t: Translate, lines: readonly ChangeLine[]): SafeText {
  const count = (...kinds: ChangeKind[]): number => lines.filter(({ kind }) => kinds.includes(kind)).length;
  const parts: [number, (count: number) => SafeText][] = [
    [count('wentDown'), (found) => t('{0} went down', found)],
    [count('gotWorse'), (found) => t('{0} got worse', found)],
    [count('recovered'), (found) => t('{0} recovered', found)],
    [count('gotBetter'), (found) => t('{0} got better', found)],
    [count('changed'), (found) => t('{0} changed', found)],
    [count('added', 'addedInTrouble'), (found) => t('{0} new', found)],
    [count('removed'), (found) => t('{0} removed', found)],
  ];
  return joinTexts(
    parts.filter(([found]) => found > 0).map(([found, text]) => text(found)),
    ', ',
  );
}

/** Whether a change is trouble that came or went. */
export function isAboutTrouble({ kind }: ChangeLine): boolean {
  return kind !== 'changed' && kind !== 'added' && kind !== 'removed';
}

function toStatusLine(t: Translate, { monitor, was }: StatusChange): ChangeLine {
  const from = toStatusName(t, was);
  const to = toStatusName(t, monitor.status);
  const kind = toKind(was, monitor);
  switch (kind) {
    case 'wentDown':
      return { ...toLine(monitor), kind, text: t('went down: {0} → {1}', from, to) };
    case 'gotWorse':
      return { ...toLine(monitor), kind, text: t('got worse: {0} → {1}', from, to) };
    case 'gotBetter':
      return { ...toLine(monitor), kind, text: t('got better: {0} → {1}', from, to) };
    case 'recovered':
      return { ...toLine(monitor), kind, text: t('recovered: {0} → {1}', from, to) };
    case 'changed':
      return { ...toLine(monitor), kind, text: t('changed: {0} → {1}', from, to) };
  }
}

/** Worse and better are said only between up, degraded and down: what is paused or unknown is neither. */
function toKind(
  was: MonitorStatus,
  monitor: Monitor,
): 'wentDown' | 'gotWorse' | 'gotBetter' | 'recovered' | 'changed' {
  const { status } = monitor;
  if (status === 'down') {
    return 'wentDown';
  }
  if (status === 'up') {
    return was === 'down' || was === 'degraded' ? 'recovered' : 'changed';
  }
  if (status === 'degraded') {
    return was === 'down' ? 'gotBetter' : was === 'up' ? 'gotWorse' : 'changed';
  }
  return 'changed';
}

/** Of all kinds of change that a comparison has lists for. */
function statusChangesOf(comparison: Comparison): StatusChange[] {
  const found = Object.values(comparison) as readonly (readonly (Monitor | StatusChange)[])[];
  return found.flat().filter((change) => 'was' in change);
}

function toLine(monitor: Monitor): Pick<ChangeLine, 'id' | 'name' | 'status'> {
  const { id, name, target, status } = monitor;
  return { id, status, name: toSafeText(name, 200) || toSafeText(target ?? id, 200) };
}
