// npm run faults [-- --sample N] [--seed N] [--grep TEXT]: what becomes of each fault in each operation at each moment
// npm run faults -- --excluded: the combinations that make no sense, with the reason
import { parseArgs } from 'node:util';
import { allCells, cells as wholeMatrix, excludedBecause, nameOf } from './cell';
import { playAll } from './play';
import { sampleOf } from './sample';

/** After so many cells it says how far it is. */
const CELLS_IN_A_PART = 250;
/** In a sample. A kill before each change is as much work as dozens of other cells. */
const SAMPLE_KILLS_EVERY = 7;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      grep: { type: 'string' },
      excluded: { type: 'boolean' },
    },
  });
  if (values.excluded) {
    for (const cell of allCells) {
      const reason = excludedBecause(cell);
      if (reason !== undefined) {
        console.log(`${nameOf(cell)}: ${reason}`);
      }
    }
    return 0;
  }
  const asked = wholeMatrix.filter((cell) => nameOf(cell).includes(values.grep ?? ''));
  const seed = Number(values.seed ?? 1);
  const cells = values.sample === undefined ? asked : sampleOf(asked, Number(values.sample), seed);
  const began = performance.now();
  const failed: string[] = [];
  const secondsSoFar = (): number => Math.round((performance.now() - began) / 1000);
  for (let from = 0; from < cells.length; from += CELLS_IN_A_PART) {
    const part = cells.slice(from, from + CELLS_IN_A_PART);
    failed.push(...(await playAll(part, values.sample === undefined ? 1 : SAMPLE_KILLS_EVERY, console.log)));
    console.log(
      `${from + part.length} of ${cells.length} cells in ${secondsSoFar()} s, ${failed.length} failed`,
    );
  }
  const sample = values.sample === undefined ? '' : `a sample of ${asked.length} from seed ${seed}, `;
  console.log(
    `${cells.length} cells, ${sample}in ${secondsSoFar()} s; ${allCells.length - wholeMatrix.length} make no sense`,
  );
  console.log(`${cells.length - failed.length} passed, ${failed.length} failed, 0 skipped`);
  return failed.length === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));
