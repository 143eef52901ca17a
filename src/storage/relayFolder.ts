import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, listFolder, removeFile, removeLeftovers, writeAtomically } from './legacyFiles';
import { watchFolder, type Subscription } from './legacyFiles';

export interface RelayFolderOptions {
  /** A folder for messages alone. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that a message stays there; 30 seconds by default. */
  readonly keepMs?: number;
}

type Listener = (text: string) => void;

const NAME = /^[0-9a-f-]{36}\.relay$/;
const KEEP_MS = 30_000;
/** Many accounts with long tokens fit in; what is larger is no message. */
const LARGEST_BYTES = 64 * 1024;
const DEBOUNCE_MS = 20;

/**
 * Short messages to all windows that share a folder, a file each. Whoever wrote one removes it after its time, or
 * when the window closes; whoever else has seen it does so a little later, and a window that starts removes what
 * it finds too old. Only where the last window crashes does a message stay, until the next one starts.
 *
 * What is written here is written to disk: it must be sealed. Messages may be lost, as watching a folder is a
 * hint and not a promise.
 */
export class RelayFolder implements Subscription {
  readonly #options: RelayFolderOptions;
  readonly #keepMs: number;
  readonly #listeners = new Set<Listener>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #own = new Set<string>();
  readonly #seen = new Set<string>();
  #watch: Subscription | undefined;
  #disposed = false;

  constructor(options: RelayFolderOptions) {
    this.#options = options;
    this.#keepMs = options.keepMs ?? KEEP_MS;
  }

  /**
   * Readable by the owner alone, and only as a whole. A text that is too large is not published.
   * @throws the file system's error where the folder cannot be used
   */
  async publish(text: string): Promise<void> {
    if (this.#disposed || Buffer.byteLength(text) > LARGEST_BYTES) {
      return;
    }
    const fileName = `${randomUUID()}.relay`;
    this.#own.add(fileName);
    await ensureFolder(this.#options.folder);
    await writeAtomically(this.#path(fileName), text);
    if (this.#disposed) {
      return removeFile(this.#path(fileName));
    }
    this.#later(this.#keepMs, async () => {
      await this.#remove(fileName);
      this.#own.delete(fileName);
    });
  }

  /** Tells of each message of another window once; those that are there already too. */
  onMessage(listener: Listener): Subscription {
    const own: Listener = (text) => listener(text);
    this.#listeners.add(own);
    this.#start();
    return { dispose: () => void this.#listeners.delete(own) };
  }

  /** At once, since a process that ends waits for nothing. */
  dispose(): void {
    this.#disposed = true;
    this.#watch?.dispose();
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#listeners.clear();
    for (const fileName of this.#own) {
      try {
        rmSync(this.#path(fileName), { force: true });
      } catch {
        // Whoever has seen it removes it.
      }
    }
  }

  #start(): void {
    if (this.#watch || this.#disposed) {
      return;
    }
    this.#watch = watchFolder({
      folder: this.#options.folder,
      matches: (fileName) => NAME.test(fileName),
      debounceMs: DEBOUNCE_MS,
      onChange: (fileName) => void this.#meet(fileName),
    });
    void this.#lookAround();
  }

  async #lookAround(): Promise<void> {
    const { folder, now } = this.#options;
    const names = await listFolder(folder).catch(() => []);
    await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.#meet(name)));
    await removeLeftovers(folder, now(), this.#keepMs).catch(() => undefined);
  }

  async #meet(fileName: string): Promise<void> {
    if (this.#own.has(fileName) || this.#seen.has(fileName) || this.#disposed) {
      return;
    }
    this.#seen.add(fileName);
    const text = await this.#read(fileName);
    if (text !== undefined) {
      this.#listeners.forEach((listener) => listener(text));
    }
    this.#later(2 * this.#keepMs, () => this.#seen.delete(fileName));
  }

  /** `undefined` where it is gone, too old or no message. */
  async #read(fileName: string): Promise<string | undefined> {
    try {
      const found = await lstat(this.#path(fileName));
      // A time to come is as wrong as one long ago: the clock was set.
      const isOld = Math.abs(this.#options.now() - found.mtimeMs) > this.#keepMs;
      if (isOld) {
        return void (await this.#remove(fileName));
      }
      // The writer may close or crash before it does this.
      this.#later(1.5 * this.#keepMs, () => this.#remove(fileName));
      const mayBeMessage = found.isFile() && found.size <= LARGEST_BYTES;
      return mayBeMessage ? await readFile(this.#path(fileName), 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  #later(ms: number, work: () => unknown): void {
    if (this.#disposed) {
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, ms).unref();
    this.#timers.add(timer);
  }

  async #remove(fileName: string): Promise<void> {
    // A file that can't be removed now is met by the next window that starts.
    await removeFile(this.#path(fileName)).catch(() => undefined);
  }

  #path(fileName: string): string {
    return join(this.#options.folder, fileName);
  }
}
