import * as vscode from 'vscode';
import { window } from './window';

/** Makes the text of a page when it is opened. */
export type PageText = () => string | Promise<string>;

const SCHEME = 'monitor-explorer';

/** Read-only pages of Markdown, made anew each time they are opened; nothing of them is written to disk. */
export class Pages implements vscode.Disposable {
  readonly #texts: ReadonlyMap<string, PageText>;
  readonly #registration: vscode.Disposable;
  #shown = 0;

  /** @param texts by the page's name, which is what its tab says. */
  constructor(texts: Readonly<Record<string, PageText>>) {
    this.#texts = new Map(Object.entries(texts));
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => this.#texts.get(toName(uri))?.() ?? '',
    });
  }

  /** Shows a page as a rendered preview, or as its text where there is no Markdown preview. */
  async show(name: string): Promise<void> {
    // An address of its own each time: VS Code may still hold the page that was closed a moment ago, and show that.
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: String(++this.#shown) });
    // Asked of the extension and not of the list of commands, which it joins only once it is first used.
    if (vscode.extensions.getExtension('vscode.markdown-language-features')) {
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    } else {
      await window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function toName({ path }: vscode.Uri): string {
  return path.replace(/^\//, '').replace(/\.md$/, '');
}
