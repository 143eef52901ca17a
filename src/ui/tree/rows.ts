import type { SafeText } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import type { Pin } from '../../account/choices';

/**
 * Row commands don't take arguments, because a click while VS Code reloads the row would fail ("Actual
 * command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

/** Commands without prefix; `act` runs the row's own action. */
export const ROW_COMMANDS = ['showDetails', 'loadMore', 'act', 'noop'] as const;

export type RowCommand = (typeof ROW_COMMANDS)[number];

export interface RowText {
  readonly label: SafeText;
  readonly description?: SafeText | undefined;
  /** Codicon name. */
  readonly icon?: string | undefined;
  /** Theme color ID. */
  readonly color?: string | undefined;
  readonly tooltip?: SafeText | undefined;
  /** Screen reader text; defaults to label and description. */
  readonly aria?: SafeText;
  readonly role?: 'button';
  readonly command?: RowCommand | undefined;
  /** Selects the entries of the row's menu. */
  readonly contextValue?: string | undefined;
  readonly isOpen?: boolean;
}

export interface Action {
  /** Includes any cost. */
  readonly title: SafeText;
  readonly icon: string;
  /** Without prefix. */
  readonly command: string;
  readonly argument?: string;
}

export interface RowContent {
  /** Unique in the tree. VS Code remembers selection and open rows by it. */
  readonly id: string;
  /** All that the row shows, to detect changes. */
  readonly appearance: object;
  readonly toText: () => RowText;
  /** Only of monitors. */
  readonly toTooltip?: () => SafeText;
  readonly monitor?: Monitor | undefined;
  readonly pin?: Pin;
  readonly action?: Action | undefined;
  /** Key of a group or range; its id can change. */
  readonly key?: string;
  /** Only of groups and ranges. */
  readonly monitors?: readonly Monitor[];
  readonly toChildren?: () => readonly RowContent[];
}

/** A row in VS Code's tree. One object per id, so that events can refer to it. */
export class Row {
  /** Absent until VS Code asks. */
  children: readonly Row[] | undefined;

  constructor(
    public content: RowContent,
    readonly parent: Row | undefined,
  ) {}
}

/** Returns the monitors of a group or range. Any extension can pass anything. */
export function toMonitorsOf(row: unknown): readonly Monitor[] | undefined {
  return row instanceof Row ? row.content.monitors : undefined;
}

/** Returns the ID of a row's monitor, which may not be loaded. Any extension can pass anything. */
export function toMonitorId(row: unknown): string | undefined {
  return row instanceof Row ? (row.content.pin ?? row.content.monitor)?.id : undefined;
}
