import * as vscode from 'vscode';
import { matchesFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { toMonitorIds } from '../tree/rows';
import {
  toCopyText,
  toExportText,
  toLoadedText,
  type CopyKind,
  type ExportSource,
} from './exportText';

/** Milliseconds that the status bar says what was copied. */
const COPIED_MS = 3_000;

/** Commands that copy and export monitors. */
export function createExportCommands(app: App, view: MonitorsView) {
  return {
    copy: (row: unknown, rows: unknown) => askCopy(app, view.monitorsFor(row, rows)),
    copyMarkdown: (row: unknown, rows: unknown) =>
      copy(app, 'markdown', view.monitorsFor(row, rows, toMonitorIds)),
    export: () => exportMonitors(app),
  };
}

export function toExportSource(
  { rowFields }: App,
  { list, sinceOf }: Pick<Account, 'list' | 'sinceOf'>,
): ExportSource {
  return { loaded: list.loaded, sinceOf, fieldsOf: rowFields.valuesOf };
}

async function askCopy(app: App, monitors: readonly Monitor[]): Promise<void> {
  const kinds = [
    { label: t('Name'), what: 'name' },
    { label: t('Address'), what: 'target' },
    { label: t('ID'), what: 'id' },
    { label: t('Markdown'), what: 'markdown' },
    { label: t('JSON'), what: 'json' },
  ] as const;
  const title = t({ message: 'Copy', comment: 'A verb: what of a monitor to copy' });
  const toText = (kind: CopyKind) => toCopyText(kind, monitors, toExportSource(app, app.shown!));
  const picked =
    monitors.length > 0 &&
    (await window.showQuickPick(
      kinds.filter(({ what }) => toText(what) !== ''),
      { title },
    ));
  if (picked) {
    await copy(app, picked.what, monitors);
  }
}

async function copy(app: App, kind: CopyKind, monitors: readonly Monitor[]): Promise<void> {
  const { length } = monitors;
  const text = app.shown && toCopyText(kind, monitors, toExportSource(app, app.shown));
  // Not all monitors have an ID or an address.
  if (text && length > 0) {
    await vscode.env.clipboard.writeText(text);
    const copied = length === 1 ? t('Copied 1 monitor') : t('Copied {0} monitors', length);
    window.setStatusBarMessage(copied, COPIED_MS);
  }
}

/** Exports what the filter shows into a file that the user chooses. */
async function exportMonitors(app: App): Promise<void> {
  const { shown } = app;
  const filter = shown?.choices.filter;
  const monitors = shown?.list.loaded.monitors.filter(
    (monitor) => !filter || matchesFilter(filter, monitor),
  );
  if (monitors === undefined || monitors.length === 0) {
    void window.showInformationMessage(t('There is nothing to export.'));
    return;
  }
  const content = { ...toExportSource(app, shown!), monitors, filter: filter?.text };
  const title = t('Export Monitors');
  const formats = [
    { label: t('CSV'), description: t('for spreadsheets'), format: 'csv' },
    { label: t('JSON'), description: t('with all fields as received'), format: 'json' },
  ] as const;
  const placeHolder = toLoadedText(t, content);
  const picked = await window.showQuickPick(formats, { title, placeHolder });
  if (picked === undefined) {
    return;
  }
  const { format, label } = picked;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    title,
    filters: { [label]: [format] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `monitors.${format}`) }),
  });
  if (file) {
    const text = toExportText(t, format, content);
    // Without a byte order mark, spreadsheets misread UTF-8.
    const marked = format === 'csv' ? `\ufeff${text}` : text;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(marked));
  }
}
