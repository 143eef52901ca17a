import { isObject } from '../../base/json';
import type { SafeText } from '../../base/text';
import { MappedMonitor } from '../../monitors/mappedMonitor';
import type { Monitor } from '../../monitors/monitor';
import type { Pin } from './viewState';

/** What a click on a row, and Enter, may do: commands without the extension's prefix, or what the row's button is for. */
export const ROW_COMMANDS = [
  'showDetails',
  'showChanges',
  'loadMore',
  'loadAll',
  'clearFilter',
  'act',
  'noop',
] as const;

export type RowCommand = (typeof ROW_COMMANDS)[number];

/** Everything that a row says, before it becomes an item of VS Code's. */
export interface RowText {
  readonly label: SafeText;
  readonly description?: SafeText | undefined;
  /** A codicon's name. */
  readonly icon?: string | undefined;
  /** Id of a theme color. */
  readonly color?: string | undefined;
  readonly tooltip?: SafeText | undefined;
  /** What a screen reader says; label and description unless given. */
  readonly aria?: SafeText;
  readonly role?: 'button';
  readonly command?: RowCommand | undefined;
  readonly contextValue: string;
  readonly isOpen?: boolean;
}

/** Does something about a state: a step after a failure, or the button of a notice. */
export interface Action {
  /** With its cost, if it has one. */
  readonly title: SafeText;
  /** A codicon's name. */
  readonly icon: string;
  /** Name of a command, without the extension's prefix. */
  readonly command: string;
  readonly argument?: string;
}

/** What is at one place of the tree now. */
export interface RowContent {
  /** Unique in the tree. VS Code remembers by it which row is selected, and which is open. */
  readonly id: string;
  /** With {@link monitor}, tells whether the row looks the same as before. */
  readonly version: string;
  readonly toText: () => RowText;
  /** What the row is about. */
  readonly monitor?: Monitor | undefined;
  readonly pin?: Pin;
  readonly action?: Action | undefined;
  /** Of a group or range: the same while it exists, even if its id changes. */
  readonly key?: string;
  /** Of a group or range: what is in it. */
  readonly monitors?: readonly Monitor[];
  readonly toChildren?: () => readonly RowContent[];
}

/** A row of VS Code's tree: one object for each id, so that VS Code can be told that it has changed. */
export class Row {
  readonly parent: Row | undefined;
  content: RowContent;
  /** As VS Code was told last; absent until it has asked. */
  children: readonly Row[] | undefined;

  constructor(content: RowContent, parent: Row | undefined) {
    this.content = content;
    this.parent = parent;
  }

  get monitor(): Monitor | undefined {
    return this.content.monitor;
  }

  get pin(): Pin | undefined {
    return this.content.pin;
  }
}

/**
 * Whether a command was called with something about a loaded monitor. VS Code passes on whatever a task of a workspace,
 * for example, has given: only what was read of a response or a saved page, and so is masked, is a monitor.
 */
export function isMonitorRow(row: unknown): row is { readonly monitor: Monitor } {
  return isObject(row) && row['monitor'] instanceof MappedMonitor;
}

/** Whether this row is a pin, of a monitor that is loaded or not. */
export function isPinRow(row: unknown): row is { readonly pin: Pin } {
  return isObject(row) && isObject(row['pin']) && typeof row['pin']['id'] === 'string';
}
