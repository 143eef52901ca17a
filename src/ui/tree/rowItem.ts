import * as vscode from 'vscode';
import type { ListFailure } from '../../monitors/monitorList';
import { toCountText } from '../credits/costText';
import { toMonitorItem } from './monitorItem';
import { toNoticeItem } from './noticeItem';
import type { Row } from './rows';
import { toErrorText } from '../texts/errorText';
import { t } from '../l10n';
import { SafeTreeItem } from '../window';
import { joinTexts } from '../../base/text';

type RowOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>;

/** One id for what stands in the place of "Load more", so that the cursor stays on it while it changes. */
const MORE_ID = 'row:more';

export function toRowItem(row: Row): SafeTreeItem {
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

function toLoadMoreItem({ loaded, total }: RowOf<'loadMore'>): SafeTreeItem {
  const label =
    loaded === 0
      ? t('Load monitors')
      : total === undefined
        ? t('Load more ({0}+)', loaded)
        : t('Load more ({0} of {1})', loaded, total);
  const item = new SafeTreeItem(label);
  item.id = MORE_ID;
  item.iconPath = new vscode.ThemeIcon('fold-down');
  item.description = t('1 call');
  item.contextValue = 'loadMore';
  item.tooltip = t('Reads the next page. It takes 1 call, which costs credits.');
  item.accessibilityInformation = { label: t('{0}, takes 1 call', label), role: 'button' };
  item.command = { command: 'monitorExplorer.loadMore', title: label };
  return item;
}

function toLoadingItem({ progress, pageIndex }: RowOf<'loading'>): SafeTreeItem {
  const item = new SafeTreeItem(
    progress.activity === 'firstPage' ? t('Loading monitors…') : t('Loading page {0}…', pageIndex + 1),
  );
  item.id = MORE_ID;
  item.iconPath = new vscode.ThemeIcon('loading~spin');
  item.contextValue = 'loading';
  if (progress.pagesPlanned > 1) {
    item.description = t('{0} of {1} pages', progress.pagesRead, progress.pagesPlanned);
  }
  return item;
}

function toFailureItem(failure: ListFailure): SafeTreeItem {
  const { sentence, steps } = toErrorText(t, failure.error, Date.now(), vscode.env.language);
  const refresh = failure.activity === 'refresh';
  const page = failure.pageIndex + 1;
  const label = refresh ? t('Refresh failed at page {0}', page) : t('Page {0} failed', page);
  const item = new SafeTreeItem(label);
  item.id = refresh ? 'row:refreshFailed' : MORE_ID;
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  const kinds = steps.map(({ kind }) => kind);
  const retry = kinds.includes('retry') ? t('Retry: {0}', toCountText(failure.callsLeft)) : undefined;
  const told = joinTexts([sentence, retry], ' ');
  item.description = told;
  item.tooltip = told;
  item.contextValue = ['failure', ...kinds].join(' ');
  item.accessibilityInformation = { label: joinTexts([label, told], ': ') };
  return item;
}
