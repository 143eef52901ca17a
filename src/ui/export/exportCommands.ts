import * as vscode from 'vscode';
import type { SafeText } from '../../base/text';
import { matchesFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import type { Parts } from '../parts';
import { registerAll, window } from '../window';
import {
  toCopyText,
  toExportText,
  toProblemsText,
  toScopeText,
  type CopyKind,
  type ExportContent,
  type ExportFormat,
} from './exportText';

const FILE_TYPES: Readonly<Record<ExportFormat, readonly [extension: string, name: string]>> = {
  csv: ['csv', 'CSV'],
  json: ['json', 'JSON'],
  markdown: ['md', 'Markdown'],
};

/** VS Code's limit is 50 MB, and it slows down long before. */
const MAX_EDITOR_LENGTH = 20_000_000;

/** Without it, spreadsheets misread UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export function registerExportCommands(parts: Parts): vscode.Disposable {
  const { view } = parts;
  return registerAll({
    copy: (row, rows) => askCopy(parts, view.findMonitors(row, rows)),
    copyMarkdown: (row, rows) => copy(parts, 'markdown', view.monitorsFor(row, rows)),
    export: () => exportMonitors(parts),
  });
}

async function askCopy(parts: Parts, monitors: readonly Monitor[]): Promise<void> {
  const content = contentOf(parts);
  const toItem = (kind: CopyKind, label: SafeText) => ({ label, run: () => copy(parts, kind, monitors) });
  const items = [
    toItem('name', t('Name')),
    ...(monitors.some(({ target }) => target) ? [toItem('target', t('Target'))] : []),
    ...[toItem('id', t('ID')), toItem('markdown', t('Markdown')), toItem('json', t('JSON'))],
  ];
  const problems = {
    label: t('All Problems as Markdown'),
    run: async () => content && vscode.env.clipboard.writeText(toProblemsText(t, content)),
  };
  const hasProblems = content?.loaded.monitors.some(isProblem);
  const picked = await window.showQuickPick(
    [...(monitors.length > 0 ? items : []), ...(hasProblems ? [problems] : [])],
    { title: t({ message: 'Copy', comment: 'A verb: what of a monitor to copy' }) },
  );
  await picked?.run();
}

async function copy(parts: Parts, kind: CopyKind, monitors: readonly Monitor[]): Promise<void> {
  const text = toCopyText(kind, monitors, { sinceOf: parts.sinceOf, fieldsOf: parts.rowFields.valuesOf });
  if (text !== '') {
    await vscode.env.clipboard.writeText(text);
  }
}

/** All loaded monitors. */
function contentOf({ controller, sinceOf, rowFields }: Parts): ExportContent | undefined {
  const { list } = controller;
  return list && { loaded: list.loaded, sinceOf, fieldsOf: rowFields.valuesOf };
}

async function exportMonitors(parts: Parts): Promise<void> {
  const all = contentOf(parts);
  if (all === undefined || all.loaded.monitors.length === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const { filter } = parts.state;
  const monitors = filter ? all.loaded.monitors.filter((monitor) => matchesFilter(filter, monitor)) : [];
  const filtered = filter && monitors.length > 0 && { ...all, filter: { text: filter.text, monitors } };
  const choicesOf = (content: ExportContent) => [
    { label: t('CSV'), description: t('for spreadsheets'), format: 'csv' as const, content },
    { label: t('JSON'), description: t('with all fields as received'), format: 'json' as const, content },
    { label: t('Markdown'), description: t('a table'), format: 'markdown' as const, content },
  ];
  const toHeading = (label: SafeText) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const items = filtered
    ? [
        toHeading(t('Filtered Monitors')),
        ...choicesOf(filtered),
        toHeading(t('All Loaded Monitors')),
        ...choicesOf(all),
      ]
    : choicesOf(all);
  const options = { title: t('Export Monitors'), placeHolder: toScopeText(t, filtered || all) };
  const picked = await window.showQuickPick(items, options);
  if (picked && 'format' in picked) {
    await showOrSave(toExportText(t, picked.format, picked.content), picked.format);
  }
}

/** Writes to disk only if the user chooses a file. */
async function showOrSave(text: string, format: ExportFormat): Promise<void> {
  const inEditor = { label: t('New Editor') };
  const items = [...(text.length <= MAX_EDITOR_LENGTH ? [inEditor] : []), { label: t('File…') }];
  const where = await window.showQuickPick(items, { title: t('Export Monitors') });
  if (where === inEditor) {
    await window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: format, content: text }),
    );
  } else if (where) {
    await save(text, format);
  }
}

async function save(text: string, format: ExportFormat): Promise<void> {
  const [extension, name] = FILE_TYPES[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    filters: { [name]: [extension] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `monitors.${extension}`) }),
  });
  if (file) {
    const content = format === 'csv' ? BYTE_ORDER_MARK + text : text;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  }
}
