import * as vscode from 'vscode';
import type { SafeText } from '../../base/text';
import type { ListController } from '../../core/listController';
import { matchesFilter, type MonitorFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import type { FieldsOf } from '../../monitors/facts';
import type { SinceOf } from '../../monitors/since';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';
import type { CopyKind, ExportContent, ExportFormat } from './exportText';

export interface ExportOptions {
  readonly controller: ListController;
  readonly view: {
    findMonitors(row: unknown, rows: unknown): readonly Monitor[];
    monitorsFor(row: unknown, rows: unknown): readonly Monitor[];
  };
  readonly state: { readonly filter: MonitorFilter | undefined };
  readonly sinceOf: SinceOf;
  readonly rowFields: { readonly valuesOf: FieldsOf };
}

interface Choice {
  readonly format: ExportFormat;
  readonly content: ExportContent;
}

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { csv: 'csv', json: 'json', markdown: 'md' };

/** VS Code opens no larger document from a text (50 MB), and is slow long before. */
const MAX_EDITOR_LENGTH = 20_000_000;

/** Spreadsheets take a file without it for one in the system's own encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** The commands that copy and export. None makes a call. */
export function registerExportCommands(options: ExportOptions): vscode.Disposable {
  const { view } = options;
  const commands: Record<string, (row?: unknown, rows?: unknown) => unknown> = {
    copy: (row, rows) => askCopy(options, view.findMonitors(row, rows)),
    copyMarkdown: (row, rows) => copy(options, 'markdown', view.monitorsFor(row, rows)),
    export: () => exportMonitors(options),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

/** Asks what of the selected monitors, or of all problems. */
async function askCopy(options: ExportOptions, monitors: readonly Monitor[]): Promise<void> {
  const { controller, sinceOf } = options;
  const loaded = controller.list?.loaded;
  const toItem = (label: SafeText, run: () => Promise<void>) => ({ label, run });
  const ofMonitors = (kind: CopyKind, label: SafeText) => toItem(label, () => copy(options, kind, monitors));
  const picked = await window.showQuickPick(
    [
      ...(monitors.length > 0
        ? [
            ofMonitors('name', t('Name')),
            ...(monitors.some(({ target }) => target) ? [ofMonitors('target', t('Target'))] : []),
            ofMonitors('id', t('ID')),
            ofMonitors('markdown', t('Markdown')),
            ofMonitors('json', t('JSON')),
          ]
        : []),
      ...(loaded?.monitors.some(isProblem)
        ? [
            toItem(t('All Problems as Markdown'), async () => {
              const { toProblemsText } = await import('./exportText.js');
              await vscode.env.clipboard.writeText(toProblemsText(t, loaded, sinceOf));
            }),
          ]
        : []),
    ],
    { title: t({ message: 'Copy', comment: 'A verb: what of a monitor to copy' }) },
  );
  await picked?.run();
}

async function copy(
  { sinceOf, rowFields }: ExportOptions,
  kind: CopyKind,
  monitors: readonly Monitor[],
): Promise<void> {
  const { toCopyText } = await import('./exportText.js');
  const text = toCopyText(kind, monitors, sinceOf, rowFields.valuesOf);
  if (text !== '') {
    await vscode.env.clipboard.writeText(text);
  }
}

/** Asks what, how and where to. */
async function exportMonitors({ controller, state, sinceOf, rowFields }: ExportOptions): Promise<void> {
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.monitors.length === 0) {
    void window.showInformationMessage(t('There is nothing to export: no monitor is loaded.'));
    return;
  }
  const { filter } = state;
  const chosen = await chooseFormat({
    loaded,
    sinceOf,
    fieldsOf: rowFields.valuesOf,
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
