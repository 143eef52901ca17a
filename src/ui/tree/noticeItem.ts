import * as vscode from 'vscode';
import type { Comparison } from '../../monitors/comparison';
import type { QuestionField } from '../../service/reading/reading';
import { toCountText } from '../credits/costText';
import type { Notice } from './notices';
import { toAgeText, toTimeText } from '../texts/timeText';

const { l10n } = vscode;

/** What a notice says, and what a click on it does; the description names that, with its cost. */
interface NoticeText {
  readonly label: string;
  readonly icon: string;
  readonly description?: string;
  /** Name of a command, without the extension's prefix. */
  readonly command?: string;
}

export function toNoticeItem(notice: Notice): vscode.TreeItem {
  const { label, icon, description, command } = toNoticeText(notice);
  const item = new vscode.TreeItem(label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `notice ${notice.id}`;
  item.tooltip = [label, description].filter((part) => part !== undefined).join('\n');
  item.accessibilityInformation = { label: [label, description].filter(Boolean).join(': ') };
  if (description !== undefined) {
    item.description = description;
  }
  if (command !== undefined) {
    item.command = { command: `monitorExplorer.${command}`, title: description ?? label };
  }
  return item;
}

type TextOf<Id extends Notice['id']> = (notice: Extract<Notice, { id: Id }>) => NoticeText;

const texts: { readonly [Id in Notice['id']]: TextOf<Id> } = {
  sessionEnds: ({ minutesLeft }) => ({
    label: endsInText(minutesLeft),
    icon: 'clock',
    description: l10n.t('Sign In Again (1 call)'),
    command: 'signIn',
  }),
  sessionOver: ({ readAt }) => ({
    label:
      readAt === undefined ? l10n.t('Session ended') : l10n.t('Session ended; read {0}', toAgeText(readAt)),
    icon: 'account',
    description: l10n.t('Sign In Again (1 call)'),
    command: 'signIn',
  }),
  windowOnly: () => ({
    label: l10n.t('Signed in for this window only'),
    icon: 'key',
    description: l10n.t('No keyring was found. Learn More'),
    command: 'explainKeyring',
  }),
  limitNear: ({ left }) => ({
    label: l10n.t('{0} left today', toCountText(left)),
    icon: 'dashboard',
    description: l10n.t('Show Calls'),
    command: 'showCalls',
  }),
  limitReached: ({ turnsAt }) => ({
    label: l10n.t('Daily limit of calls reached'),
    icon: 'dashboard',
    description: l10n.t('It turns at {0}. Allow One More Call', toTimeText(turnsAt)),
    command: 'allowOneMoreCall',
  }),
  shift: ({ shift, refreshCalls }) => ({
    label: toShiftText(shift.mayMiss),
    icon: 'info',
    description: l10n.t('Refresh ({0})', toCountText(refreshCalls)),
    command: 'refresh',
  }),
  changes: ({ comparison }) => ({
    label: toChangesText(comparison),
    icon: 'git-compare',
    description: l10n.t('Show Changes'),
    command: 'showChanges',
  }),
  question: ({ field }) => ({
    label: toQuestionText(field),
    icon: 'question',
    description: l10n.t('Choose (no call)'),
    command: 'chooseReading',
  }),
  statusWords: ({ count }) => ({
    label:
      count === 1
        ? l10n.t('1 word for the status is not known')
        : l10n.t('{0} words for the status are not known', count),
    icon: 'question',
    description: l10n.t('Say What They Mean (no call)'),
    command: 'mapStatusWords',
  }),
  autoRefreshStopped: () => ({
    label: l10n.t('Auto refresh stopped after a failure'),
    icon: 'debug-disconnect',
    description: l10n.t('Refresh to go on'),
    command: 'refresh',
  }),
};

function toNoticeText(notice: Notice): NoticeText {
  return (texts[notice.id] as (notice: Notice) => NoticeText)(notice);
}

function toShiftText(mayMiss: number): string {
  return mayMiss === 1
    ? l10n.t('The list changed while paging; 1 monitor may be missing')
    : l10n.t('The list changed while paging; up to {0} monitors may be missing', mayMiss);
}

function endsInText(minutes: number): string {
  return minutes === 1 ? l10n.t('Session ends in 1 minute') : l10n.t('Session ends in {0} minutes', minutes);
}

/** "2 went down, 1 recovered, 3 new, 1 gone". */
export function toChangesText({ wentDown, recovered, changed, added, removed: gone }: Comparison): string {
  const parts: [number, (count: number) => string][] = [
    [wentDown.length, (count) => l10n.t('{0} went down', count)],
    [recovered.length, (count) => l10n.t('{0} recovered', count)],
    [changed.length, (count) => l10n.t('{0} changed', count)],
    [added.length, (count) => l10n.t('{0} new', count)],
    [gone.length, (count) => l10n.t('{0} gone', count)],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(count))
    .join(', ');
}

function toQuestionText(field: QuestionField): string {
  switch (field) {
    case 'token':
      return l10n.t('The access token could not be told');
    case 'list':
      return l10n.t('The list of monitors could not be told');
    case 'id':
      return l10n.t('What identifies a monitor could not be told');
    case 'name':
      return l10n.t('The names could not be told');
    case 'status':
      return l10n.t('The status could not be told');
  }
}
