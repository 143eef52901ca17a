import { PageStore } from '../../src/storage/pageStore';
import { aPage } from './aPage';

// A window of its own, as a process: saves page after page of a snapshot, each time saying so, until it is killed.

async function save(
  storageFolder: string,
  account: string,
  address: string,
  snapshotId: string,
): Promise<void> {
  const store = new PageStore({ storageFolder, now: () => Date.now() });
  const monitors = [{ ...aPage({ monitors: 'a' }).monitors[0]!, raw: { text: 'x'.repeat(200_000) } }];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const result = await store.savePage({ account, address }, aPage({ snapshotId, pageIndex, monitors }));
    process.send?.(result);
  }
}

const [storageFolder, account, address, snapshotId] = process.argv.slice(2);
if (snapshotId) {
  void save(storageFolder!, account!, address!, snapshotId);
}
