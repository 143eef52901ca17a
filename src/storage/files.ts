import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Mode of a file that its owner alone can read and write. */
export const PRIVATE_FILE = 0o600;
/** Mode of a folder that its owner alone can list and change. */
export const PRIVATE_FOLDER = 0o700;

const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);
const BUSY_DELAYS_MS = [10, 30, 90, 270];

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A hash to be used as a file name in place of an e-mail address or a URL. 32 hexadecimal digits. */
export function toFileKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** The names in a folder; none where there is no such folder. */
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

/** Removes a file, if there is one. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Removes a folder with all it holds, if there is one. It is renamed first, in one step, so that another process can't
 * write into it any more while it is being emptied: a write to one of its old paths fails with ENOENT.
 * @param removedName a name in the same folder for what is being removed
 */
export async function removeFolder(parent: string, name: string, removedName: string): Promise<void> {
  try {
    await renameWhenFree(join(parent, name), join(parent, removedName));
  } catch (error) {
    if (isMissing(error)) {
      return;
    }
    throw error;
  }
  await rm(join(parent, removedName), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/**
 * Writes a file as a whole: a reader, or a process that starts after a crash, finds all of it or nothing of it.
 * @param folder holds the temporary file; nothing is written where it doesn't exist
 * @param name path of the file in that folder
 * @param flush whether the content must survive a power failure too, which takes a few milliseconds longer
 * @throws the file system's error
 */
export async function writeAtomically(
  folder: string,
  name: string,
  content: string | Buffer,
  flush: boolean,
): Promise<void> {
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(content);
      if (flush) {
        await handle.sync();
      }
    } finally {
      await handle.close();
    }
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
      if (process.platform !== 'win32' || !IN_USE.has(codeOf(error) ?? '')) {
        throw error;
      }
      await delay(delayMs);
    }
  }
  await rename(from, to);
}

/** Epoch milliseconds of the last change to a file, or to the entries of a folder; `undefined` where there is none. */
export async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}
