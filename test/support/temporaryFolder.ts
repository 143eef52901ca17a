import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for each test of the suite, and removes it after the test. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
  });
  // Windows that close finish their writing.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return () => folder;
}

/**
 * Waits until something is so.
 * @throws Error after 15 seconds
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > end) {
      throw new Error('it did not come to pass');
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
