import * as vscode from 'vscode';
import { joinTexts } from '../../base/text';
import { OPEN_ROW, type RowText } from './rowText';
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
    item.command = { command: `${OPEN_ROW}.${text.command}`, title: text.label };
  }
  return item;
}

function toCollapsibleState({ isOpen }: RowText): vscode.TreeItemCollapsibleState {
  if (isOpen === undefined) {
    return vscode.TreeItemCollapsibleState.None;
  }
  return isOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}
