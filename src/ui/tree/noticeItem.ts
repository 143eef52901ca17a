import * as vscode from 'vscode';
import type { Comparison } from '../../monitors/comparison';
import type { QuestionField } from '../../service/mapping/extraction';
import { toCountText } from '../credits/costText';
import type { Notice } from './notices';
import { toAgeText, toTimeText } from '../texts/timeText';
import { t } from '../l10n';
import { SafeTreeItem } from '../window';
import { joinTexts, type SafeText } from '../../base/text';

/** What a notice says, and what a click on it does; the description names that, with its cost. */
interface NoticeText {
  readonly label: SafeText;
  readonly icon: string;
  readonly description?: SafeText;
  /** Name of a command, without the extension's prefix. */
  readonly command?: string;
}

export function toNoticeItem(notice: Notice): SafeTreeItem {
  const { label, icon, description, command } = toNoticeText(notice);
  const item = new SafeTreeItem(label);
  item.id = `notice:${notice.id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `notice ${notice.id}`;
  item.tooltip = joinTexts([label, description], '\n');
  item.accessibilityInformation = { label: joinTexts([label, description], ': ') };
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
    description: t('Sign In Again (1 call)'),
    command: 'signIn',
  }),
  sessionOver: ({ readAt }) => ({
    label: readAt === undefined ? t('Session ended') : t('Session ended; read {0}', toAgeText(readAt)),
    icon: 'account',
    description: t('Sign In Again (1 call)'),
    command: 'signIn',
  }),
  windowOnly: () => ({
    label: t('Signed in for this window only'),
    icon: 'key',
    description: t('No keyring was found. Learn More'),
    command: 'explainKeyring',
  }),
  limitNear: ({ left }) => ({
    label: t('{0} left today', toCountText(left)),
    icon: 'dashboard',
    description: t('Show Calls'),
    command: 'showCalls',
  }),
  limitReached: ({ turnsAt }) => ({
    label: t('Daily limit of calls reached'),
    icon: 'dashboard',
    description: t('It turns at {0}. Allow One More Call', toTimeText(turnsAt)),
    command: 'allowOneMoreCall',
  }),
  shift: ({ shift, refreshCalls }) => ({
    label: toShiftText(shift.mayMiss),
    icon: 'info',
    description: t('Refresh ({0})', toCountText(refreshCalls)),
    command: 'refresh',
  }),
  changes: ({ comparison }) => ({
    label: toChangesText(comparison),
    icon: 'git-compare',
    description: t('Show Changes'),
    command: 'showChanges',
  }),
  question: ({ field }) => ({
    label: toQuestionText(field),
    icon: 'question',
    description: t('Choose (no call)'),
    command: 'chooseResponseMapping',
  }),
  statusWords: ({ count }) => ({
    label:
      count === 1
        ? t('1 word for the status is not known')
        : t('{0} words for the status are not known', count),
    icon: 'question',
    description: t('Map Status Values (no call)'),
    command: 'mapStatusValues',
  }),
  autoRefreshStopped: () => ({
    label: t('Auto refresh stopped after a failure'),
    icon: 'debug-disconnect',
    description: t('Refresh to go on'),
    command: 'refresh',
  }),
};

function toNoticeText(notice: Notice): NoticeText {
  return (texts[notice.id] as (notice: Notice) => NoticeText)(notice);
}

function toShiftText(mayMiss: number): SafeText {
  return mayMiss === 1
    ? t('The list changed while paging; 1 monitor may be missing')
    : t('The list changed while paging; up to {0} monitors may be missing', mayMiss);
}

function endsInText(minutes: number): SafeText {
  return minutes === 1 ? t('Session ends in 1 minute') : t('Session ends in {0} minutes', minutes);
}

/** "2 went down, 1 recovered, 3 new, 1 gone". */
export function toChangesText({ wentDown, recovered, changed, added, removed: gone }: Comparison): SafeText {
  const parts: [number, (count: number) => SafeText][] = [
    [wentDown.length, (count) => t('{0} went down', count)],
    [recovered.length, (count) => t('{0} recovered', count)],
    [changed.length, (count) => t('{0} changed', count)],
    [added.length, (count) => t('{0} new', count)],
    [gone.length, (count) => t('{0} gone', count)],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, text]) => text(count));
  return joinTexts(told, ', ');
}

function toQuestionText(field: QuestionField): SafeText {
  switch (field) {
    case 'token':
      return t('The access token could not be told');
    case 'list':
      return t('The list of monitors could not be told');
    case 'id':
      return t('What identifies a monitor could not be told');
    case 'name':
      return t('The names could not be told');
    case 'status':
      return t('The status could not be told');
  }
}
