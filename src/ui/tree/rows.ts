import type { SafeText } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import type { Pin } from '../../account/choices';

/**
 * Row commands don't take arguments, because a click while VS Code reloads the row would fail ("Actual
 * command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

/** Commands without prefix; `act` runs the row's first action. */
export const ROW_COMMANDS = ['showDetails', 'loadMore', 'act', 'noop'] as const;

export type RowCommand = (typeof ROW_COMMANDS)[number];

/** What a row shows. */
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
  readonly role?: 'button' | undefined;
  readonly command?: RowCommand | undefined;
  /** Selects the entries of the row's menu. */
  readonly contextValue?: string | undefined;
}

export interface Action {
  /** Includes any cost. */
  readonly title: SafeText;
  /** Without prefix. */
  readonly command: string;
  readonly argument?: string | undefined;
}

export interface RowContent {
  /** Unique in the tree. VS Code remembers selection and open rows by it. */
  readonly id: string;
  readonly text: RowText;
  /** Only of monitors. */
  readonly toTooltip?: () => SafeText;
  readonly monitor?: Monitor;
  readonly pin?: Pin;
  /** A click runs the first action; the menu has the others. */
  readonly actions?: readonly Action[];
  /** Only of rows with children. */
  readonly isOpen?: boolean;
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

/** Returns the IDs of a row's monitors, which may not be loaded. Any extension can pass anything. */
export function toMonitorIds(row: unknown): readonly string[] {
  const { monitors, pin, monitor }: Partial<RowContent> = row instanceof Row ? row.content : {};
  return (monitors ?? [pin ?? monitor]).flatMap((candidate) => candidate?.id ?? []);
}
