import type { Group, MonitorRow, Range } from '../../monitors/arrangement';
import { statusChanges, type Comparison } from '../../monitors/comparison';
import { MappedMonitor } from '../../monitors/mappedMonitor';
import type { Monitor } from '../../monitors/monitor';
import { isRenewal, type ListActivity, type ListFailure, type MonitorList } from '../../monitors/monitorList';
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
   * `notices`: what a user should know. `changes`: what is different since they last looked. `refreshFailed`: above the rows, which stay. `pins`: what holds the pinned
   * ones. `footer`: load more, loading, or the page that failed.
   */
  readonly kind: 'notices' | 'changes' | 'refreshFailed' | 'pins' | 'footer';
}

/** What stands in the place of the next page. */
export type Tail =
  | {
      readonly kind: 'loadMore';
      readonly loaded: number;
      readonly total: number | undefined;
      /** Calls for all that is left, where it is known. */
      readonly pagesLeft: number | undefined;
    }
  | {
      readonly kind: 'loading';
      readonly activity: ListActivity;
      readonly pageIndex: number;
      readonly pagesRead: number;
      readonly pagesPlanned: number;
      readonly stopping: boolean;
    }
  | { readonly kind: 'failed'; readonly failure: ListFailure };

/** `undefined` where the list ends with its last monitor, or nothing is read yet. */
export function toFooter(list: MonitorList): Tail | undefined {
  const { loaded, failure, progress } = list;
  // A refresh shows its progress above the rows, which stay as they are.
  // One that has read its last page is about to end.
  const isLoading = progress !== undefined && progress.pagesRead < progress.pagesPlanned;
  if (isLoading && !isRenewal(progress.activity)) {
    const { activity, pagesRead, pagesPlanned, stopping } = progress;
    return { kind: 'loading', activity, pageIndex: loaded.nextPageIndex, pagesRead, pagesPlanned, stopping };
  }
  if (failure && !isRenewal(failure.activity)) {
    return { kind: 'failed', failure };
  }
  const begun = loaded.nextPageIndex > 0 || list.stopped !== undefined;
  return begun && loaded.end === undefined
    ? { kind: 'loadMore', loaded: loaded.count, total: loaded.total, pagesLeft: loaded.pagesLeft }
    : undefined;
}

/** The failure of a refresh, of all pages or of one. */
export function toRefreshFailure({ failure }: MonitorList): ListFailure | undefined {
  return failure && isRenewal(failure.activity) ? failure : undefined;
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
