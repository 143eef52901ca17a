import * as vscode from 'vscode';
import type { ListFailure } from '../../monitors/monitorList';
import { toCountText } from '../credits/costText';
import { toMonitorItem } from './monitorItem';
import { toNoticeItem } from './noticeItem';
import type { Row } from './rows';
import { toErrorText } from '../texts/errorText';

const { l10n } = vscode;

type RowOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>;

/** One id for what stands in the place of "Load more", so that the cursor stays on it while it changes. */
const MORE_ID = 'row:more';

export function toRowItem(row: Row): vscode.TreeItem {
  switch (row.kind) {
    case 'notice':
      return toNoticeItem(row.notice);
    case 'monitor':
      return toMonitorItem(row.monitor, row.change);
    case 'loadMore':
      return toLoadMoreItem(row);
    case 'loading':
      return toLoadingItem(row);
    case 'failure':
      return toFailureItem(row.failure);
  }
}

function toLoadMoreItem({ loaded, total }: RowOf<'loadMore'>): vscode.TreeItem {
  const label =
    loaded === 0
      ? l10n.t('Load monitors')
      : total === undefined
        ? l10n.t('Load more ({0}+)', loaded)
        : l10n.t('Load more ({0} of {1})', loaded, total);
  const item = new vscode.TreeItem(label);
  item.id = MORE_ID;
  item.iconPath = new vscode.ThemeIcon('fold-down');
  item.description = l10n.t('1 call');
  item.contextValue = 'loadMore';
  item.tooltip = l10n.t('Reads the next page. It takes 1 call, which costs credits.');
  item.accessibilityInformation = { label: l10n.t('{0}, takes 1 call', label), role: 'button' };
  item.command = { command: 'monitorExplorer.loadMore', title: label };
  return item;
}

function toLoadingItem({ progress, pageIndex }: RowOf<'loading'>): vscode.TreeItem {
  const item = new vscode.TreeItem(
    progress.activity === 'firstPage'
      ? l10n.t('Loading monitors…')
      : l10n.t('Loading page {0}…', pageIndex + 1),
  );
  item.id = MORE_ID;
  item.iconPath = new vscode.ThemeIcon('loading~spin');
  item.contextValue = 'loading';
  if (progress.pagesPlanned > 1) {
    item.description = l10n.t('{0} of {1} pages', progress.pagesRead, progress.pagesPlanned);
  }
  return item;
}

function toFailureItem(failure: ListFailure): vscode.TreeItem {
  const { sentence, steps } = toErrorText(failure.error);
  const refresh = failure.activity === 'refresh';
  const page = failure.pageIndex + 1;
  const label = refresh ? l10n.t('Refresh failed at page {0}', page) : l10n.t('Page {0} failed', page);
  const item = new vscode.TreeItem(label);
  item.id = refresh ? 'row:refreshFailed' : MORE_ID;
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  const retry = steps.includes('retry') ? l10n.t('Retry: {0}', toCountText(failure.callsLeft)) : undefined;
  const told = [sentence, retry].filter((part) => part !== undefined).join(' ');
  item.description = told;
  item.tooltip = told;
  item.contextValue = ['failure', ...steps].join(' ');
  item.accessibilityInformation = { label: `${label}: ${told}` };
  return item;
}
