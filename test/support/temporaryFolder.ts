import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for every test of the suite in which this is called; gone after the test. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
  });
  // What is being written when a window closes is written to its end.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return () => folder;
}

/** Waits until something is so. @throws an Error where it is not within 15 seconds: for what hangs, on a machine that is busy */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > end) {
      throw new Error('it did not come to pass');
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** On Windows, modes say nothing, and the administrator may read and write everything. */
export const modesAreKept = process.platform !== 'win32';
