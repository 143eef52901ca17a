import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noCounts } from '../../../src/monitors/monitor';
import { readSavedSummary, writeSavedSummary, type SavedSummary } from '../../../src/storage/savedSummary';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const summary: SavedSummary = {
  counts: { ...noCounts(), down: 2, up: 48 },
  count: 50,
  total: 340,
  complete: false,
  hasMore: true,
  readAt: 1_700_000_000_000,
  hidden: [{ status: 'down', until: 1_700_000_360_000 }, { status: 'degraded' }],
};

describe('The summary of saved pages', () => {
  const folder = useTemporaryFolder();

  it('is read as it was written', async () => {
    await writeSavedSummary(folder(), summary);
    assert.deepEqual(await readSavedSummary(folder()), summary);
  });

  it('is none where the file is missing, no JSON, or says anything else than it must', async () => {
    assert.equal(await readSavedSummary(folder()), undefined);
    const wrong: unknown[] = [
      null,
      [],
      { ...summary, counts: { down: 1 } },
      { ...summary, counts: { ...summary.counts, down: '33' } },
      { ...summary, count: -1 },
      { ...summary, total: 1.5 },
      { ...summary, readAt: 'now' },
      { ...summary, hidden: [{ status: '$(error)' }] },
      { ...summary, hidden: 7 },
    ];
    for (const text of ['', '{', ...wrong.map((value) => JSON.stringify(value))]) {
      writeFileSync(join(folder(), 'summary.json'), text);
      assert.equal(await readSavedSummary(folder()), undefined, text);
    }
  });
});
