import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Modes of files and folders that nobody but their owner can use. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** What is kept of accounts, in the folder that all windows share. */
export const PAGES_FOLDER = 'saved-pages';

const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);
const BUSY_DELAYS_MS = [10, 30, 90, 270];

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** What `read` gives, or `fallback` where there is no such file or folder. @throws any other error of the file system */
export async function unlessMissing<T>(read: Promise<T>, fallback: T): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isMissing(error)) {
      return fallback;
    }
    throw error;
  }
}

/** A hash to be used as a file name in place of an e-mail address or a URL. 32 hexadecimal digits. */
export function toFileKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Where the pages of an account at an address are saved. Nothing in its name tells whose they are. */
export function toOwnerFolder(storageFolder: string, account: string, address: string): string {
  return join(storageFolder, PAGES_FOLDER, `${toFileKey(account)}-${toFileKey(address)}`);
}

export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** What `write` gives, which makes something in a folder; the folder is made where there is none. */
export async function inFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    await ensureFolder(folder);
    return write();
  }
}

/** The names in a folder; none where there is no such folder. */
export function listFolder(folder: string): Promise<string[]> {
  return unlessMissing(readdir(folder), []);
}

/** The names of the folders in a folder; none where there is no such folder. A symbolic link is none. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Epoch milliseconds of the last change to a file, or to the list of names in a folder. */
export async function modifiedAt(path: string): Promise<number | undefined> {
  return (await unlessMissing(lstat(path), undefined))?.mtimeMs;
}

/** Removes a file, if there is one. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Removes a file, or a folder with all it holds, if there is one. It is renamed first, in one step: from then on another
 * process can't write to its old path, and each write that is under way fails with ENOENT.
 */
export async function removeAtOnce(folder: string, name: string): Promise<void> {
  const removed = join(folder, `${randomUUID()}.removed`);
  await unlessMissing(renameWhenFree(join(folder, name), removed), undefined);
  await removeFolder(removed);
}

/** Removes a folder that nobody writes to any more, if there is one, also while another process does the same. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** What {@link writeAtomically} and {@link removeAtOnce} leave behind where the process dies meanwhile. */
const LEFTOVER = /^[0-9a-f-]{36}\.(?:tmp|removed)$/;

/** Milliseconds after which nobody is at it any more, whatever was begun: a call may take 10 minutes. */
export const ABANDONED_AFTER_MS = 15 * 60_000;

/** Removes what windows that crashed have left in a folder. @param now epoch milliseconds. @throws the file system's error */
export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const name of (await listFolder(folder)).filter((each) => LEFTOVER.test(each))) {
    const changedAt = (await modifiedAt(join(folder, name))) ?? now;
    // Another window may just be writing a temporary file.
    if (name.endsWith('.removed') || now - changedAt > ABANDONED_AFTER_MS) {
      await removeFolder(join(folder, name));
    }
  }
}

/**
 * Writes a file as a whole: a reader, or a process that starts after this one was killed, finds all of it or nothing of
 * it. It isn't flushed to the disk: it may be lost in a power failure.
 * @param folder holds the temporary file; isn't made where it doesn't exist
 * @param name path of the file in that folder
 * @throws the file system's error
 */
export async function writeAtomically(folder: string, name: string, content: string | Buffer): Promise<void> {
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: PRIVATE_FILE });
    await renameWhenFree(temporary, join(folder, name));
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
}

/** Renames a file, over another if there is one. On Windows a file that is in use is tried again for half a second. */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const delayMs of BUSY_DELAYS_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (process.platform !== 'win32' || !IN_USE.has(codeOf(error))) {
        throw error;
      }
      await delay(delayMs);
    }
  }
  await rename(from, to);
}
