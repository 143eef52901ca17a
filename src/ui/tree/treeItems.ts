import * as vscode from 'vscode';
import { joinTexts } from '../../base/text';
import { SafeTreeItem } from '../window';
import { OPEN_ROW, type RowContent } from './rows';

/** Reuses items of unchanged rows, because VS Code asks for them again. */
export class TreeItems {
  readonly #items = new WeakMap<RowContent, SafeTreeItem>();

  get(content: RowContent): SafeTreeItem {
    const item = this.#items.get(content) ?? toItem(content);
    this.#items.set(content, item);
    return item;
  }

  /** Makes a tooltip when the pointer is over the row. */
  resolve(item: SafeTreeItem, content: RowContent): SafeTreeItem {
    if (content.toTooltip === undefined) {
      return item;
    }
    // Not the cached item: its tooltip would become outdated.
    const resolved = toItem(content);
    resolved.tooltip = content.toTooltip();
    return resolved;
  }
}

function toItem({ id, toText }: RowContent): SafeTreeItem {
  const { label, description, icon, color, tooltip, aria, role, command, contextValue, isOpen } = toText();
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new SafeTreeItem(label, isOpen === undefined ? None : isOpen ? Expanded : Collapsed);
  item.id = id;
  item.tooltip = tooltip;
  item.accessibilityInformation = {
    label: aria ?? joinTexts([label, description], ', '),
    ...(role && { role }),
  };
  if (contextValue !== undefined) {
    item.contextValue = contextValue;
  }
  if (icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  }
  if (description) {
    item.description = description;
  }
  if (command !== undefined) {
    item.command = { command: `${OPEN_ROW}.${command}`, title: label };
  }
  return item;
}
