import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import { toPlainText, toSafeText, type SafeText } from '../../base/text';
import { Throttle } from '../../base/throttle';
import { MINUTE, SECOND } from '../../base/time';
import { toErrorLine } from '../../service/errors';
import { t } from '../l10n';
import { window, type SafeWebviewPanel } from '../window';
import { html, toDocument, type Html } from './html';

export interface PanelContent {
  /** Title of the editor tab. */
  readonly tab: SafeText;
  readonly body: Html;
}

export interface PanelKind {
  readonly name: 'calls' | 'details';
  /** Our commands that links may run. */
  readonly commands: readonly string[];
  /** Calls nothing. @param subject what the panel is about; '' if the kind has no subjects */
  readonly render: (subject: string) => PanelContent | Promise<PanelContent>;
  readonly onDidChange: Event<unknown>;
}

/** Updates ages such as "4 minutes ago", but never between two updates of the rows, which show the same ages. */
const DRAW_AFTER_MS = MINUTE + SECOND;

/** Title before the first draw. */
const PRODUCT = toSafeText('Monitor Explorer');

/** A web page in an editor tab. There is at most one, which shows one subject after the other. */
export class Panel implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  readonly #clock = setInterval(() => void this.#drawing.run(), DRAW_AFTER_MS).unref();
  /** Draws bursts of changes once. */
  readonly #drawing = new Throttle(100, () => this.#draw());
  #panel: SafeWebviewPanel | undefined;
  #subject = '';

  constructor(
    private readonly kind: PanelKind,
    private readonly extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscription = kind.onDidChange(() => void this.#drawing.run());
  }

  get subject() {
    return this.#panel && this.#subject;
  }

  show(subject = '', preserveFocus = false): void {
    this.#subject = subject;
    if (this.#panel) {
      this.#panel.reveal(undefined, preserveFocus);
      void this.#drawing.run();
    } else {
      this.#panel = this.#create(preserveFocus);
    }
  }

  close(): void {
    this.#panel?.dispose();
  }

  dispose(): void {
    clearInterval(this.#clock);
    this.#subscription.dispose();
    this.close();
  }

  #create(preserveFocus: boolean) {
    const { name, commands } = this.kind;
    const folder = vscode.Uri.joinPath(this.extensionUri, 'dist');
    const panel = window.createWebviewPanel(
      `monitorExplorer.${name}`,
      PRODUCT,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus },
      {
        enableFindWidget: true,
        // Keeps scroll position, selection and focus of a hidden tab.
        retainContextWhenHidden: true,
        enableScripts: true,
        localResourceRoots: [folder],
        enableCommandUris: commands.map((command) => `monitorExplorer.${command}`),
      },
    );
    const { webview } = panel;
    const toUri = (file: string) =>
      toPlainText(webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString(), 2_000);
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    // The script says that it has started.
    webview.onDidReceiveMessage(() => void this.#drawing.run());
    webview.html = toDocument(
      toPlainText(vscode.env.language, 20),
      toPlainText(randomBytes(16).toString('base64'), 30),
      toUri('webview.js'),
      toUri('webview.css'),
    ).toString();
    return panel;
  }

  async #draw() {
    this.#clock.refresh();
    const panel = this.#panel;
    const subject = this.#subject;
    const content = panel && (await this.#render(subject));
    // The user may have closed it.
    if (content && panel === this.#panel) {
      panel.title = content.tab;
      await panel.webview.postMessage({ subject, body: content.body.toString() });
    }
  }

  async #render(subject: string) {
    try {
      return await this.kind.render(subject);
    } catch (error) {
      this.log.warn(`A page couldn't be shown: ${toErrorLine(error)}`);
      const text = t("This page couldn't be shown. The log says why.");
      return { tab: PRODUCT, body: html`<h1>${text}</h1>` };
    }
  }
}
