// npm run soak [-- --steps N] [--seed N]: a long session in two windows; heap and handles are flat at its end
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { numbersFrom } from '../faults/sample';
import { aFetch } from '../support/aFetch';
import { changes, perform, reads, renewals } from './acts';
import { World } from './world';

/** What is begun and not waited for, at the most. */
const AT_ONCE = 8;
/** Steps after which all is waited for and checked. */
const CHECK_EVERY = 500;
/** Bytes by which the heap may differ between two looks: pages of a list or two that are there or not. */
const HEAP_SLACK = 1_000_000;

/** A window that is closed takes with it what it leaks. */
const ACTS = [...reads, ...reads, ...renewals, ...changes].filter(({ name }) => name !== 'restart');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { steps: { type: 'string' }, seed: { type: 'string' } } });
  const steps = Number(values.steps ?? 20_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  console.log(`${steps} steps of seed ${seed}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Without what V8 makes of the sources, which goes on for minutes.
  const heap = (): number => {
    collect();
    const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
    return process.memoryUsage().heapUsed - code - bytecode;
  };
  const next = numbersFrom(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-soak-'));
  const handlesBefore = handles();
  const world = await World.start({
    folder,
    call: (_service, url, init) => aFetch(url, init),
    failNext: (service) => service.failNext({ kind: 'status', status: 503 }, { of: 'list' }),
  });
  await Promise.all(world.slots.map(({ window }) => window.start()));
  const heaps: number[] = [];
  let calls = 0;
  for (let step = 1; step <= steps; step++) {
    const ended = perform(oneOf(ACTS), world, oneOf(world.slots));
    world.check();
    if (next() < 0.5 || step % AT_ONCE === 0) {
      await ended;
    }
    if (step % CHECK_EVERY === 0 || step === steps) {
      await world.settled();
      await world.checkSettled();
      calls += world.made;
      await world.forgetPast();
      heaps.push(heap());
      console.log(`${step} steps, ${calls} calls, heap ${toMegabytes(heaps.at(-1)!)} MB`);
    }
  }
  await world.dispose();
  // What ends with a window is let go with the next turns of the event loop.
  await delay(500);
  const early = heaps[Math.floor(heaps.length / 4)]!;
  const late = heaps.at(-1)!;
  console.log(
    `heap ${toMegabytes(early)} MB after a quarter, ${toMegabytes(late)} MB at the end; ${handles()} handles, ${handlesBefore} before`,
  );
  assert.ok(late - early < HEAP_SLACK, 'the heap grows');
  assert.ok(handles() <= handlesBefore, 'handles are left over');
  await rm(folder, { recursive: true, force: true });
}

/** Timers, watches, sockets, files and the like that keep something going. */
function handles(): number {
  return process.getActiveResourcesInfo().filter((name) => !/^(?:TTY|Pipe|Immediate)/.test(name)).length;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
