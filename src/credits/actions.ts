import type { Caller, CallReason } from '../monitors/call';
import type { CallRecord } from './calls';

export interface ActionCount {
  /** Epoch milliseconds of the first call. */
  readonly at: number;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** Most calls announced in advance. */
  readonly announced: number;
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
