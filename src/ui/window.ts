import * as vscode from 'vscode';
import type { SafeMarkdown, SafeText } from '../base/text';
import { toCommandUri } from './commandUri';

/**
 * VS Code's `window` with {@link SafeText} for visible strings, so that unsafe outside text doesn't compile.
 * A lint rule makes `ui/` use it.
 */

/** `T` with {@link SafeText} for the text of these keys. */
type Safe<T, Key extends keyof T> = Omit<T, Key> & {
  [K in keyof Pick<T, Key>]: SafeText | Extract<T[K], undefined>;
};

export type SafeQuickPickItem = Safe<vscode.QuickPickItem, 'label' | 'description' | 'detail'>;

type SafeQuickPickOptions = Safe<Omit<vscode.QuickPickOptions, 'prompt'>, 'title' | 'placeHolder'>;

export type SafeInputBox = Safe<
  vscode.InputBox,
  'title' | 'placeholder' | 'prompt' | 'validationMessage'
>;

export type SafeQuickPick<T extends SafeQuickPickItem> = Safe<
  vscode.QuickPick<T>,
  'title' | 'placeholder'
>;

export type SafeTreeView<T> = Omit<
  vscode.TreeView<T>,
  'message' | 'title' | 'description' | 'badge'
> & {
  message: SafeText | undefined;
  description: SafeText | undefined;
  badge: { readonly value: number; readonly tooltip: SafeText } | undefined;
};

export interface SafeTreeDataProvider<T> extends vscode.TreeDataProvider<T> {
  getTreeItem(element: T): SafeTreeItem;
  resolveTreeItem?(item: SafeTreeItem, element: T): SafeTreeItem;
}

export type SafeWebviewPanel = Safe<vscode.WebviewPanel, 'title'>;

export type SafeStatusBarItem = Safe<
  Omit<vscode.StatusBarItem, 'accessibilityInformation' | 'name'>,
  'text' | 'tooltip'
>;

type ShowMessage = (message: SafeText, ...actions: SafeText[]) => Promise<SafeText | undefined>;
type ShowModal = (
  message: SafeText,
  options: { modal: true; detail?: SafeText | undefined },
  ...actions: SafeText[]
) => Promise<SafeText | undefined>;

interface SafeWindow extends Pick<
  typeof vscode.window,
  'createOutputChannel' | 'state' | 'onDidChangeWindowState' | 'showSaveDialog'
> {
  readonly showInformationMessage: ShowMessage;
  readonly showWarningMessage: ShowMessage & ShowModal;
  showQuickPick<T extends SafeQuickPickItem>(
    items: readonly T[],
    options: SafeQuickPickOptions,
  ): Promise<T | undefined>;
  createInputBox(): SafeInputBox;
  createQuickPick<T extends SafeQuickPickItem>(): SafeQuickPick<T>;
  createTreeView<T>(
    id: string,
    options: vscode.TreeViewOptions<T> & { treeDataProvider: SafeTreeDataProvider<T> },
  ): SafeTreeView<T>;
  setStatusBarMessage(text: SafeText, hideAfterMs: number): vscode.Disposable;
  createStatusBarItem(id: string): SafeStatusBarItem;
  createWebviewPanel(
    type: string,
    title: SafeText,
    column: { viewColumn: vscode.ViewColumn; preserveFocus?: boolean },
    options: vscode.WebviewPanelOptions & vscode.WebviewOptions,
  ): SafeWebviewPanel;
  withProgress<R>(
    options: Safe<vscode.ProgressOptions, 'title'>,
    task: (progress: unknown, token: vscode.CancellationToken) => PromiseLike<R>,
  ): Promise<R>;
}

export const window = vscode.window as unknown as SafeWindow;

/** Tools without texts of their own. */
export const lm = vscode.lm as {
  registerTool(
    name: string,
    tool: Pick<vscode.LanguageModelTool<object>, 'invoke'>,
  ): vscode.Disposable;
};

export class SafeTreeItem extends vscode.TreeItem {
  declare label: SafeText;
  declare description?: SafeText;
  declare tooltip?: SafeText | undefined;
  declare accessibilityInformation?: { label: SafeText; role?: string };

  constructor(label: SafeText) {
    super(label);
  }
}

/**
 * Opens an http or https address unchanged: `env.openExternal` decodes "%26" and encodes "%2F" twice
 * (microsoft/vscode#85930).
 */
export function openInBrowser(url: string) {
  return vscode.commands.executeCommand('vscode.open', url);
}

/** Shows hovers in all files. @param find returns what a line has at a column, and what to say of it */
export function provideHover(
  find: (
    line: string,
    column: number,
  ) =>
    | { readonly text: string; readonly from: number; readonly contents: vscode.MarkdownString[] }
    | undefined,
) {
  return vscode.languages.registerHoverProvider('*', {
    provideHover: (document, { line, character }) => {
      const hover = find(document.lineAt(line).text, character);
      if (!hover || hover.contents.length === 0) {
        return undefined;
      }
      const { from, text, contents } = hover;
      return new vscode.Hover(contents, new vscode.Range(line, from, line, from + text.length));
    },
  });
}

/** Creates a text without HTML and icons. It ends with a link to a monitor's page, the only command that it can run. */
export function toLinkedText(paragraphs: readonly SafeMarkdown[], label: SafeMarkdown, id: string) {
  const link = `[${label}](${toCommandUri('showDetails', [id])})`;
  const text = new vscode.MarkdownString([...paragraphs, link].join('\n\n'));
  text.isTrusted = { enabledCommands: ['monitorExplorer.showDetails'] };
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}
