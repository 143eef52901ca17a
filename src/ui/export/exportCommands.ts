import * as vscode from 'vscode';
import { matchesFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import type { WindowParts } from '../parts';
import { registerAll, window } from '../window';
import { toCopyText, toExportText, toLoadedText, type CopyKind } from './exportText';

export function registerExportCommands(parts: WindowParts): vscode.Disposable {
  const { view } = parts;
  return registerAll({
    copy: (row, rows) => askCopy(parts, view.monitorsFor(row, rows)),
    copyMarkdown: (row, rows) => copy(parts, 'markdown', view.monitorsFor(row, rows)),
    export: () => exportMonitors(parts),
  });
}

async function askCopy(parts: WindowParts, monitors: readonly Monitor[]): Promise<void> {
  const items = [
    { label: t('Name'), what: 'name' },
    { label: t('Target'), what: 'target' },
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
    await copy(parts, picked.what, monitors);
  }
}

async function copy(
  parts: WindowParts,
  kind: CopyKind,
  monitors: readonly Monitor[],
): Promise<void> {
  const text = toCopyText(kind, monitors, {
    sinceOf: parts.sinceOf,
    fieldsOf: parts.rowFields.valuesOf,
  });
  if (text !== '') {
    await vscode.env.clipboard.writeText(text);
  }
}

/** Exports what the filter shows into a file that the user chooses. */
async function exportMonitors(parts: WindowParts): Promise<void> {
  const { controller, sinceOf, rowFields } = parts;
  const { filter } = parts.state;
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.count === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const formats = [
    { label: t('CSV'), description: t('for spreadsheets'), format: 'csv' },
    { label: t('JSON'), description: t('with all fields as received'), format: 'json' },
  ] as const;
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
