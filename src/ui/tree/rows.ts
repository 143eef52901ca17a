import type { SafeText } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import type { Pin } from '../../account/choices';

/**
 * The command of all rows without children. It takes no arguments, because a click while VS Code reloads the row would
 * fail ("Actual command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

/** A row as data. */
export interface RowContent {
  /** Unique in the tree. VS Code remembers selection and open rows by it. */
  readonly id: string;
  readonly label: SafeText;
  readonly description?: SafeText | undefined;
  /** Codicon name. */
  readonly icon?: string | undefined;
  /** Theme color ID. */
  readonly color?: string | undefined;
  /** Screen reader text; defaults to label and description. */
  readonly aria?: SafeText;
  /** Selects the entries of the row's menu. */
  readonly contextValue?: string | undefined;
  /** By default, VS Code shows the label. */
  readonly toTooltip?: () => SafeText;
  readonly monitor?: Monitor;
  readonly pin?: Pin;
  /** A click runs the first one; the menu has the others. */
  readonly actions?: readonly Action[];
  /** Only of rows with children. */
  readonly isOpen?: boolean;
  /** Only of groups and ranges. */
  readonly monitors?: readonly Monitor[];
  readonly toChildren?: () => readonly RowContent[];
}

/** What VS Code draws of a row. */
export const DRAWN = [
  'monitor',
  'label',
  'description',
  'icon',
  'color',
  'aria',
  'contextValue',
] as const;

export interface Action {
  /** Includes any cost. */
  readonly title: SafeText;
  /** Without prefix. */
  readonly command: string;
  readonly argument?: string | undefined;
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
