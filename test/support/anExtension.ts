import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SessionStore } from '../../src/account/sessionStore';
import { Database } from '../../src/storage/database';
import { App } from '../../src/account/app';
import { createSettings, type Settings } from '../../src/ui/settings';
import { Tree } from '../../src/ui/tree/tree';
import { MonitorTree } from '../../src/ui/tree/monitorTree';
import type { SimulatedService } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import { addSession } from './aServiceClient';
import { InMemorySecretStorage } from './inMemorySecretStorage';

const SECTION = 'monitorExplorer';

/** Sets a user setting as the settings editor does; undefined takes it back to its default. */
export async function setUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function loadSettings(): Settings {
  return createSettings(vscode.extensions.getExtension('monitor-explorer.monitor-explorer')!);
}

/** A log channel that keeps what is written to it. */
function aLog(): { readonly log: vscode.LogOutputChannel; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (line: string | Error): void => void lines.push(String(line));
  const log = { info: write, warn: write, error: write, debug: write, trace: write };
  return { log: log as unknown as vscode.LogOutputChannel, lines };
}

/** The extension's own parts in a real extension host, with a keychain and a folder of their own, but no view. */
export class AnExtension {
  readonly app: App;
  /** The rows that {@link tree} gives to VS Code. */
  readonly view: Tree;
  readonly tree = new MonitorTree(() => Promise.reject(new Error('It follows a tree already.')));
  readonly lines: readonly string[];
  readonly secrets = new InMemorySecretStorage();
  readonly folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
  readonly #owned: { dispose(): void }[];

  private constructor() {
    const { log, lines } = aLog();
    this.lines = lines;
    const settings = loadSettings();
    const sessions = new SessionStore(this.secrets.window());
    const database = new Database(this.folder);
    this.app = new App({
      settings,
      sessions,
      database,
      workspaceState: { get: () => undefined, update: () => undefined },
      log,
      fetch: aFetch,
      now: Date.now,
      userAgent: 'test',
    });
    const { app } = this;
    const tree = new Tree(app);
    this.view = tree;
    this.tree.setTree(tree);
    // Rows without groups.
    const subscription = app.onDidChange(() => {
      const { choices } = app.shown ?? {};
      if (choices && choices.arrangement.grouping !== 'none') {
        choices.arrange({ grouping: 'none' });
      }
      tree.updateNow();
    });
    this.#owned = [subscription, tree, this.app, sessions, settings];
  }

  static async open(): Promise<AnExtension> {
    const extension = new AnExtension();
    await extension.app.sessions.load();
    return extension;
  }

  /** Sets the address and signs in, by one call and without a screen. */
  async signIn(
    service: SimulatedService,
    { email, password }: { readonly email: string; readonly password: string } = service,
  ): Promise<void> {
    await setUserSetting('baseUrl', service.baseUrl);
    await addSession(this.app, { baseUrl: service.baseUrl, email, password });
  }

  items(): vscode.TreeItem[] {
    return this.view.childrenOf().map((row) => this.tree.getTreeItem(row));
  }

  async close(): Promise<void> {
    this.#owned.forEach((part) => part.dispose());
    await setUserSetting('baseUrl', undefined);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
