import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { packedExtension } from '../../host/pack';
import { screenshotFolder } from '../../host/places';
import { VsCodeServer, type ServerOptions, type Settings } from '../../host/server';
import { getServerBuild } from '../../host/serverBuild';
import {
  eventually,
  eventuallyDo,
  eventuallySays,
  PATIENCE_MS,
  toLiteral,
  type TextMatch,
} from './eventually';
import { Dialog } from './dialog';
import { Notifications } from './notifications';
import { Output } from './output';
import { QuickInput } from './quickInput';
import { Screen } from './screen';
import { StatusBar } from './statusBar';
import type { TreeView } from './treeView';
import { View } from './view';
import { WebPage } from './webPage';

export interface WorkbenchOptions extends Omit<ServerOptions, 'port' | 'keybindings'> {
  readonly size?: { readonly width: number; readonly height: number };
  /** Pixels of the screen for each CSS pixel; 1 by default. */
  readonly pixels?: number;
}

/** One turn of the wheel scrolls through any list, and the editor of the settings only shows text. */
const FAST: Settings = {
  'workbench.list.mouseWheelScrollSensitivity': 1000,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.quickSuggestions': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.folding': false,
};

/** Commands that most tests need, by keys, because the palette takes ten times as long. */
const KEYS = {
  signIn: { key: 'Control+Alt+F1', command: 'monitorExplorer.signIn' },
  clearNotifications: { key: 'Control+Alt+F3', command: 'notifications.clearAll' },
  arrange: { key: 'Control+Alt+F4', command: 'monitorExplorer.arrange' },
  openSettings: { key: 'Control+Alt+F7', command: 'workbench.action.openSettingsJson' },
  closeEditor: { key: 'Control+Alt+F8', command: 'workbench.action.closeActiveEditor' },
  closeEditors: { key: 'Control+Alt+F9', command: 'workbench.action.closeAllEditors' },
} as const;

/** One window of a real VS Code with the packed extension. */
export class Workbench {
  readonly quickInput: QuickInput;
  /** The view "Monitors". */
  readonly monitors: View;
  /** Its rows. */
  readonly tree: TreeView;
  /** What an extension shows in an editor. */
  readonly webPage: WebPage;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly statusBar: StatusBar;
  readonly output: Output;

  private constructor(
    readonly page: Page,
    readonly server: VsCodeServer,
    private readonly leave: () => Promise<void>,
  ) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.quickInput = new QuickInput(page);
    this.monitors = new View(page, 'Monitors');
    this.tree = this.monitors.tree;
    this.webPage = new WebPage(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.statusBar = new StatusBar(page);
    this.output = new Output(page, server.home);
  }

  /**
   * Starts VS Code for a new user, by default with the extension that `npm test` packs.
   * @param shared an empty screen, which `close` empties; a new one by default
   */
  static async open(options: WorkbenchOptions = {}, shared?: Screen): Promise<Workbench> {
    const { size = { width: 1280, height: 800 }, pixels, ...more } = options;
    const build = await getServerBuild('newest');
    const keybindings = Object.fromEntries(
      Object.values(KEYS).map(({ key, command }) => [
        key.toLowerCase().replace('control', 'ctrl'),
        command,
      ]),
    );
    const screen = shared ?? (await Screen.open(pixels));
    let server: VsCodeServer | undefined;
    try {
      server = await VsCodeServer.start(build, {
        vsix: packedExtension(),
        ...more,
        settings: { ...FAST, ...options.settings },
        keybindings,
        port: screen.port,
      });
      const { page } = screen;
      await page.setViewportSize(size);
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

  get version(): string {
    return this.server.build.version;
  }

  /** Runs a command by the palette, by its title without brackets and dots: "Monitor Explorer: Load More". */
  async runCommand(title: string): Promise<void> {
    const label = new RegExp(`^${toLiteral(title)}( \\(.*\\)|…)?$`);
    await eventuallyDo(`Command ${title}`, async () => {
      await this.quickInput.typeCommand(title);
      await this.quickInput.choose(label, 5_000).catch(async (error: unknown) => {
        // An open palette doesn't update its commands.
        await this.quickInput.cancel();
        throw error;
      });
    });
  }

  /** Runs a command by its key until its first step is visible, because a new window ignores keys at first. */
  async runByKey(name: 'signIn' | 'arrange', step: TextMatch): Promise<void> {
    await eventuallyDo(`The first step of ${name}`, async () => {
      await this.press(KEYS[name].key);
      await this.quickInput.shows(step, 10_000);
    });
  }

  clearNotifications(): Promise<void> {
    return this.press(KEYS.clearNotifications.key);
  }

  /**
   * Opens the user's settings.
   * @returns their editor
   */
  async openSettings(): Promise<Locator> {
    const group = this.page.locator('.editor-group-container.active');
    await eventuallyDo('The settings in an editor', async () => {
      await this.press(KEYS.openSettings.key);
      await group
        .locator('.tab.active[data-resource-name="settings.json"]')
        .waitFor({ timeout: 10_000 });
    });
    return group.locator('.monaco-editor').first();
  }

  closeEditor(): Promise<void> {
    return this.press(KEYS.closeEditor.key);
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

  /** Waits until the clipboard has a text. */
  showsCopied(text: RegExp): Promise<string> {
    const read = () => this.page.evaluate<string>('navigator.clipboard.readText()');
    return eventuallySays('Copied', read, text);
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Reloads the window with VS Code's command, which saves what is open. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Quits VS Code and starts it again for the same user. */
  async restart(): Promise<void> {
    await this.page.goto('about:blank');
    await this.server.restart();
    await this.load();
  }

  /** @returns the file */
  async screenshot(path: string): Promise<string> {
    await this.page.screenshot({ path });
    return path;
  }

  /** Takes a picture of a failed test. */
  async keepEvidence(name: string): Promise<string> {
    return this.screenshot(`${toEvidencePath(name)}.png`);
  }

  /**
   * Copies the logs of a failed test.
   * @returns the folder
   */
  async keepLogs(name: string): Promise<string> {
    const folder = `${toEvidencePath(name)}-logs`;
    await cp(join(this.server.home, 'data', 'logs'), folder, { recursive: true });
    return folder;
  }

  async close(): Promise<void> {
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
