import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { isObject } from '../../base/json';
import { toPlainText, type SafeText } from '../../base/text';
import { t } from '../l10n';
import { window, type SafeWebviewPanel } from '../window';
import { html, parseCommandUri, type Html } from './html';
import { toDocument } from './document';

/** What a panel shows now. */
export interface PanelContent {
  /** Text of the editor's tab. */
  readonly tab: SafeText;
  readonly body: Html;
}

/** One of the web pages that are shown as an editor. */
export interface PanelKind {
  /** Text of the tab until the panel is drawn. */
  readonly tab: SafeText;
  /** Our commands that links of the panel may run. */
  readonly commands: readonly string[];
  /** Makes no call. @param subject what the panel is about; '' if the kind has no subjects */
  readonly render: (subject: string) => Promise<PanelContent>;
  readonly onDidChange: Event<unknown>;
}

/** Changes come in bursts, one for each loaded page. */
const DRAW_DELAY_MS = 100;
/** Ages such as "4 minutes ago" grow. */
const DRAW_EVERY_MS = 60_000;
const MAX_SUBJECT = 2_000;

/** The web pages: one panel of each kind, used again for another subject. */
export class Panels implements Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #kinds: Readonly<Record<string, PanelKind>>;
  readonly #onError: (error: unknown) => void;
  readonly #panels = new Map<string, Panel>();

  constructor(
    extensionUri: vscode.Uri,
    kinds: Readonly<Record<string, PanelKind>>,
    onError: (error: unknown) => void,
  ) {
    this.#extensionUri = extensionUri;
    this.#kinds = kinds;
    this.#onError = onError;
  }

  /** Takes a panel that VS Code kept over a reload. @param state what the panel saved; untrusted */
  restore(name: string, panel: SafeWebviewPanel, state: unknown): void {
    const subject = isObject(state) ? state['subject'] : undefined;
    if (typeof subject === 'string' && subject.length <= MAX_SUBJECT && !this.#panels.has(name)) {
      this.#add(name, panel, subject);
    } else {
      panel.dispose();
    }
  }

  /** Shows a panel, in the tab that it has already. */
  show(name: string, subject = '', { preserveFocus = false } = {}): void {
    const open = this.#panels.get(name);
    if (open) {
      open.turnTo(subject);
      open.panel.reveal(undefined, preserveFocus);
      return;
    }
    const viewType = `monitorExplorer.${name}`;
    void closeRestoredTabs(viewType);
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const options = { enableFindWidget: true };
    this.#add(name, window.createWebviewPanel(viewType, this.#kinds[name]!.tab, column, options), subject);
  }

  /** What an open panel is about. */
  subjectOf(name: string): string | undefined {
    return this.#panels.get(name)?.subject;
  }

  /** Leaves the tabs open: VS Code keeps them over a reload. */
  dispose(): void {
    this.#panels.forEach((panel) => panel.dispose());
    this.#panels.clear();
  }

  #add(name: string, webviewPanel: SafeWebviewPanel, subject: string): void {
    const panel = new Panel(webviewPanel, this.#kinds[name]!, subject, this.#onError);
    this.#panels.set(name, panel);
    panel.load(this.#extensionUri);
    webviewPanel.onDidDispose(() => {
      panel.dispose();
      this.#panels.delete(name);
    });
  }
}

/** VS Code gives us the panel behind a restored tab only when the user looks at it. */
async function closeRestoredTabs(viewType: string): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  // VS Code puts a prefix of its own before the type.
  const restored = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(`-${viewType}`),
  );
  if (restored.length > 0) {
    await window.tabGroups.close(restored, true);
  }
}

class Panel implements Disposable {
  /** What was sent last, so that nothing is drawn twice. */
  #sent = '';
  #draws = 0;
  #delay: NodeJS.Timeout | undefined;
  readonly #clock: NodeJS.Timeout;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    readonly panel: SafeWebviewPanel,
    readonly kind: PanelKind,
    public subject: string,
    readonly onError: (error: unknown) => void,
  ) {
    this.#clock = setInterval(() => void this.#draw(), DRAW_EVERY_MS).unref();
    this.#subscriptions = [
      kind.onDidChange(() => this.#drawSoon()),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
    ];
  }

  load(extensionUri: vscode.Uri): void {
    const { webview } = this.panel;
    const folder = vscode.Uri.joinPath(extensionUri, 'dist');
    const toUri = (file: string) =>
      toPlainText(webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString(), 2_000);
    webview.options = {
      enableScripts: true,
      enableForms: false,
      localResourceRoots: [folder],
      enableCommandUris: this.kind.commands.map((command) => `monitorExplorer.${command}`),
    };
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `page-${theme}.svg`);
    this.panel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.html = toDocument({
      language: toPlainText(vscode.env.language, 20),
      nonce: toPlainText(randomBytes(16).toString('base64'), 30),
      script: toUri('webview.js'),
      style: toUri('webview.css'),
    }).toString();
  }

  turnTo(subject: string): void {
    if (subject !== this.subject) {
      this.subject = subject;
      void this.#draw();
    }
  }

  dispose(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#delay);
    this.#draws++;
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** "ready" when the script has started, also if a hidden tab is shown again; or the link on which Space was pressed. */
  #receive(message: unknown): void {
    if (message === 'ready') {
      this.#sent = '';
      void this.#draw();
      return;
    }
    const link = typeof message === 'string' ? parseCommandUri(message) : undefined;
    if (link && this.kind.commands.includes(link.command)) {
      void vscode.commands.executeCommand(`monitorExplorer.${link.command}`, ...link.args);
    }
  }

  #drawSoon(): void {
    this.#delay ??= setTimeout(() => {
      this.#delay = undefined;
      void this.#draw();
    }, DRAW_DELAY_MS);
  }

  async #draw(): Promise<void> {
    const draw = ++this.#draws;
    const { subject } = this;
    const { tab, body } = await this.#render(subject);
    // If another draw has begun, this one is late. A hidden panel asks when it is shown.
    if (draw !== this.#draws || !this.panel.visible) {
      return;
    }
    const message = { subject, body: body.toString() };
    const text = JSON.stringify(message);
    if (text !== this.#sent) {
      this.#sent = text;
      this.panel.title = tab;
      await this.panel.webview.postMessage(message);
    }
  }

  async #render(subject: string): Promise<PanelContent> {
    try {
      return await this.kind.render(subject);
    } catch (error) {
      this.onError(error);
      const text = t("This page couldn't be shown. The log says why.");
      return {
        tab: this.kind.tab,
        body: html`<h1>${this.kind.tab}</h1>
          <p class="warning">${text}</p>`,
      };
    }
  }
}
