import { setTimeout as wait } from 'node:timers/promises';

/** How long the screen may take to show something: a shared machine may give a third of its processors for minutes. */
export const PATIENCE_MS = 60_000;

/** Milliseconds from the first look at the screen to the second, and at most between two: each wait is twice as long. */
const MIN_POLL_MS = 15;
const MAX_POLL_MS = 120;

/** Milliseconds in which VS Code shows the rest of what it has begun to show: title, line and rows don't come at once. */
const REST_MS = 60;

const toExcerpt = (text: string): string =>
  text.length > 1500 ? `${text.slice(0, 750)} … ${text.slice(-750)}` : text;

/** What was waited for and what was there instead. */
class NeverShown extends Error {
  override readonly name = 'NeverShown';

  constructor(what: string, last: unknown, timeoutMs: number) {
    const seen = last instanceof Error ? last.message : (JSON.stringify(last) ?? 'nothing');
    super(`${what}: not on the screen within ${timeoutMs / 1000} s. Last seen: ${toExcerpt(seen)}`);
  }
}

/**
 * Reads the screen until what was read is right, and resolves with it.
 * Read errors count as not right: elements come and go while VS Code renders.
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
      throw new NeverShown(what, last, timeoutMs);
    }
    await wait(pollMs);
  }
}

/** A text that is exactly this, or matches this. */
export type TextMatch = string | RegExp;

export const matches = (text: string, wanted: TextMatch): boolean =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** The source of a regular expression that matches this text and no other. */
export const toLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** One line, one space between words: the screen's line breaks and no-break spaces mean nothing. */
export const tidy = (text: string | null): string => (text ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
