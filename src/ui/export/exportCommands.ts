import * as vscode from 'vscode';
import { matchesFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import type { App } from '../../account/app';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { toMonitorsOf } from '../tree/rows';
import { toCopyText, toExportText, toLoadedText, type CopyKind } from './exportText';

/** Milliseconds that the status bar says what was copied. */
const COPIED_MS = 3_000;

/** Commands that copy and export monitors. */
export function createExportCommands(app: App, view: MonitorsView) {
  return {
    copy: (row: unknown, rows: unknown) => askCopy(app, view.monitorsFor(row, rows)),
    copyMarkdown: (row: unknown, rows: unknown) =>
      copy(app, 'markdown', toMonitorsOf(row) ?? view.monitorsFor(row, rows)),
    export: () => exportMonitors(app),
  };
}

async function askCopy(app: App, monitors: readonly Monitor[]): Promise<void> {
  const items = [
    { label: t('Name'), what: 'name' },
    { label: t('Address'), what: 'target' },
    { label: t('ID'), what: 'id' },
    { label: t('Markdown'), what: 'markdown' },
    { label: t('JSON'), what: 'json' },
  ] as const;
  const title = t({ message: 'Copy', comment: 'A verb: what of a monitor to copy' });
  const hasText = ({ what }: (typeof items)[number]): boolean =>
    what === 'json' || what === 'markdown' || monitors.some((monitor) => monitor[what]);
  const picked =
    monitors.length > 0 ? await window.showQuickPick(items.filter(hasText), { title }) : undefined;
  if (picked) {
    await copy(app, picked.what, monitors);
  }
}

async function copy(
  { shown, rowFields }: App,
  kind: CopyKind,
  monitors: readonly Monitor[],
): Promise<void> {
  const text = toCopyText(kind, monitors, {
    sinceOf: (monitor) => shown?.sinceOf(monitor),
    fieldsOf: rowFields.valuesOf,
    loaded: shown?.list.loaded,
  });
  if (text !== '') {
    await vscode.env.clipboard.writeText(text);
    const { length } = monitors;
    const told = length === 1 ? t('Copied 1 monitor') : t('Copied {0} monitors', length);
    window.setStatusBarMessage(told, COPIED_MS);
  }
}

/** Exports what the filter shows into a file that the user chooses. */
async function exportMonitors({ shown, rowFields }: App): Promise<void> {
  const loaded = shown?.list.loaded;
  if (shown === undefined || loaded === undefined || loaded.count === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const formats = [
    { label: t('CSV'), description: t('for spreadsheets'), format: 'csv' },
    { label: t('JSON'), description: t('with all fields as received'), format: 'json' },
  ] as const;
  const { sinceOf, choices } = shown;
  const { filter } = choices;
  const content = {
    loaded,
    monitors: loaded.monitors.filter((monitor) => !filter || matchesFilter(filter, monitor)),
    filter: filter?.text,
    sinceOf,
    fieldsOf: rowFields.valuesOf,
  };
  const title = t('Export Monitors');
  const picked = await window.showQuickPick(formats, {
    title,
    placeHolder: toLoadedText(t, content),
  });
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
