import { setTimeout as delay } from 'node:timers/promises';
import { nameOf, playCell, type Cell } from './cell';

/** Milliseconds: far more than a cell takes on a busy machine, one with dozens of kills included. */
const HANGS_AFTER_MS = 300_000;

/** Cells that are played at once: most of their time they wait. */
const AT_ONCE = 4;

/**
 * Plays cells, some at once.
 * @param killEvery as of {@link playCell}
 * @param onFailure is told of each that fails, as it does
 * @returns a line for each that failed
 */
export async function playAll(
  cells: readonly Cell[],
  killEvery: number,
  onFailure: (line: string) => void,
): Promise<string[]> {
  const failed: string[] = [];
  const queue = [...cells];
  const work = async (): Promise<void> => {
    for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
      const name = nameOf(cell);
      const hung = new AbortController();
      const reason = await Promise.race([
        playCell(cell, killEvery).then(
          () => undefined,
          (error: unknown) => describe(error),
        ),
        delay(HANGS_AFTER_MS, 'hangs', { ref: false, signal: hung.signal }).catch(() => undefined),
      ]);
      hung.abort();
      if (reason !== undefined) {
        onFailure(`${name}: ${reason}`);
        failed.push(`${name}: ${reason}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message.split('\n').slice(0, 12).join(' ') : String(error);
}
