import type { CallRecord } from './calls';

/** An action with one or more calls. `at` is the time of the first one. */
export interface ActionCount extends Pick<CallRecord, 'at' | 'reason' | 'caller' | 'announced'> {
  readonly calls: number;
}

/** Returns the last actions, newest first. @param calls oldest first */
export function lastActions(calls: readonly CallRecord[], count: number): readonly ActionCount[] {
  const actions = new Map<string, ActionCount>();
  for (const { action, at, reason, caller, announced } of calls) {
    const before = actions.get(action) ?? { at, reason, caller, announced, calls: 0 };
    actions.set(action, { ...before, calls: before.calls + 1 });
  }
  return [...actions.values()].slice(-count).toReversed();
}
