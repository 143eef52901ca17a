// npm run faults [-- --sample N] [--seed N] [--grep TEXT]: what becomes of each fault in each operation at each moment
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { allCells, nameOf, playCell, type Cell } from './cell';
import { moments } from './moments';
import { operations } from './operations';
import { sampleOf } from './sample';
import { wireFaults } from './wireFaults';

/** Milliseconds: far more than a cell takes on a busy machine. */
const HANGS_AFTER_MS = 20_000;

/** Cells that are played at once: most of their time they wait. */
const AT_ONCE = 4;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { sample: { type: 'string' }, seed: { type: 'string' }, grep: { type: 'string' } },
  });
  const all = allCells(wireFaults, operations, moments).filter(
    (cell) => values.grep === undefined || nameOf(cell).includes(values.grep),
  );
  const cells =
    values.sample === undefined ? all : sampleOf(all, Number(values.sample), Number(values.seed ?? 1));
  const failed: string[] = [];
  const queue = [...cells];
  const work = async (): Promise<void> => {
    for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
      const ended = playCell(cell).then(
        () => undefined,
        (error: unknown) => describe(cell, error),
      );
      const line = await Promise.race([
        ended,
        delay(HANGS_AFTER_MS, `${nameOf(cell)}: hangs`, { ref: false }),
      ]);
      if (line !== undefined) {
        console.log(line);
        failed.push(line);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(`${cells.length - failed.length} passed, ${failed.length} failed, 0 skipped`);
  return failed.length === 0 ? 0 : 1;
}

function describe(cell: Cell, error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n').slice(0, 12).join(' ') : String(error);
  return `${nameOf(cell)}: ${reason}`;
}

void main().then((code) => process.exit(code));
