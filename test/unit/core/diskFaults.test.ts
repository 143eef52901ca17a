import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toStorageText } from '../../../src/ui/texts/storageText';
import type { Window } from '../../support/aWindow';
import { inEnglish } from '../../support/inEnglish';
import { Machine, PAGE_SIZE, PAGES, rowsOf, sentenceOf } from '../../support/machine';

const file = ({ folder }: Machine): string => join(folder, 'monitors.db');

/** The sentence about the disk. */
const toldBy = ({ database }: Window): string =>
  [...database.problems].map((problem) => toStorageText(inEnglish, problem)).join(' ');

async function assertRestored(machine: Machine, count: number): Promise<void> {
  const calls = machine.service.callCount();
  const window = await machine.restart();
  await window.controller.ensureFirstPage();
  assert.deepEqual([rowsOf(window).length, machine.service.callCount()], [count, calls]);
}

/** With a limit, the next call needs the user's OK, because calls of today may be missing. */
async function assertAsksBeforeNextCall(window: Window, machine: Machine): Promise<void> {
  const calls = machine.service.callCount();
  window.settings.set({ dailyCallLimit: 50 });
  assert.equal(await window.controller.loadMore(), 'failed');
  assert.match(sentenceOf(window)!, /calls of today|today's calls|daily limit/i);
  assert.equal(machine.service.callCount(), calls, 'calls without an OK');
  await window.meter.allowMore();
  assert.equal(await window.controller.loadMore(), 'done');
}

/** Gives the database no room beyond what it has, or as much as it wants. */
function limitSize({ database }: Window, isFull: boolean): Promise<unknown> {
  // SQLite doesn't go below the size.
  return database.transact(() =>
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
      await limitSize(window, true);
      assert.equal(await window.controller.loadAll(3), 'done');
      assert.equal(rowsOf(window).length, 4 * PAGE_SIZE);
      assert.match(toldBy(window), /disk is full/);

      await limitSize(window, false);
      assert.equal(await window.controller.loadMore(), 'done');
      assert.equal(await window.controller.loadMore(), 'failed');
      assert.match(sentenceOf(window)!, /limit/);
      assert.equal(machine.service.callCount(), PAGES);
      await window.save();
      await assertRestored(machine, 5 * PAGE_SIZE);
    }));

  it('is locked by another process for three seconds, rows load, calls count, and a limit stops them', async function () {
    this.timeout(60_000);
    await Machine.run(async (machine) => {
      const window = await machine.openSignedIn(1);
      const { controller, settings } = window;
      const locked = await lock(file(machine));
      assert.equal(await controller.loadMore(), 'done');
      assert.equal(rowsOf(window).length, 2 * PAGE_SIZE);
      await locked.ended;

      const again = await lock(file(machine));
      settings.set({ dailyCallLimit: 50 });
      const calls = machine.service.callCount();
      assert.equal(await controller.loadMore(), 'failed');
      assert.match(sentenceOf(window)!, /daily limit can't be kept/);
      assert.equal(machine.service.callCount(), calls);
      await again.ended;
      assert.equal(await controller.list!.retry(), 'done');
      await window.save();
      await assertRestored(machine, 3 * PAGE_SIZE);
    });
  });

  for (const [how, spoil] of [
    ['is overwritten with text', (path) => writeFileSync(path, 'not a database '.repeat(10_000))],
    ['is truncated', (path) => truncateSync(path, Math.floor(statSync(path).size / 2) + 100)],
  ] as readonly [string, (path: string) => void][]) {
    it(`loses the database because its file ${how}, a message says so, a limit asks before the next call, and rows are saved again`, () =>
      Machine.run(async (machine) => {
        await machine.openSignedIn(3);
        const lost = machine.service.callCount();
        const window = await machine.restart(() => spoil(file(machine)));
        await window.sessions.load();
        await window.controller.synchronize();
        assert.match(toldBy(window), /was damaged and has been replaced/);
        assert.deepEqual(rowsOf(window), []);
        await assertAsksBeforeNextCall(window, machine);
        assert.equal(rowsOf(window).length, PAGE_SIZE);
        await window.save();
        await assertRestored(machine, PAGE_SIZE);
        return lost;
      }));
  }

  it('has the database of a newer version, a message says to reload, and the file stays unchanged', () =>
    Machine.run(async (machine) => {
      await machine.openSignedIn(2);
      const lost = machine.service.callCount();
      const setVersion = (version: number): void => {
        const connection = new DatabaseSync(file(machine));
        connection.exec(`PRAGMA user_version = ${version}`);
        connection.close();
      };
      const window = await machine.restart(() => setVersion(99));
      await window.controller.ensureFirstPage();
      assert.equal(rowsOf(window).length, PAGE_SIZE);
      assert.match(toldBy(window), /Reload this window/);
      const counted = await machine.callsToday();
      assert.equal(counted, machine.service.callCount() - lost, 'calls of this window');

      const back = await machine.restart(() => setVersion(1));
      await back.controller.ensureFirstPage();
      assert.equal(rowsOf(back).length, 2 * PAGE_SIZE, 'rows of before');
      return counted;
    }));
});

describe('if Node lacks SQLite', () => {
  it('nothing is called, and a message names the required VS Code', () =>
    Machine.run(async (machine) => {
      const window = await machine.open();
      await window.signIn();
      const script = require.resolve('../../support/windowProcess');
      const session = JSON.stringify(window.controller.session!);
      const { baseUrl } = machine.service;
      const flags = ['--no-experimental-sqlite', script];
      const child = spawn(process.execPath, [
        ...flags,
        'loadAll',
        machine.folder,
        baseUrl,
        session,
      ]);
      let printed = '';
      child.stdout.on('data', (chunk) => (printed += String(chunk)));
      await once(child, 'close');
      assert.match(printed, /needs VS Code 1\.106 or newer/);
      assert.equal(machine.service.callCount('list'), 0);
    }));
});

/** Lets another process hold the database for three seconds. */
async function lock(path: string): Promise<{ readonly ended: Promise<unknown> }> {
  const script = `
    const connection = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    connection.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked');
    setTimeout(() => connection.close(), 3_000);`;
  const child = spawn(process.execPath, ['-e', script, path]);
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return { ended };
}
