import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORAGE_TEXTS } from '../../../src/ui/texts/errorText';
import type { Window } from '../../support/aWindow';
import { Machine, PAGE_SIZE, PAGES, rowsOf, sentenceOf } from '../../support/machine';

const file = ({ folder }: Machine): string => join(folder, 'monitors.db');

/** The sentence about the disk. */
const toldBy = ({ problems }: Window): string =>
  problems.map((problem) => STORAGE_TEXTS[problem]).join(' ');

async function assertRestored(machine: Machine, count: number): Promise<void> {
  const calls = machine.service.callCount();
  const window = await machine.restart();
  await window.app.ensureFirstPage();
  assert.deepEqual([rowsOf(window).length, machine.service.callCount()], [count, calls]);
}

/** Gives the database no room beyond what it has, or as much as it wants. */
function limitSize({ database }: Window, isFull: boolean): void {
  // SQLite doesn't go below the size.
  database.transact(() =>
    isFull
      ? database.all`PRAGMA max_page_count = 1`
      : database.all`PRAGMA max_page_count = 1000000`,
  );
}

describe('if the disk', () => {
  it('is full, rows are shown and saved once there is room, and the limit holds', () =>
    Machine.run(async (machine) => {
      const window = await machine.openSignedIn(1);
      window.settings.set({ dailyCallLimit: PAGES });
      limitSize(window, true);
      assert.equal(await window.app.list!.loadAll(3), 'done');
      assert.equal(rowsOf(window).length, 4 * PAGE_SIZE);
      assert.equal(window.app.account!.isSaved, false);

      limitSize(window, false);
      assert.equal(await window.app.list!.loadMore(), 'done');
      assert.equal(await window.app.list!.loadMore(), 'failed');
      assert.match(sentenceOf(window)!, /limit/);
      assert.equal(machine.service.callCount(), PAGES);
      window.save();
      await assertRestored(machine, 5 * PAGE_SIZE);
    }));

  it('damages the file while two windows are open, both keep and save their rows', () =>
    Machine.run(async (machine) => {
      const first = await machine.openSignedIn(2);
      const second = await machine.open();
      await second.app.ensureFirstPage();
      const lost = machine.service.callCount();
      first.database.removeTraces();
      writeFileSync(file(machine), 'not a database '.repeat(10_000));
      const third = await machine.open();
      assert.match([first, second, third].map(toldBy).join(), /damaged database has been replaced/);
      assert.deepEqual(
        [rowsOf(first).length, rowsOf(second).length],
        [2 * PAGE_SIZE, 2 * PAGE_SIZE],
      );
      assert.equal(await first.app.list!.loadMore(), 'done');
      assert.equal(rowsOf(first).length, 3 * PAGE_SIZE);
      first.save();
      await assertRestored(machine, 3 * PAGE_SIZE);
      return lost;
    }));
});
