import { readFile, stat, writeFile } from 'node:fs/promises';
import { codeOf, isInUse, isMissing, PRIVATE_FILE } from './files';

/** What a claim's file holds. */
export interface Term {
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Milliseconds it was made for. */
  readonly ttlMs: number;
}

/** For so long, a claim without readable content counts as one that is just being written. */
const UNFINISHED_MS = 2000;

/** A clock that is set back by less than this is being adjusted, and leases stay what they are. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Makes the file of a claim; `false` where it is there already. @throws any other error of the file system */
export async function makeClaim(path: string, term: Term): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(term), { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || isInUse(error)) {
      return false;
    }
    throw error;
  }
}

/** Whether a claim holds at `now`, epoch milliseconds. */
export async function isLive(path: string, now: number): Promise<boolean> {
  try {
    const term = await readTerm(path);
    // More time left than the lease ever had: the clock was set back, and the end may be years away.
    if (term) {
      return now < term.expiresAt && term.expiresAt - term.ttlMs <= now + CLOCK_TOLERANCE_MS;
    }
    return Math.abs(Date.now() - (await stat(path)).mtimeMs) < UNFINISHED_MS;
  } catch (error) {
    if (isMissing(error)) {
      return false;
    }
    if (isInUse(error)) {
      return true;
    }
    throw error;
  }
}

/** `undefined` where the content is no term. @throws the file system's error */
export async function readTerm(path: string): Promise<Term | undefined> {
  const text = await readFile(path, 'utf8');
  try {
    const { owner, expiresAt, ttlMs } = JSON.parse(text) as Record<string, unknown>;
    if (typeof owner !== 'string' || typeof expiresAt !== 'number' || typeof ttlMs !== 'number') {
      return undefined;
    }
    return { owner, expiresAt, ttlMs };
  } catch {
    return undefined;
  }
}
