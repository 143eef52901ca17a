import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fetch } from '../../src/service/http';
import { SimulatedService, type SimulatedServiceOptions } from '../simulator/simulatedService';
import { aFetch } from './aFetch';
import { aWindow, type Window } from './aWindow';
import { InMemorySecretStorage } from './inMemorySecretStorage';
import { useTemporaryFolder } from './temporaryFolder';

type WindowsOptions = SimulatedServiceOptions & { readonly pageSize?: number };

/** One service, and one user's windows with the same files, keyring and clock. */
export class Windows {
  service!: SimulatedService;
  /** Storage of all windows. */
  folder = '';
  secrets = new InMemorySecretStorage();
  clock = { ahead: 0 };
  pageSize = 50;
  protected readonly opened = new Set<Window>();
  readonly fetch: Fetch = aFetch;

  async start(folder: string, { pageSize = 50, ...options }: WindowsOptions): Promise<void> {
    this.folder = folder;
    this.service = await SimulatedService.start(options);
    this.secrets = new InMemorySecretStorage();
    this.pageSize = pageSize;
    this.clock = { ahead: 0 };
  }

  /** Opens a window, which loads sessions and saved data as at the start of VS Code. */
  async open(settings: { readonly keepSnapshot?: boolean } = {}): Promise<Window> {
    const window = aWindow(this.service, this);
    this.opened.add(window);
    Object.assign(window.settings, { pageSize: this.pageSize, ...settings });
    await window.app.start();
    return window;
  }

  /** Opens a window that shows what is saved, or else the first page. */
  async openShown(): Promise<Window> {
    const window = await this.open();
    await window.app.ensureFirstPage();
    return window;
  }

  /** Opens a window that is signed in and has read so many pages. */
  async openSignedIn(pages = 1): Promise<Window> {
    const window = await this.open();
    await window.signIn();
    for (let page = 0; page < pages; page++) {
      await window.app.list!.loadMore();
    }
    return window;
  }

  /** Saves what the window shows, and closes it. */
  close(window: Window): Promise<void> {
    this.opened.delete(window);
    window.save();
    window.dispose();
    return Promise.resolve();
  }

  async closeAll(): Promise<void> {
    for (const window of this.opened) {
      await this.close(window);
    }
  }

  /** Starts VS Code again. */
  async restart(meanwhile: () => void = () => undefined): Promise<Window> {
    await this.closeAll();
    meanwhile();
    return this.open();
  }

  async stop(): Promise<void> {
    await this.closeAll();
    await this.service.stop();
  }

  /** Opens the database like another program, by default one that holds it. */
  openDatabase(statements = 'BEGIN IMMEDIATE'): DatabaseSync {
    const connection = new DatabaseSync(join(this.folder, 'monitors.db'));
    connection.exec(statements);
    return connection;
  }

  /** Whether a file has the text. */
  isOnDisk(text: string): boolean {
    return readdirSync(this.folder).some((name) =>
      readFileSync(join(this.folder, name)).includes(text),
    );
  }
}

export function useWindows(options: WindowsOptions = {}): Windows {
  const windows = new Windows();
  // Before the folder is removed.
  afterEach(() => windows.stop());
  const folder = useTemporaryFolder();
  beforeEach(() => windows.start(folder(), options));
  return windows;
}

export function countOf({ app }: Window): number {
  return app.list?.loaded.count ?? 0;
}
