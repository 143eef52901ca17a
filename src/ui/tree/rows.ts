import { isObject } from '../../base/json';
import type { Group, MonitorRow, Range } from '../../monitors/arrangement';
import { statusChanges, type Comparison } from '../../monitors/comparison';
import { MappedMonitor } from '../../monitors/mappedMonitor';
import type { Monitor } from '../../monitors/monitor';
import type { Pin } from './viewState';
import type { NextStep } from '../texts/errorText';
import type { RowChange } from '../texts/monitorText';

/**
 * What stands in the tree, as data; it is rendered elsewhere. Each of the rows without a monitor is one object for good,
 * so that it can be told to VS Code when what it says has changed.
 */
export type Row = Group | Range | MonitorRow | PinRow | StepRow | SpecialRow;

/** A pinned monitor, whether or not it is loaded. */
export interface PinRow {
  readonly kind: 'pin';
  readonly pin: Pin;
  /** As it was read last; absent while no loaded page has it. */
  monitor: Monitor | undefined;
}

/** What can be done about the first page that failed. */
export interface StepRow {
  readonly kind: 'step';
  readonly step: NextStep;
}

export interface SpecialRow {
  /**
   * `notices`: what a user should know. `changes`: what is different since they last looked. `refreshFailed`: above the
   * rows, which stay. `pins`: what holds the pinned ones. `footer`: load more, loading, or the page that failed.
   */
  readonly kind: 'notices' | 'changes' | 'refreshFailed' | 'pins' | 'footer';
}

/** What a row is about; `undefined` where that is no monitor, or none that is loaded. */
export function monitorOf(row: Row | undefined): Monitor | undefined {
  return row && 'monitor' in row ? row.monitor : undefined;
}

/** What is different of the monitors that are loaded, by id. */
export function toRowChanges(comparison: Comparison | undefined): ReadonlyMap<string, RowChange> {
  return comparison === undefined
    ? new Map()
    : new Map<string, RowChange>([
        ...comparison.added.map(({ id }) => [id, 'added'] as const),
        ...statusChanges(comparison).map((change) => [change.monitor.id, change] as const),
      ]);
}

/**
 * Whether this row is about a loaded monitor. VS Code hands commands whatever they were called with, such as by a task of
 * a workspace: only what was read of a response or a saved page, and so is masked, is a monitor.
 */
export function isMonitorRow(row: unknown): row is { readonly monitor: Monitor } {
  return isObject(row) && row['monitor'] instanceof MappedMonitor;
}

/** Whether this row is a pin, of a monitor that is loaded or not. */
export function isPinRow(row: unknown): row is PinRow {
  return (
    isObject(row) && row['kind'] === 'pin' && isObject(row['pin']) && typeof row['pin']['id'] === 'string'
  );
}
