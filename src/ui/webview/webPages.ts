import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable, Event } from '../../base/event';
import { toSafeText, type SafeText } from '../../base/text';
import { t } from '../l10n';
import { window, type SafeWebviewPanel } from '../window';
import {
  readPageMessage,
  readPageState,
  toActions,
  type PageContent,
  type PageState,
  type RenderMessage,
} from './pageContent';
import { toPageHtml } from './pageHtml';

/** What stands behind a page while it is open. */
export interface WebPage {
  /** Makes what the page shows now. Costs no call. */
  readonly render: () => PageContent | Promise<PageContent>;
  /** Runs an action that the page offers. */
  readonly run: (action: string) => unknown;
  /** What the page shows has changed. */
  readonly onDidChange: Event<unknown>;
}

/** Opens a page about `subject`; '' for a page that has none. */
export type OpenWebPage = (subject: string) => WebPage;

/** One of the pages: what its tab is called until it is drawn, and how it is opened. */
export interface WebPageKind {
  readonly name: SafeText;
  readonly open: OpenWebPage;
}

export interface WebPagesOptions {
  readonly extensionUri: vscode.Uri;
  /** By the name under which a page is found again after a reload. */
  readonly pages: Readonly<Record<string, WebPageKind>>;
  /** A page couldn't be made, or one of its actions failed. */
  readonly onError: (page: string, error: unknown) => void;
}

const toViewType = (page: string): string => `monitorExplorer.${page}`;

/** Changes come in bursts, one for each loaded page. */
const RENDER_DELAY_MS = 100;
/** Ages on a page ("4 minutes ago") grow by themselves. */
const RENDER_EVERY_MS = 60_000;

/** The pages that are shown as web pages in an editor: one panel for each name, used again for another subject. */
export class WebPages implements Disposable {
  readonly #options: WebPagesOptions;
  readonly #panels = new Map<string, PagePanel>();

  constructor(options: WebPagesOptions) {
    this.#options = options;
  }

  /** Takes up a panel that VS Code has kept over a reload. @param kept what the page had noted; untrusted */
  restore(page: string, panel: SafeWebviewPanel, kept: unknown): void {
    const state = readPageState(kept);
    if (state?.page === page && !this.#panels.has(page)) {
      this.#adopt(panel, state);
    } else {
      panel.dispose();
    }
  }

  /** Shows a page, in the panel that shows it already where there is one. It takes the focus unless told not to. */
  show(page: string, subject = '', { preserveFocus = false } = {}): void {
    const known = this.#panels.get(page);
    if (known) {
      known.turnTo(subject);
      known.panel.reveal(undefined, preserveFocus);
      return;
    }
    void closeRestoredTabs(toViewType(page));
    const panel = window.createWebviewPanel(
      toViewType(page),
      this.#options.pages[page]!.name,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus },
      {
        enableFindWidget: true,
      },
    );
    this.#adopt(panel, { page, subject });
  }

  /** What a page is about; absent where it isn't open. */
  subjectOf(page: string): string | undefined {
    return this.#panels.get(page)?.state.subject;
  }

  dispose(): void {
    // The panels themselves stay: VS Code keeps them over a reload of the window.
    this.#panels.forEach((panel) => panel.dispose());
    this.#panels.clear();
  }

  #adopt(panel: SafeWebviewPanel, state: PageState): void {
    const shown = new PagePanel(panel, state, this.#options);
    this.#panels.set(state.page, shown);
    panel.onDidDispose(() => {
      shown.dispose();
      this.#panels.delete(state.page);
    });
  }
}

/** After a reload VS Code shows the tab of a page, and hands over the page itself only once somebody looks at it. */
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

class PagePanel implements Disposable {
  readonly #options: WebPagesOptions;
  readonly #subscriptions: Disposable[];
  #page: WebPage;
  #pageSubscription: Disposable;
  #subject: string;
  /** What was sent last; the page draws nothing twice. */
  #sent = '';
  #actions: ReadonlySet<string> = new Set();
  #renders = 0;
  #delay: NodeJS.Timeout | undefined;
  readonly #clock: NodeJS.Timeout;

  constructor(
    readonly panel: SafeWebviewPanel,
    state: PageState,
    options: WebPagesOptions,
  ) {
    this.#options = options;
    this.name = state.page;
    this.#subject = state.subject;
    this.#page = this.#open();
    this.#pageSubscription = this.#page.onDidChange(() => this.#renderSoon());
    const media = vscode.Uri.joinPath(options.extensionUri, 'media');
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, 'page-light.svg'),
      dark: vscode.Uri.joinPath(media, 'page-dark.svg'),
    };
    this.#subscriptions = [panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message))];
    this.#clock = setInterval(() => void this.#render(), RENDER_EVERY_MS).unref();
    this.#load();
  }

  readonly name: string;

  get state(): PageState {
    return { page: this.name, subject: this.#subject };
  }

  turnTo(subject: string): void {
    if (subject === this.#subject) {
      return;
    }
    this.#pageSubscription.dispose();
    this.#subject = subject;
    this.#page = this.#open();
    this.#pageSubscription = this.#page.onDidChange(() => this.#renderSoon());
    void this.#render();
  }

  dispose(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#delay);
    this.#renders++;
    this.#pageSubscription.dispose();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #open(): WebPage {
    // There is one of this name: `restore` takes no state but that of its own page.
    return this.#options.pages[this.name]!.open(this.#subject);
  }

  #load(): void {
    const { webview } = this.panel;
    const folder = vscode.Uri.joinPath(this.#options.extensionUri, 'dist');
    const toUri = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [folder] };
    webview.html = toPageHtml({
      language: vscode.env.language,
      title: this.panel.title,
      nonce: randomBytes(16).toString('base64'),
      script: toUri('webview.js'),
      style: toUri('webview.css'),
    });
  }

  #receive(value: unknown): void {
    const message = readPageMessage(value);
    if (message?.type === 'ready') {
      // A page that was hidden and is shown again begins empty.
      this.#sent = '';
      void this.#render();
    } else if (message && this.#actions.has(message.action)) {
      void this.#run(message.action);
    }
  }

  async #run(action: string): Promise<void> {
    try {
      await this.#page.run(action);
    } catch (error) {
      this.#options.onError(this.name, error);
    }
  }

  #renderSoon(): void {
    this.#delay ??= setTimeout(() => {
      this.#delay = undefined;
      void this.#render();
    }, RENDER_DELAY_MS);
  }

  async #render(): Promise<void> {
    const mine = ++this.#renders;
    const content = await this.#makeContent();
    // Another one has begun since, or the panel was closed; a hidden page asks once it is shown.
    if (mine !== this.#renders || !this.panel.visible) {
      return;
    }
    const message: RenderMessage = { type: 'render', content, state: this.state };
    const text = JSON.stringify(message);
    if (text === this.#sent) {
      return;
    }
    this.#sent = text;
    this.#actions = toActions(content);
    this.panel.title = content.tab;
    await this.panel.webview.postMessage(message);
  }

  async #makeContent(): Promise<PageContent> {
    try {
      return await this.#page.render();
    } catch (error) {
      this.#options.onError(this.name, error);
      const title = toSafeText(this.panel.title, 100);
      const text = t("This page couldn't be shown. The log says why.");
      const sections = [{ blocks: [{ kind: 'text', text, tone: 'warning' } as const] }];
      return { title, tab: title, actionsLabel: title, actions: [], sections };
    }
  }
}
