import * as vscode from 'vscode';
import type { Monitor, MonitorStatus } from '../../monitors/monitor';
import type { RowChange } from './rows';
import { toStatusText } from '../texts/statusText';
import { toAgeText } from '../texts/timeText';
import { t } from '../l10n';
import { SafeTreeItem, toMarkdownString } from '../window';
import { joinMarkdown, joinTexts, toBold, toSafeMarkdown, toSafeText, type SafeText } from '../../base/text';

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

export function toMonitorItem(monitor: Monitor, change?: RowChange): SafeTreeItem {
  const name = toSafeText(monitor.name, 200);
  const target = monitor.target === undefined ? undefined : toSafeText(monitor.target, 100);
  const status = toStatusText(monitor);
  const item = new SafeTreeItem(name === '' ? toSafeText(monitor.id, 200) : name);
  item.id = `monitor:${monitor.id}`;
  item.iconPath = icons[monitor.status];
  // What is up needs no word: the eye should find the others. What went down is told by its mark.
  const mark = change && toChangeText(change);
  const word = monitor.status === 'up' || change === 'wentDown' ? undefined : status;
  item.description = joinTexts([mark, word, target && withoutScheme(target)], ' · ');
  item.contextValue = ['monitor', target && 'target', target && toOpenable(monitor) && 'openable']
    .filter((word) => word !== undefined)
    .join(' ');
  item.accessibilityInformation = {
    label: joinTexts([name, status, mark, target, checkedText(monitor)], ', '),
  };
  return item;
}

/** The record field by field. Built when the pointer rests on the row, as most rows are never looked at so. */
export function toMonitorTooltip(monitor: Monitor): vscode.MarkdownString {
  const fields = fieldsOf(monitor.raw);
  const more = fields.length > MOST_FIELDS ? [t('and {0} more fields', fields.length - MOST_FIELDS)] : [];
  return toMarkdownString([
    toBold(toSafeMarkdown(monitor.name, 200)),
    toSafeMarkdown(joinTexts([toStatusText(monitor), checkedText(monitor)], ', '), 200),
    ...fields
      .slice(0, MOST_FIELDS)
      .map(([key, value]) => joinMarkdown([toSafeMarkdown(key, 60), toSafeMarkdown(value, 160)], ': ')),
    ...more.map((text) => toSafeMarkdown(text, 100)),
  ]);
}

/** The target as something a browser may be sent to: http and https alone. */
export function toOpenable({ target }: Pick<Monitor, 'target'>): vscode.Uri | undefined {
  return target !== undefined && /^https?:\/\/[^\s]+$/i.test(target) && URL.canParse(target)
    ? vscode.Uri.parse(new URL(target).href, true)
    : undefined;
}

function toChangeText(change: RowChange): SafeText {
  switch (change) {
    case 'added':
      return t('new');
    case 'wentDown':
      return t('went down');
    case 'recovered':
      return t('recovered');
    case 'changed':
      return t('changed');
  }
}

function checkedText({ lastCheckedAt }: Monitor): SafeText | undefined {
  return lastCheckedAt === undefined ? undefined : t('checked {0}', toAgeText(lastCheckedAt));
}

function withoutScheme(target: string): SafeText {
  return toSafeText(target.replace(/^https?:\/\//i, '').replace(/\/$/, ''), 100);
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
