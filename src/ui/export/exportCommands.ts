import * as vscode from 'vscode';
import type { SafeText } from '../../base/text';
import type { Core } from '../../core/createCore';
import { matchesFilter, type MonitorFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { window } from '../window';
import type { CopyKind, ExportContent, ExportFormat } from './exportText';

const FILE_TYPES: Readonly<Record<ExportFormat, readonly [extension: string, name: string]>> = {
  csv: ['csv', 'CSV'],
  json: ['json', 'JSON'],
  markdown: ['md', 'Markdown'],
};

/** VS Code's limit is 50 MB, and it slows down long before. */
const MAX_EDITOR_LENGTH = 20_000_000;

/** Without it, spreadsheets misread UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export interface ExportParts extends Pick<Core, 'controller' | 'sinceOf' | 'rowFields'> {
  readonly state: { readonly filter: MonitorFilter | undefined };
  readonly view: {
    findMonitors(row: unknown, rows: unknown): readonly Monitor[];
    monitorsFor(row: unknown, rows: unknown): readonly Monitor[];
  };
}

export function registerExportCommands(parts: ExportParts): vscode.Disposable {
  const { view } = parts;
  const commands: Record<string, (row?: unknown, rows?: unknown) => unknown> = {
    copy: (row, rows) => askCopy(parts, view.findMonitors(row, rows)),
    copyMarkdown: (row, rows) => copy(parts, 'markdown', view.monitorsFor(row, rows)),
    export: () => exportMonitors(parts),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

async function askCopy(parts: ExportParts, monitors: readonly Monitor[]): Promise<void> {
  const { controller, sinceOf } = parts;
  const loaded = controller.list?.loaded;
  const toItem = (label: SafeText, run: () => Promise<void>) => ({ label, run });
  const ofMonitors = (kind: CopyKind, label: SafeText) => toItem(label, () => copy(parts, kind, monitors));
  const copyProblems = async (): Promise<void> => {
    const { toProblemsText } = await import('./exportText.js');
    await vscode.env.clipboard.writeText(toProblemsText(t, loaded!, sinceOf));
  };
  const kinds = [
    ofMonitors('name', t('Name')),
    ...(monitors.some(({ target }) => target) ? [ofMonitors('target', t('Target'))] : []),
    ...[ofMonitors('id', t('ID')), ofMonitors('markdown', t('Markdown')), ofMonitors('json', t('JSON'))],
  ];
  const hasProblems = loaded?.monitors.some(isProblem);
  const problems = hasProblems ? [toItem(t('All Problems as Markdown'), copyProblems)] : [];
  const title = t({ message: 'Copy', comment: 'A verb: what of a monitor to copy' });
  const picked = await window.showQuickPick([...(monitors.length > 0 ? kinds : []), ...problems], { title });
  await picked?.run();
}

async function copy(
  { sinceOf, rowFields }: ExportParts,
  kind: CopyKind,
  monitors: readonly Monitor[],
): Promise<void> {
  const { toCopyText } = await import('./exportText.js');
  const text = toCopyText(kind, monitors, sinceOf, rowFields.valuesOf);
  if (text !== '') {
    await vscode.env.clipboard.writeText(text);
  }
}

async function exportMonitors({ controller, state, sinceOf, rowFields }: ExportParts): Promise<void> {
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.monitors.length === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const { toExportText, toScopeText } = await import('./exportText.js');
  const { filter } = state;
  const all: ExportContent = { loaded, sinceOf, fieldsOf: rowFields.valuesOf };
  const matching = filter ? loaded.monitors.filter((monitor) => matchesFilter(filter, monitor)) : [];
  const filtered: ExportContent | undefined =
    filter && matching.length > 0 ? { ...all, filter: { text: filter.text, monitors: matching } } : undefined;
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
  const options = { title: t('Export Monitors'), placeHolder: toScopeText(t, filtered ?? all) };
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
