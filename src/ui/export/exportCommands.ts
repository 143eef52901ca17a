import * as vscode from 'vscode';
import type { SafeText } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { matchesFilter, type MonitorFilter } from '../../monitors/filter';
import type { Monitor } from '../../monitors/monitor';
import type { SinceOf } from '../../monitors/since';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';
import type { CopyKind, ExportContent, ExportFormat } from './exportText';

export interface ExportOptions {
  readonly controller: ListController;
  readonly view: { monitorsFor(row: unknown, rows: unknown): readonly Monitor[] };
  readonly state: { readonly filter: MonitorFilter | undefined };
  readonly sinceOf: SinceOf;
}

interface Choice {
  readonly format: ExportFormat;
  readonly content: ExportContent;
}

const COPY_COMMANDS: Readonly<Record<string, CopyKind>> = {
  copyName: 'name',
  copyTarget: 'target',
  copyId: 'id',
  copyJson: 'json',
  copyMarkdown: 'markdown',
};

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { csv: 'csv', json: 'json', markdown: 'md' };

/** VS Code opens no larger document from a text (50 MB), and is slow long before. */
const MAX_EDITOR_LENGTH = 20_000_000;

/** Spreadsheets take a file without it for one in the system's own encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** The commands of the submenu "Copy", the one that copies all that is down or degraded, and the one that exports. None makes a call. */
export function registerExportCommands(options: ExportOptions): vscode.Disposable {
  const { controller, view, sinceOf } = options;
  const copy = async (kind: CopyKind, row: unknown, rows: unknown): Promise<void> => {
    const monitors = view.monitorsFor(row, rows);
    const { toCopyText } = await import('./exportText.js');
    const text = toCopyText(kind, monitors, sinceOf);
    if (text !== '') {
      await vscode.env.clipboard.writeText(text);
    }
  };
  const copyProblems = async (): Promise<void> => {
    const loaded = controller.list?.loaded;
    if (loaded) {
      const { toProblemsText } = await import('./exportText.js');
      await vscode.env.clipboard.writeText(toProblemsText(t, loaded, sinceOf));
    }
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand('monitorExplorer.copyProblems', copyProblems),
    vscode.commands.registerCommand('monitorExplorer.export', () => exportMonitors(options)),
    ...Object.entries(COPY_COMMANDS).map(([name, kind]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, (row?: unknown, rows?: unknown) =>
        copy(kind, row, rows),
      ),
    ),
  );
}

/** Asks what, how and where to. */
async function exportMonitors({ controller, state, sinceOf }: ExportOptions): Promise<void> {
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.monitors.length === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const { filter } = state;
  const chosen = await chooseFormat({
    loaded,
    sinceOf,
    ...(filter && {
      filter: {
        text: filter.text,
        monitors: loaded.monitors.filter((monitor) => matchesFilter(filter, monitor)),
      },
    }),
  });
  if (chosen) {
    const { toExportText } = await import('./exportText.js');
    await showOrSave(toExportText(t, chosen.format, chosen.content), chosen.format);
  }
}

/** How, and where a filter shows only a part, also what: both in one list. */
async function chooseFormat(content: ExportContent): Promise<Choice | undefined> {
  const { filter, ...unfiltered } = content;
  const { toScopeText } = await import('./exportText.js');
  const choicesOf = (of: ExportContent): (SafeQuickPickItem & Choice)[] => [
    { label: t('CSV'), description: t('for spreadsheets'), format: 'csv', content: of },
    { label: t('JSON'), description: t('with all fields as received'), format: 'json', content: of },
    { label: t('Markdown'), description: t('a table'), format: 'markdown', content: of },
  ];
  const toHeading = (label: SafeText) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const all = choicesOf(unfiltered);
  const items: (SafeQuickPickItem & Partial<Choice>)[] =
    filter === undefined || filter.monitors.length === 0
      ? all
      : [
          toHeading(t('Filtered Monitors')),
          ...choicesOf(content),
          toHeading(t('All Loaded Monitors')),
          ...all,
        ];
  const options = { title: t('Export Monitors'), placeHolder: toScopeText(t, content) };
  const picked = await window.showQuickPick(items, options);
  return picked?.format && picked.content && { format: picked.format, content: picked.content };
}

async function showOrSave(text: string, format: ExportFormat): Promise<void> {
  const items = [
    ...(text.length <= MAX_EDITOR_LENGTH ? [{ label: t('New Editor'), save: false }] : []),
    { label: t('File…'), save: true },
  ];
  const where = await window.showQuickPick(items, { title: t('Export Monitors') });
  if (where?.save === false) {
    await showInEditor(text, format);
  } else if (where) {
    await save(text, format);
  }
}

/** Nothing is written to disk, and nothing says where to: saving it asks for that, as with any new file. */
async function showInEditor(text: string, language: ExportFormat): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content: text });
  await window.showTextDocument(document);
}

async function save(text: string, format: ExportFormat): Promise<void> {
  const extension = EXTENSIONS[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    filters: { [format === 'markdown' ? 'Markdown' : extension.toUpperCase()]: [extension] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `monitors.${extension}`) }),
  });
  if (file) {
    const content = format === 'csv' ? BYTE_ORDER_MARK + text : text;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  }
}
