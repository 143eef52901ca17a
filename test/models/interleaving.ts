import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type fc from 'fast-check';

/** The functions of `node:fs/promises` that the extension uses. */
const FILE_FUNCTIONS = [
  'lstat',
  'mkdir',
  'open',
  'readdir',
  'readFile',
  'rename',
  'rm',
  'stat',
  'utimes',
  'writeFile',
] as const;

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

/**
 * Lets the scheduler decide when each operation on a file is done, and when a wait is over: whatever two windows do with
 * the files that they share can then happen in any order. The operations themselves are real. Nobody is told of changes
 * to a folder, as where the system is out of watches.
 * @returns what undoes it.
 */
export function interleaveFiles(scheduler: fc.Scheduler): () => void {
  const files = process.getBuiltinModule('node:fs/promises') as unknown as Record<string, AnyFunction>;
  const timers = process.getBuiltinModule('node:timers/promises') as unknown as Record<string, AnyFunction>;
  const sync = process.getBuiltinModule('node:fs') as unknown as Record<string, unknown>;
  const { setTimeout: originalTimeout } = timers;
  const { watch: originalWatch } = sync;
  const originals = FILE_FUNCTIONS.map((name) => [name, files[name]!] as const);
  for (const [name, original] of originals) {
    files[name] = async (...args) => {
      await scheduler.schedule(Promise.resolve(), `${name} ${basename(String(args[0]))}`);
      return original(...args);
    };
  }
  timers['setTimeout'] = (ms, value) => scheduler.schedule(Promise.resolve(value), `${String(ms)} ms`);
  sync['watch'] = () => {
    throw new Error('out of watches');
  };
  return () => {
    originals.forEach(([name, original]) => (files[name] = original));
    timers['setTimeout'] = originalTimeout!;
    sync['watch'] = originalWatch;
  };
}

/** Turns of the event loop without work on files after which all that goes on waits for the scheduler. */
const QUIET_TURNS = 4;

/**
 * One step of a scheduler: all that follows from it has come to where it waits for another step before that is chosen.
 * The step itself may wait for others, as a user who waits for an act to end does.
 */
export async function untilQuiet(step: () => Promise<unknown>): Promise<void> {
  void step();
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await setImmediate();
    if (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) {
      turns = -1;
    }
  }
}
