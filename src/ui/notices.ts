import type { LimitState } from '../credits/limit';
import type { Comparison } from '../monitors/comparison';
import type { MonitorList } from '../monitors/monitorList';
import type { ListShift } from '../monitors/pagedMonitors';
import type { QuestionField } from '../service/reading/reading';
import type { Persistence } from '../session/secretSessions';
import type { SessionTime } from '../session/sessionClock';

/** Something a person should know about what the view shows, as data. Each has a row of its own, above the rest. */
export type Notice =
  /** The session ends soon. */
  | { readonly id: 'sessionEnds'; readonly minutesLeft: number }
  /** Rows are there, and no session to read more with. */
  | { readonly id: 'sessionOver' }
  /** There is no keyring: the session ends with the window. */
  | { readonly id: 'windowOnly' }
  | { readonly id: 'shift'; readonly shift: ListShift; readonly refreshCalls: number }
  | { readonly id: 'limitNear'; readonly left: number }
  | { readonly id: 'limitReached'; readonly turnsAt: number }
  | { readonly id: 'changes'; readonly comparison: Comparison }
  /** Something could not be told from the answer, and the person can point at it at no call. */
  | { readonly id: 'question'; readonly field: QuestionField }
  | { readonly id: 'autoRefreshStopped' };

/** What the notices are made of, as it stands. */
export interface NoticeSources {
  readonly list: MonitorList | undefined;
  readonly time: SessionTime | undefined;
  readonly sessionOver: boolean;
  readonly persistence: Persistence;
  readonly limit: LimitState | undefined;
  readonly question: QuestionField | undefined;
  readonly autoRefreshStopped: boolean;
}

export function toNotices(sources: NoticeSources): Notice[] {
  const { list, time, sessionOver, persistence, limit, question, autoRefreshStopped } = sources;
  if (list === undefined) {
    return [];
  }
  const notices: (Notice | false | undefined)[] = [
    sessionOver && list.loaded.count > 0 && { id: 'sessionOver' },
    !sessionOver && time?.phase === 'endsSoon' && { id: 'sessionEnds', minutesLeft: time.minutesLeft },
    persistence === 'thisWindow' && { id: 'windowOnly' },
    toLimitNotice(limit),
    question !== undefined && { id: 'question', field: question },
    toShiftNotice(list),
    list.comparison && hasChanges(list.comparison) && { id: 'changes', comparison: list.comparison },
    autoRefreshStopped && { id: 'autoRefreshStopped' },
  ];
  return notices.filter((notice) => typeof notice === 'object');
}

/** Monitors that moved in or out of what is loaded have not changed. */
export function hasChanges({ added, gone, wentDown, recovered, changed }: Comparison): boolean {
  return [added, gone, wentDown, recovered, changed].some((monitors) => monitors.length > 0);
}

function toLimitNotice(limit: LimitState | undefined): Notice | undefined {
  if (limit?.reached) {
    return { id: 'limitReached', turnsAt: limit.turnsAt };
  }
  return limit?.near ? { id: 'limitNear', left: limit.left } : undefined;
}

function toShiftNotice({ loaded }: MonitorList): Notice | undefined {
  return loaded.shift && { id: 'shift', shift: loaded.shift, refreshCalls: loaded.nextPageIndex };
}
