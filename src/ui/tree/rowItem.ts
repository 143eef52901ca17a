import * as vscode from 'vscode';
import { joinTexts, type SafeText } from '../../base/text';
import type { RowText } from './rowText';
import { SafeTreeItem } from '../window';

/** A row as VS Code wants it. */
export function toRowItem(text: RowText): SafeTreeItem {
  const item = new SafeTreeItem(text.label, toCollapsibleState(text));
  item.id = text.id;
  item.contextValue = text.contextValue;
  item.accessibilityInformation = {
    label: text.aria ?? joinTexts([text.label, text.description], ', '),
    ...(text.role && { role: text.role }),
  };
  if (text.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(
      text.icon,
      text.color ? new vscode.ThemeColor(text.color) : undefined,
    );
  }
  if (text.description !== undefined && text.description !== '') {
    item.description = text.description;
  }
  if (text.tooltip !== undefined) {
    item.tooltip = text.tooltip;
  }
  if (text.command !== undefined) {
    item.command = toRowCommand(text.label, text.command, ...(text.commandArguments ?? []));
  }
  return item;
}

function toCollapsibleState({ isOpen }: RowText): vscode.TreeItemCollapsibleState {
  if (isOpen === undefined) {
    return vscode.TreeItemCollapsibleState.None;
  }
  return isOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}

/** What a click on a row does, and Enter: a command by its name without the extension's prefix, or nothing. */
export function toRowCommand(
  title: SafeText,
  ...command: [name: string | null, ...args: string[]]
): vscode.Command {
  return { command: 'monitorExplorer.openRow', title, arguments: command };
}
