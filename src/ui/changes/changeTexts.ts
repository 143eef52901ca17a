import { joinTexts, type SafeText, type Translate } from '../../base/text';
import {
  statusChanges,
  type ChangeKind as StatusChangeKind,
  type Comparison,
} from '../../monitors/comparison';
import { isTrouble, type Monitor, type MonitorStatus } from '../../monitors/monitor';
import { toChangeText, toMonitorName } from '../texts/monitorText';
import { toStatusName } from '../texts/statusText';

export type ChangeKind = StatusChangeKind | 'addedInTrouble' | 'removed' | 'added';

/** One change that a refresh found. */
export interface ChangeLine {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly name: SafeText;
  readonly status: MonitorStatus;
  /** "got worse: up → degraded". */
  readonly text: SafeText;
}

/** In the order in which a user wants to hear of them. */
const WORST_FIRST: readonly ChangeKind[] = [
  ...(['wentDown', 'gotWorse', 'addedInTrouble', 'changed'] as const),
  ...(['removed', 'added', 'gotBetter', 'recovered'] as const),
];

/** What a refresh found changed, worst first. What only came into view by paging is no change. */
export function toChangeLines(t: Translate, comparison: Comparison): ChangeLine[] {
  const lines = [
    ...statusChanges(comparison).map((change): ChangeLine => ({
      ...toLine(change.monitor),
      kind: change.kind,
      text: toChangeText(t, change),
    })),
    ...comparison.added.map((monitor): ChangeLine =>
      isTrouble(monitor)
        ? { ...toLine(monitor), kind: 'addedInTrouble', text: t('new: {0}', toStatusName(t, monitor.status)) }
        : { ...toLine(monitor), kind: 'added', text: toChangeText(t, 'added') },
    ),
    ...comparison.removed.map((monitor): ChangeLine => ({
      ...toLine(monitor),
      kind: 'removed',
      text: t('no longer in the account'),
    })),
  ];
  return lines.sort((a, b) => WORST_FIRST.indexOf(a.kind) - WORST_FIRST.indexOf(b.kind));
}

/** "2 went down, 1 recovered, 3 new, 1 removed". */
export function toChangeSummary(t: Translate, comparison: Comparison): SafeText {
  const { wentDown, gotWorse, changed, gotBetter, recovered, added, removed } = comparison;
  return joinTexts(
    [
      wentDown.length > 0 ? t('{0} went down', wentDown.length) : undefined,
      gotWorse.length > 0 ? t('{0} got worse', gotWorse.length) : undefined,
      changed.length > 0 ? t('{0} changed', changed.length) : undefined,
      gotBetter.length > 0 ? t('{0} got better', gotBetter.length) : undefined,
      recovered.length > 0 ? t('{0} recovered', recovered.length) : undefined,
      added.length > 0 ? t('{0} new', added.length) : undefined,
      removed.length > 0 ? t('{0} removed', removed.length) : undefined,
    ],
    ', ',
  );
}

/** Whether a change is trouble that came or went. */
export function isAboutTrouble({ kind }: ChangeLine): boolean {
  return kind !== 'changed' && kind !== 'added' && kind !== 'removed';
}

function toLine(monitor: Monitor): Pick<ChangeLine, 'id' | 'name' | 'status'> {
  return { id: monitor.id, name: toMonitorName(monitor), status: monitor.status };
}
