// Used by the parts that are about to go (saved pages as one file, the relay); goes with them.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Readable by its owner alone: what is kept here belongs to one account. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);
const WAITS_WHEN_BUSY_MS = [10, 30, 90, 270];

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Windows refuses to replace or read a file that another process has open, or is just removing. */
export function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && IN_USE.has(codeOf(error) ?? '');
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A file name that tells nothing about the account to those who see the folder. 32 hexadecimal digits. */
export function toFileKey(account: string): string {
  return createHash('sha256').update(account).digest('hex').slice(0, 32);
}

export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Names in a folder; none where there is no folder. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
}

/** Removes a file; it is all right if there is none. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Replaces or makes a file as a whole: a reader, and a crash, find the old content or the new one. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameWhenFree(temporary, path);
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
}

/** Renames over whatever is there, with a little patience for a file in use. */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const waitMs of WAITS_WHEN_BUSY_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isInUse(error)) {
        throw error;
      }
      await delay(waitMs);
    }
  }
  await rename(from, to);
}

/** Removes what windows that crashed while writing have left: temporary files older than `olderThanMs`. */
export async function removeLeftovers(folder: string, now: number, olderThanMs: number): Promise<void> {
  for (const name of await listFolder(folder)) {
    if (!name.endsWith('.tmp')) {
      continue;
    }
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > olderThanMs) {
      await removeFile(path);
    }
  }
}
import { mkdirSync, watch, type FSWatcher } from 'node:fs';

/** What ends a subscription. Structurally a `vscode.Disposable`. */
export interface Subscription {
  dispose(): void;
}

export interface FolderWatchOptions {
  readonly folder: string;
  /** Names of files that matter. */
  readonly matches: (fileName: string) => boolean;
  /** Milliseconds of quiet after which changes are told, once for each file. */
  readonly debounceMs: number;
  readonly onChange: (fileName: string) => void;
}

/**
 * Tells of files that any window changed. The folder is made if it is not there.
 *
 * A hint, not a promise: some file systems report nothing, and the system may be out of watches. Then this
 * stays silent, and what is in the files is found at the next read.
 */
export function watchFolder({ folder, matches, debounceMs, onChange }: FolderWatchOptions): Subscription {
  const timers = new Map<string, NodeJS.Timeout>();
  const note = (fileName: string | null) => {
    if (fileName === null || !matches(fileName)) {
      return;
    }
    clearTimeout(timers.get(fileName));
    const tell = () => {
      timers.delete(fileName);
      onChange(fileName);
    };
    timers.set(fileName, setTimeout(tell, debounceMs).unref());
  };
  const watcher = startWatching(folder, note);
  return {
    dispose: () => {
      watcher?.close();
      timers.forEach((timer) => clearTimeout(timer));
      timers.clear();
    },
  };
}

function startWatching(folder: string, note: (fileName: string | null) => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, fileName) => note(fileName));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
