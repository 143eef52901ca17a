import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../../../src/account/session';
import { countOf, useWindows } from '../../support/useWindows';

/** `npm run models` makes more. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const PAGES = 12;
const PAGE_SIZE = 10;
const ROWS = PAGES * PAGE_SIZE;
/** Load All has four calls out at most, until their pages are saved. */
const MOST_UNDER_WAY = 4;

describe('A killed window', function () {
  this.timeout(120_000);
  const windows = useWindows({ monitors: ROWS, pageSize: PAGE_SIZE });
  let root: string;
  let session: Session;

  beforeEach(() => {
    root = windows.folder;
    for (let row = 0; row < ROWS; row += 1) {
      windows.service.updateMonitor(row, { name: `telltale ${row}` });
    }
  });

  const prepared = () => join(root, 'prepared');
  const callsPaid = () => windows.service.callCount('list');
  /** Signs in, and saves so many pages. */
  const prepare = async (pages: number): Promise<void> => {
    windows.folder = prepared();
    const window = await windows.openSignedIn(pages);
    session = window.app.session!;
    await windows.close(window);
  };
  /** Runs an action in a window of its own on a copy of the prepared folder, and kills it. */
  const kill = async (
    action: 'loadAll' | 'refresh' | 'signOut',
    when: (child: ChildProcessWithoutNullStreams) => Promise<unknown>,
  ): Promise<void> => {
    windows.folder = join(root, `killed ${readdirSync(root).length}`);
    const { folder, service, secrets } = windows;
    cpSync(prepared(), folder, { recursive: true });
    service.forgetCalls();
    const script = require.resolve('../../support/windowProcess');
    const words = [script, action, folder, service.baseUrl, JSON.stringify(session)];
    const child = spawn(process.execPath, words);
    const closed = once(child, 'close');
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    await Promise.race([when(child), closed]);
    child.kill('SIGKILL');
    await closed;
    await service.idle();
    const connection = windows.openDatabase('');
    const integrity = connection.prepare('PRAGMA integrity_check').get();
    connection.close();
    assert.equal(integrity?.['integrity_check'], 'ok');
    const keyring = [...printed.matchAll(/^keyring (.*)\n/gm)].at(-1)?.[1];
    if (keyring !== undefined) {
      secrets.secrets.clear();
      const entries = JSON.parse(keyring) as readonly [string, string][];
      entries.forEach(([name, secret]) => secrets.secrets.set(name, secret));
    }
  };
  /** Just before, in, or just after the call with this number. */
  const atCall = (call: number) => async () => {
    await new Promise<void>((resolve) => windows.service.beforeCall(call, resolve));
    await delay(call % 4);
  };
  const assertNothingLeft = (): void => {
    assert.ok(!windows.isOnDisk('telltale') && !windows.isOnDisk(windows.service.email));
  };

  /** Moments of kills, spread over the calls of all pages. */
  const moments = Array.from({ length: KILLS }, (_, round) => {
    return atCall(1 + Math.floor((round * PAGES) / KILLS));
  });

  it('during Load All loses no page that came before, and at most four calls are paid again', async () => {
    await prepare(0);
    for (const moment of moments) {
      await kill('loadAll', moment);
      const paid = callsPaid();
      const window = await windows.open();
      const counted = window.app.budget.readState().used - 1;
      const isCounted = counted >= paid && counted <= paid + MOST_UNDER_WAY;
      assert.ok(isCounted, `${counted} counted of ${paid}`);
      if (paid > MOST_UNDER_WAY) {
        await window.app.ensureFirstPage();
        assert.equal(callsPaid(), paid, 'saved rows take no call');
        // A page that came before an earlier one isn't shown yet.
        const { pages } = window.app.list!.loaded.list;
        assert.ok(pages.length >= paid - MOST_UNDER_WAY, `${pages.length} pages of ${paid}`);
      }
      assert.equal(await window.app.list!.loadAll(PAGES), 'done');
      assert.equal(countOf(window), ROWS);
      const again = callsPaid() - PAGES;
      assert.ok(again <= MOST_UNDER_WAY, `${again} calls paid twice`);
      await windows.close(window);
    }
  });

  it('while a page is read leaves the e-mail in the accounts only, and a sign-out at the next start removes it', async () => {
    await prepare(1);
    await kill('loadAll', atCall(2));
    const connection = windows.openDatabase('');
    const read = (query: string) => connection.prepare(query).all();
    const withEmail = read("SELECT name FROM sqlite_master WHERE type = 'table'")
      .map(({ name }) => String(name))
      .filter((table) => JSON.stringify(read(`SELECT * FROM ${table}`)).includes(session.email));
    connection.close();
    assert.deepEqual(withEmail, ['account']);
    const window = await windows.open();
    assert.equal(await window.app.signOut(window.app.session!), true);
    assertNothingLeft();
  });

  it('during a refresh keeps all rows, and the next refresh works', async () => {
    await prepare(PAGES);
    for (const moment of moments) {
      await kill('refresh', moment);
      const paid = callsPaid();
      const window = await windows.openShown();
      assert.deepEqual([countOf(window), callsPaid()], [ROWS, paid]);
      assert.equal(await window.app.list!.refresh(), 'done');
      assert.equal(countOf(window), ROWS);
      assert.ok(callsPaid() <= paid + PAGES, 'calls of the next refresh');
      await windows.close(window);
    }
  });

  it('during a sign-out leaves all rows, or no byte of them after the next start', async () => {
    await prepare(PAGES);
    const { secrets } = windows.secrets;
    const saved = new Map(secrets);
    for (let round = 0; round < KILLS; round += 1) {
      saved.forEach((value, key) => secrets.set(key, value));
      await kill('signOut', async (child) => {
        await once(child.stdout, 'data');
        await delay((round * 10) / KILLS);
      });
      const window = await windows.openShown();
      if (window.app.session) {
        assert.equal(countOf(window), ROWS);
      } else {
        assert.equal(secrets.size, 0);
        assertNothingLeft();
      }
      assert.equal(callsPaid(), 0);
      await windows.close(window);
    }
  });
});
