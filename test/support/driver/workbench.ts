import { mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { packedExtension } from '../../host/pack';
import { screenshotFolder } from '../../host/places';
import { VsCodeServer, type Settings } from '../../host/server';
import { getServerBuild } from '../../host/serverBuild';
import type { Age } from '../../host/versions';
import { eventually, PATIENCE_MS, toLiteral, type TextMatch } from './eventually';
import { Dialog } from './dialog';
import { Notifications } from './notifications';
import { Output } from './output';
import { QuickInput } from './quickInput';
import { Screen } from './screen';
import { StatusBar } from './statusBar';
import { View } from './view';

export interface WorkbenchOptions {
  /** The packed extension; by default the one that `npm test` packs. */
  readonly vsix?: string;
  /** Other packed extensions to install beside it. */
  readonly otherVsixes?: readonly string[];
  /** Of VS Code's built-in extensions only these; all of them unless given. */
  readonly builtinExtensions?: readonly string[];
  /** User settings. */
  readonly settings?: Settings;
  /** Settings of the folder that is opened. */
  readonly folderSettings?: Settings;
  /** False for Restricted Mode. */
  readonly trusted?: boolean;
  readonly vscode?: Age;
  /** Further modules that VS Code's processes load before anything else. */
  readonly preloads?: readonly string[];
  readonly size?: { readonly width: number; readonly height: number };
}

/** One turn of the wheel scrolls through any list. */
const FAST_WHEEL: Settings = { 'workbench.list.mouseWheelScrollSensitivity': 1000 };

/** What most tests begin and end with goes by keys: the palette takes ten times as long to open. */
const KEYS = {
  signIn: { key: 'Control+Alt+F1', command: 'monitorExplorer.signIn' },
  setServiceAddress: { key: 'Control+Alt+F2', command: 'monitorExplorer.setServiceAddress' },
  clearNotifications: { key: 'Control+Alt+F3', command: 'notifications.clearAll' },
  reload: { key: 'Control+Alt+F6', command: 'workbench.action.reloadWindow' },
  openSettings: { key: 'Control+Alt+F7', command: 'workbench.action.openSettingsJson' },
  closeEditors: { key: 'Control+Alt+F9', command: 'workbench.action.closeAllEditors' },
} as const;

/** One window of a real VS Code with the packed extension, and hands and eyes for it. */
export class Workbench {
  readonly quickInput: QuickInput;
  /** The view "Monitors". */
  readonly monitors: View;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly statusBar: StatusBar;
  readonly output: Output;

  private constructor(
    readonly page: Page,
    readonly server: VsCodeServer,
    /** Of the first window, which stops the server too: leaves the screen. */
    private readonly leave?: () => Promise<void>,
  ) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.quickInput = new QuickInput(page);
    this.monitors = new View(page, 'Monitors');
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.statusBar = new StatusBar(page);
    this.output = new Output(page, server.home);
  }

  /**
   * Starts VS Code as a new user. Whoever opens, closes.
   * @param shared an empty screen, left empty by `close`; by default one that is closed with the window.
   */
  static async open(options: WorkbenchOptions = {}, shared?: Screen): Promise<Workbench> {
    const { vsix = packedExtension(), otherVsixes = [], trusted = true, preloads = [] } = options;
    const settings = { ...FAST_WHEEL, ...options.settings };
    const build = await getServerBuild(options.vscode ?? 'newest');
    const keybindings = Object.fromEntries(
      Object.values(KEYS).map(({ key, command }) => [key.toLowerCase().replace('control', 'ctrl'), command]),
    );
    const screen = shared ?? (await Screen.open());
    let server: VsCodeServer | undefined;
    try {
      server = await VsCodeServer.start(build, {
        vsix,
        otherVsixes,
        settings,
        keybindings,
        trusted,
        preloads,
        port: screen.port,
        ...(options.builtinExtensions && { builtinExtensions: options.builtinExtensions }),
        ...(options.folderSettings && { folderSettings: options.folderSettings }),
      });
      const { page } = screen;
      await page.setViewportSize(options.size ?? { width: 1280, height: 800 });
      const leave = shared ? () => screen.clear() : () => screen.close();
      const workbench = new Workbench(page, server, leave);
      await workbench.load();
      return workbench;
    } catch (error) {
      await screen.close();
      await server?.stop();
      throw error;
    }
  }

  /** Another window of the same user: same server, same keychain. Its `close` closes the window alone. */
  async openWindow(): Promise<Workbench> {
    const window = new Workbench(await this.page.context().newPage(), this.server);
    await window.page.setViewportSize(this.page.viewportSize()!);
    await window.load();
    return window;
  }

  /** VS Code's version. */
  get version(): string {
    return this.server.build.version;
  }

  /**
   * Runs a command by the palette, by its full title: "Monitor Explorer: Load More". What the title says in brackets,
   * such as "(1 call)", may be left out, as may the dots of one that asks.
   */
  async runCommand(title: string): Promise<void> {
    const label = new RegExp(`^${toLiteral(title)}( \\(.*\\)|…)?$`);
    await eventually(
      `Command ${title}`,
      async () => {
        await this.quickInput.typeCommand(title);
        await this.quickInput.choose(label, 5_000).catch(async (error: unknown) => {
          // An open palette offers what could be done when it was opened.
          await this.quickInput.cancel();
          throw error;
        });
        return true;
      },
      (done) => done,
    );
  }

  /** Hides the panel with the output, and waits until the rows have its room. */
  async hidePanel(): Promise<void> {
    await this.runCommand('View: Hide Panel');
    await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
  }

  /** Runs a command by its key, as often as it takes until its first step is there: keys work a moment after the window. */
  async runByKey(name: 'signIn' | 'setServiceAddress', step: TextMatch): Promise<void> {
    await eventually(
      `The first step of ${name}`,
      async () => {
        await this.press(KEYS[name].key);
        await this.quickInput.shows(step, 10_000);
        return true;
      },
      (done) => done,
    );
  }

  clearNotifications(): Promise<void> {
    return this.press(KEYS.clearNotifications.key);
  }

  /** Opens the file of the user's settings, and resolves with where its text stands. */
  async openSettings(): Promise<Locator> {
    const group = this.page.locator('.editor-group-container.active');
    await eventually(
      'The settings in an editor',
      async () => {
        await this.press(KEYS.openSettings.key);
        await group.locator('.tab.active[data-resource-name="settings.json"]').waitFor({ timeout: 10_000 });
        return true;
      },
      (done) => done,
    );
    return group.locator('.monaco-editor').first();
  }

  closeEditors(): Promise<void> {
    return this.press(KEYS.closeEditors.key);
  }

  /** The commands that the palette offers for a text. */
  async paletteCommands(text: string): Promise<string[]> {
    await this.quickInput.typeCommand(text);
    const items = await eventually(
      `Palette entries for ${text}`,
      () => this.quickInput.items(),
      (now) => now.length > 0 && now.every((item) => item.label !== ''),
    );
    await this.quickInput.cancel();
    return items.map((item) => item.label);
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Loads the window anew, as "Reload Window" does. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    // By VS Code's own command, which writes down what is open and what is not before it goes.
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** The same by a key, for a moment that is over before a command is typed. */
  async reloadAtOnce(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.press(KEYS.reload.key);
    await loaded;
    await this.ready();
  }

  /** Quits VS Code and starts it again, for the same user at the same address. */
  async restart(): Promise<void> {
    await this.page.goto('about:blank');
    await this.server.restart();
    await this.load();
  }

  /** Resolves with the file. */
  async screenshot(file: string): Promise<string> {
    mkdirSync(dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  /** A picture for whoever looks into a failed test. */
  async keepEvidence(name: string): Promise<string> {
    return this.screenshot(`${toEvidencePath(name)}.png`);
  }

  /** What VS Code and the extensions have logged, for the same; resolves with the folder. */
  async keepLogs(name: string): Promise<string> {
    const folder = `${toEvidencePath(name)}-logs`;
    await cp(join(this.server.home, 'data', 'logs'), folder, { recursive: true });
    return folder;
  }

  async close(): Promise<void> {
    if (this.leave === undefined) {
      await this.page.close();
      return;
    }
    try {
      await this.leave();
    } finally {
      await this.server.stop();
    }
  }

  private async load(): Promise<void> {
    await this.page.goto(this.server.url);
    await this.ready();
  }

  private async ready(): Promise<void> {
    await this.page.locator('.part.activitybar .action-label[aria-label^="Monitors"]').waitFor();
  }
}

const toEvidencePath = (name: string): string =>
  join(screenshotFolder(), name.replace(/[^\w-]+/g, '-').slice(0, 100));
