import * as vscode from 'vscode';
import type { RowText } from './rowText';
import { SafeTreeItem } from '../window';

/** A row as VS Code wants it. */
export function toRowItem(text: RowText): SafeTreeItem {
  const { TreeItemCollapsibleState: State } = vscode;
  const state = text.isOpen === undefined ? State.None : text.isOpen ? State.Expanded : State.Collapsed;
  const item = new SafeTreeItem(text.label, state);
  item.id = text.id;
  item.contextValue = text.contextValue;
  item.accessibilityInformation = { label: text.aria, ...(text.role && { role: text.role }) };
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
    item.command = { command: `monitorExplorer.${text.command}`, title: text.label };
  }
  return item;
}
