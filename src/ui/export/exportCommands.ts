import * as vscode from 'vscode';
import { matchesFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import type { SafeText } from '../../base/text';
import { t } from '../l10n';
import { toMonitorsText } from '../texts/summaryText';
import type { App, Shown } from '../../account/app';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { toCopyText, toCsvExport, toJsonExport, toLoadedText, type CopyKind } from './exportText';

/** Milliseconds that the status bar says what was copied. */
const COPIED_MS = 3_000;

/** Commands that copy and export monitors. */
export function createExportCommands(app: App, view: MonitorsView) {
  return {
    copy: (row: unknown, rows: unknown) => askCopy(app, view.monitorsFor(row, rows)),
    copyMarkdown: (row: unknown, rows: unknown) => {
      const monitors = view.monitorsFor(row, rows);
      return app.shown && copy(toCopyText('markdown', monitors, app.shown), monitors);
    },
    export: () => exportMonitors(app),
  };
}

async function askCopy(app: App, monitors: readonly Monitor[]) {
  const { shown } = app;
  if (!shown || monitors.length === 0) {
    return;
  }
  const toItem = (label: SafeText, kind: CopyKind) => {
    return { label, text: toCopyText(kind, monitors, shown) };
  };
  const items = [
    toItem(t('Name'), 'name'),
    toItem(t('Address'), 'target'),
    toItem(t('ID'), 'id'),
    toItem(t('Markdown'), 'markdown'),
    toItem(t('JSON'), 'json'),
  ];
  // Not all monitors have an ID or an address.
  const picked = await window.showQuickPick(
    items.filter(({ text }) => text !== ''),
    { title: t('Copy') },
  );
  if (picked) {
    await copy(picked.text, monitors);
  }
}

async function copy(text: string, { length }: readonly Monitor[]) {
  if (length > 0) {
    await vscode.env.clipboard.writeText(text);
    window.setStatusBarMessage(t('Copied {0}', toMonitorsText(length)), COPIED_MS);
  }
}

function findMatching({ list, choices: { filter } }: Shown) {
  return list.loaded.monitors.filter((monitor) => !filter || matchesFilter(filter, monitor));
}

/** Exports what the filter shows into a file that the user chooses. */
async function exportMonitors({ shown }: App) {
  if (!shown || findMatching(shown).length === 0) {
    void window.showInformationMessage(t('There is nothing to export.'));
    return;
  }
  const title = t('Export Monitors');
  const formats = [
    { label: t('CSV'), format: 'csv', toExport: toCsvExport },
    {
      label: t('JSON'),
      description: t('with all fields as received'),
      format: 'json',
      toExport: toJsonExport,
    },
  ] as const;
  const picked = await window.showQuickPick(formats, {
    title,
    placeHolder: toLoadedText(shown, findMatching(shown)),
  });
  if (!picked) {
    return;
  }
  const { format, label, toExport } = picked;
  // The rows may have changed during the question.
  const text = toExport(shown, findMatching(shown));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    title,
    filters: { [label]: [format] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `monitors.${format}`) }),
  });
  if (file) {
    // Without a byte order mark, spreadsheets misread UTF-8.
    const marked = format === 'csv' ? `\ufeff${text}` : text;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(marked));
  }
}
