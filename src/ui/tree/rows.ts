import type { Comparison } from '../../monitors/comparison';
import type { Monitor } from '../../monitors/monitor';
import type { Notice } from './notices';
import type { ListFailure, ListProgress, MonitorList } from '../../monitors/monitorList';

/** What stands in the tree, as data; rows are rendered elsewhere. */
export type Row =
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'monitor'; readonly monitor: Monitor; readonly change: RowChange | undefined }
  | { readonly kind: 'loading'; readonly progress: ListProgress; readonly pageIndex: number }
  | { readonly kind: 'failure'; readonly failure: ListFailure }
  | { readonly kind: 'loadMore'; readonly loaded: number; readonly total: number | undefined };

/** Whether this is the row of a monitor: VS Code hands commands whatever they were called with. */
export function isMonitorRow(row: unknown): row is Extract<Row, { kind: 'monitor' }> {
  return (
    typeof row === 'object' && row !== null && (row as Partial<Row>).kind === 'monitor' && 'monitor' in row
  );
}

/** What the last refresh found changed about a monitor. */
export type RowChange = 'added' | 'wentDown' | 'recovered' | 'changed';

/** The rows of a list. Reads nothing and changes nothing: what is not loaded is not there. */
export function toRows(list: MonitorList): Row[] {
  const { loaded, failure, progress } = list;
  const changes = toChanges(list.comparison);
  const monitors = loaded.monitors.map((monitor): Row => ({
    kind: 'monitor',
    monitor,
    change: changes.get(monitor.id),
  }));
  const refreshFailed = failure?.activity === 'refresh';
  const before: Row[] = refreshFailed ? [{ kind: 'failure', failure }] : [];
  // A refresh shows its progress above the rows, which stay as they are.
  if (progress && progress.activity !== 'refresh') {
    return [...before, ...monitors, { kind: 'loading', progress, pageIndex: loaded.nextPageIndex }];
  }
  if (failure && !refreshFailed) {
    return [...before, ...monitors, { kind: 'failure', failure }];
  }
  const begun = loaded.nextPageIndex > 0 || list.stopped;
  if (begun && loaded.end === undefined) {
    const more: Row = { kind: 'loadMore', loaded: loaded.count, total: loaded.total };
    return [...before, ...monitors, more];
  }
  return [...before, ...monitors];
}

/** The rows of now; those that say what they said before are the very rows that VS Code knows already. */
export function keepSameRows(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  const kept = now.map((row, index) => {
    const known = before[index];
    return known !== undefined && isSameRow(known, row) ? known : row;
  });
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept;
}

/** Monitors are told by identity: a reading makes them anew. All else is small, and compared field by field. */
function isSameRow(one: Row, other: Row): boolean {
  if (one.kind === 'monitor' && other.kind === 'monitor') {
    return one.monitor === other.monitor && one.change === other.change;
  }
  return hasSameFields(one, other, (a, b) => isRecord(a) && isRecord(b) && hasSameFields(a, b, Object.is));
}

function hasSameFields(one: object, other: object, isSame: (a: unknown, b: unknown) => boolean): boolean {
  const fields = Object.entries(one);
  const others = other as Readonly<Record<string, unknown>>;
  return (
    fields.length === Object.keys(others).length &&
    fields.every(([key, value]) => Object.is(value, others[key]) || isSame(value, others[key]))
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function toChanges(comparison: Comparison | undefined): ReadonlyMap<string, RowChange> {
  if (comparison === undefined) {
    return new Map();
  }
  const { added, wentDown, recovered, changed } = comparison;
  const moved = (kind: RowChange, changes: Comparison['changed']): [string, RowChange][] =>
    changes.map(({ monitor }) => [monitor.id, kind]);
  return new Map([
    ...added.map(({ id }): [string, RowChange] => [id, 'added']),
    ...moved('wentDown', wentDown),
    ...moved('recovered', recovered),
    ...moved('changed', changed),
  ]);
}
