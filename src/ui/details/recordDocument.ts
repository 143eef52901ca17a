import * as vscode from 'vscode';
import type { Disposable } from '../../base/event';
import { toPlainText, toVisibleJson } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import { window } from '../window';
import { toValueText } from './recordRows';

const SCHEME = 'monitor-explorer';

/** Shows records as JSON in read-only documents, made when they are opened; nothing of them is written to disk. */
export class RecordDocuments implements Disposable {
  readonly #registration: Disposable;
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();

  /** @param find by id; absent where the monitor isn't loaded any more. */
  constructor(find: (id: string) => Monitor | undefined) {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changes.event,
      provideTextDocumentContent: ({ query }) => {
        const monitor = find(query);
        return monitor ? `${toVisibleJson(toValueText(monitor.raw, 2))}\n` : '';
      },
    });
  }

  async show({ id, name }: Monitor): Promise<void> {
    // No character that means something in a path; the id, which is what counts, is in the query.
    const file = toPlainText(name === '' ? id : name, 60).replace(/[\\/:*?"<>|#%]/g, '_');
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${file}.json`, query: id });
    // A document that is open already is made anew.
    this.#changes.fire(uri);
    await window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changes.dispose();
  }
}
