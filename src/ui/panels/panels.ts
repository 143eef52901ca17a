import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { isObject } from '../../base/json';
import { toPlainText, type SafeText } from '../../base/text';
import { t } from '../l10n';
import { window, type SafeWebviewPanel } from '../window';
import { toDocument } from './document';
import { html, parseCommandUri, type Html } from './html';

export interface PanelContent {
  /** Title of the editor tab. */
  readonly tab: SafeText;
  readonly body: Html;
}

export interface PanelKind {
  /** Title before the first draw. */
  readonly tab: SafeText;
  /** Our commands that links may run. */
  readonly commands: readonly string[];
  /** Makes no call. @param subject what the panel is about; '' if the kind has no subjects */
  readonly render: (subject: string) => Promise<PanelContent>;
  readonly onDidChange: Event<unknown>;
}

interface OpenPanel extends Disposable {
  readonly panel: SafeWebviewPanel;
  readonly subject: string;
  turnTo(subject: string): void;
}

/** Groups bursts of changes. */
const DRAW_DELAY_MS = 100;
/** Updates ages such as "4 minutes ago". */
const DRAW_EVERY_MS = 60_000;
const MAX_SUBJECT = 2_000;

/** Keeps one panel of each kind, and reuses it for other subjects. */
export class Panels implements Disposable {
  readonly #panels = new Map<string, OpenPanel>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly kinds: Readonly<Record<string, PanelKind>>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Takes over a panel after a reload. @param state untrusted */
  restore(name: string, panel: SafeWebviewPanel, state: unknown): void {
    const subject = isObject(state) ? state['subject'] : undefined;
    if (typeof subject === 'string' && subject.length <= MAX_SUBJECT && !this.#panels.has(name)) {
      this.#add(name, panel, subject);
    } else {
      panel.dispose();
    }
  }

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
    this.#add(name, window.createWebviewPanel(viewType, this.kinds[name]!.tab, column, options), subject);
  }

  subjectOf(name: string): string | undefined {
    return this.#panels.get(name)?.subject;
  }

  /** Leaves the tabs open for VS Code to restore. */
  dispose(): void {
    this.#panels.forEach((panel) => panel.dispose());
    this.#panels.clear();
  }

  #add(name: string, panel: SafeWebviewPanel, subject: string): void {
    const kind = this.kinds[name]!;
    const open = openPanel(panel, kind, subject, this.onError);
    this.#panels.set(name, open);
    panel.onDidDispose(() => {
      open.dispose();
      this.#panels.delete(name);
    });
    load(panel, kind, this.extensionUri);
  }
}

/** Closes restored tabs that VS Code hasn't given to us, because the user hasn't looked at them. */
async function closeRestoredTabs(viewType: string): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  // VS Code adds a prefix to the type.
  const restored = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(`-${viewType}`),
  );
  if (restored.length > 0) {
    await window.tabGroups.close(restored, true);
  }
}

function load(panel: SafeWebviewPanel, kind: PanelKind, extensionUri: vscode.Uri): void {
  const { webview } = panel;
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  const toUri = (file: string) =>
    toPlainText(webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString(), 2_000);
  const toIcon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `page-${theme}.svg`);
  panel.iconPath = { light: toIcon('light'), dark: toIcon('dark') };
  webview.options = {
    enableScripts: true,
    enableForms: false,
    localResourceRoots: [folder],
    enableCommandUris: kind.commands.map((command) => `monitorExplorer.${command}`),
  };
  webview.html = toDocument({
    language: toPlainText(vscode.env.language, 20),
    nonce: toPlainText(randomBytes(16).toString('base64'), 30),
    script: toUri('webview.js'),
    style: toUri('webview.css'),
  }).toString();
}

/** Draws on load, after changes, and each minute. */
function openPanel(
  panel: SafeWebviewPanel,
  kind: PanelKind,
  subject: string,
  onError: (error: unknown) => void,
): OpenPanel {
  /** Last message, to skip equal draws. */
  let sent = '';
  let draws = 0;
  let delay: NodeJS.Timeout | undefined;

  const render = async (): Promise<PanelContent> => {
    try {
      return await kind.render(subject);
    } catch (error) {
      onError(error);
      const text = t("This page couldn't be shown. The log says why.");
      return {
        tab: kind.tab,
        body: html`<h1>${kind.tab}</h1>
          <p class="warning">${text}</p>`,
      };
    }
  };
  const draw = async (): Promise<void> => {
    const number = ++draws;
    const { tab, body } = await render();
    const message = { subject, body: body.toString() };
    const text = JSON.stringify(message);
    // Skip outdated draws. A hidden panel asks again when shown.
    if (number === draws && panel.visible && text !== sent) {
      sent = text;
      panel.title = tab;
      await panel.webview.postMessage(message);
    }
  };
  const drawSoon = (): void => {
    delay ??= setTimeout(() => {
      delay = undefined;
      void draw();
    }, DRAW_DELAY_MS);
  };
  /** Handles "ready" (the script started, or a tab is visible again) or a link on which Space was pressed. */
  const receive = (message: unknown): void => {
    const link = typeof message === 'string' ? parseCommandUri(message) : undefined;
    if (message === 'ready') {
      sent = '';
      void draw();
    } else if (link && kind.commands.includes(link.command)) {
      void vscode.commands.executeCommand(`monitorExplorer.${link.command}`, ...link.args);
    }
  };
  const clock = setInterval(() => void draw(), DRAW_EVERY_MS).unref();
  const subscriptions = [kind.onDidChange(drawSoon), panel.webview.onDidReceiveMessage(receive)];
  return {
    panel,
    get subject() {
      return subject;
    },
    turnTo: (other) => {
      if (other !== subject) {
        subject = other;
        void draw();
      }
    },
    dispose: () => {
      clearInterval(clock);
      clearTimeout(delay);
      draws++;
      subscriptions.forEach((subscription) => subscription.dispose());
    },
  };
}
