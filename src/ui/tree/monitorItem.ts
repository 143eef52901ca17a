import * as vscode from 'vscode';
import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import { cleanText } from '../../service/reading/text';
import type { RowChange } from './rows';
import { toStatusText } from '../texts/statusText';
import { toAgeText } from '../texts/timeText';

const { l10n } = vscode;

/** A shape of its own for each status, so that none is told by colour alone. Unknown is neutral. */
const icons: Readonly<Record<MonitorStatus, vscode.ThemeIcon>> = {
  up: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  down: new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
  degraded: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  paused: new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('disabledForeground')),
  pending: new vscode.ThemeIcon('clock', new vscode.ThemeColor('descriptionForeground')),
  unknown: new vscode.ThemeIcon('question', new vscode.ThemeColor('descriptionForeground')),
};

const MOST_FIELDS = 40;

export function toMonitorItem(monitor: Monitor, change?: RowChange): vscode.TreeItem {
  const name = cleanText(monitor.name, 200);
  const target = monitor.target === undefined ? undefined : cleanText(monitor.target, 100);
  const status = toStatusText(monitor);
  const item = new vscode.TreeItem(name === '' ? cleanText(monitor.id, 200) : name);
  item.id = `monitor:${monitor.id}`;
  item.iconPath = icons[monitor.status];
  // What is up needs no word: the eye should find the others. What went down is told by its mark.
  const mark = change && toChangeText(change);
  const word = monitor.status === 'up' || change === 'wentDown' ? undefined : status;
  item.description = [mark, word, target && withoutScheme(target)]
    .filter((part) => part !== undefined)
    .join(' · ');
  item.contextValue = ['monitor', target && 'target', target && toOpenable(monitor) && 'openable']
    .filter((word) => word !== undefined)
    .join(' ');
  item.accessibilityInformation = {
    label: [name, status, mark, target, checkedText(monitor)].filter((part) => part !== undefined).join(', '),
  };
  return item;
}

/** The record field by field. Built when the pointer rests on the row, as most rows are never looked at so. */
export function toMonitorTooltip(monitor: Monitor): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(cleanText(monitor.name, 200)).appendMarkdown('**\n\n');
  const told = [toStatusText(monitor), checkedText(monitor)].filter((part) => part !== undefined);
  tooltip.appendText(told.join(', '));
  const fields = fieldsOf(monitor.raw);
  for (const [key, value] of fields.slice(0, MOST_FIELDS)) {
    tooltip.appendMarkdown('\n\n').appendText(`${cleanText(key, 60)}: ${cleanText(value, 160)}`);
  }
  if (fields.length > MOST_FIELDS) {
    tooltip.appendMarkdown('\n\n').appendText(l10n.t('and {0} more fields', fields.length - MOST_FIELDS));
  }
  return tooltip;
}

/** The target as something a browser may be sent to: http and https alone. */
export function toOpenable({ target }: Pick<Monitor, 'target'>): vscode.Uri | undefined {
  return target !== undefined && /^https?:\/\/[^\s]+$/i.test(target) && URL.canParse(target)
    ? vscode.Uri.parse(new URL(target).href, true)
    : undefined;
}

function toChangeText(change: RowChange): string {
  switch (change) {
    case 'added':
      return l10n.t('new');
    case 'wentDown':
      return l10n.t('went down');
    case 'recovered':
      return l10n.t('recovered');
    case 'changed':
      return l10n.t('changed');
  }
}

function checkedText({ lastCheckedAt }: Monitor): string | undefined {
  return lastCheckedAt === undefined ? undefined : l10n.t('checked {0}', toAgeText(lastCheckedAt));
}

function withoutScheme(target: string): string {
  return target.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

function fieldsOf(raw: unknown): [string, string][] {
  return typeof raw === 'object' && raw !== null
    ? Object.entries(raw).map(([key, value]) => [key, typeof value === 'string' ? value : toJsonText(value)])
    : [];
}

function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // JSON nested thousands of levels deep can be parsed but not written: the stack ends before it does.
    if (error instanceof RangeError) {
      return '…';
    }
    throw error;
  }
}
