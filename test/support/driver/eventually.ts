import { setTimeout as wait } from 'node:timers/promises';

/** Time limit for the screen. A shared machine may give a third of its processors for minutes. */
export const PATIENCE_MS = 60_000;

/** Milliseconds between the first two looks, and at most. Each wait is twice as long as the last one. */
const MIN_POLL_MS = 15;
const MAX_POLL_MS = 120;

/** Milliseconds until VS Code has shown the rest, because title, line and rows don't change at once. */
const REST_MS = 60;

/**
 * Reads the screen until the value is right. Errors count as not right, because elements come and go while VS Code
 * renders.
 */
export async function eventually<T>(
  what: string,
  read: () => Promise<T>,
  isRight: (value: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let pollMs = MIN_POLL_MS; ; pollMs = Math.min(2 * pollMs, MAX_POLL_MS)) {
    let last: unknown;
    try {
      const value = await read();
      if (isRight(value)) {
        if (pollMs > MIN_POLL_MS) {
          await wait(REST_MS);
        }
        return value;
      }
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      const seen = last instanceof Error ? last.message : (JSON.stringify(last) ?? 'nothing');
      const excerpt = seen.length > 1500 ? `${seen.slice(0, 750)} … ${seen.slice(-750)}` : seen;
      throw new Error(
        `${what}: not on the screen within ${timeoutMs / 1000} s. Last seen: ${excerpt}`,
      );
    }
    await wait(pollMs);
  }
}

/** Waits for an item of a list on the screen. */
export async function eventuallyOne<T>(
  what: string,
  read: () => Promise<readonly T[]>,
  isMeant: (item: T) => boolean,
  timeoutMs?: number,
): Promise<T> {
  const items = await eventually(what, read, (now) => now.some(isMeant), timeoutMs);
  return items.find(isMeant)!;
}

/** Waits for a text on the screen. */
export const eventuallySays = (
  what: string,
  read: () => Promise<string>,
  wanted: TextMatch,
): Promise<string> => eventually(`${what} ${wanted}`, read, (now) => matches(now, wanted));

/** Acts again until it succeeds, because VS Code may render or ignore something at that moment. */
export async function eventuallyDo(what: string, act: () => Promise<unknown>): Promise<void> {
  await eventually(what, () => act().then(() => true), Boolean);
}

/** An exact text, or a pattern. */
export type TextMatch = string | RegExp;

export const matches = (text: string, wanted: TextMatch): boolean =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** The source of a regular expression for exactly this text. */
export const toLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Replaces line breaks and no-break spaces by one space. */
export const tidy = (text: string | null): string =>
  (text ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
