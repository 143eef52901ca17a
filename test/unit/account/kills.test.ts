import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../../../src/account/session';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from '../../support/temporaryFolder';

/** `npm run models` makes more. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const PAGES = 12;
const PAGE_SIZE = 10;
const ROWS = PAGES * PAGE_SIZE;
/** Load All has four calls out at most, until their pages are saved. */
const MOST_UNDER_WAY = 4;

describe('A killed window', function () {
  this.timeout(120_000);
  const root = useTemporaryFolder();
  let service: SimulatedService;
  let secrets: InMemorySecretStorage;
  let session: Session;

  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: ROWS });
    for (let row = 0; row < ROWS; row += 1) {
      service.updateMonitor(row, { name: `telltale ${row}` });
    }
    secrets = new InMemorySecretStorage();
  });
  afterEach(() => service.stop());

  const open = async (folder: string): Promise<Window> => {
    const window = aWindow(service, { folder, secrets });
    window.settings.pageSize = PAGE_SIZE;
    await window.app.start();
    return window;
  };
  /** A folder in which the account is signed in and so many pages are saved. */
  const prepare = async (pages: number): Promise<string> => {
    const folder = join(root(), 'prepared');
    const window = await open(folder);
    session = await window.signIn();
    await window.app.list!.loadAll(pages);
    window.save();
    window.dispose();
    service.forgetCalls();
    return folder;
  };
  /** Runs an action in a window of its own on a copy of the folder, and kills it. */
  const kill = async (
    action: 'loadAll' | 'refresh' | 'signOut',
    prepared: string,
    when: (child: ChildProcessWithoutNullStreams) => Promise<unknown>,
  ): Promise<string> => {
    const folder = join(root(), `killed ${readdirSync(root()).length}`);
    mkdirSync(folder);
    cpSync(prepared, folder, { recursive: true });
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
    assert.equal(integrityOf(folder), 'ok');
    const keyring = [...printed.matchAll(/^keyring (.*)\n/gm)].at(-1)?.[1];
    if (keyring !== undefined) {
      secrets.secrets.clear();
      const entries = JSON.parse(keyring) as readonly [string, string][];
      entries.forEach(([name, secret]) => secrets.secrets.set(name, secret));
    }
    return folder;
  };
  /** Just before, in, or just after the call with this number. */
  const atCall = (call: number) => async () => {
    await new Promise<void>((resolve) => service.beforeCall(call, resolve));
    await delay(call % 4);
  };
  const assertNothingLeft = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const content = readFileSync(join(folder, name));
      assert.ok(!content.includes('telltale') && !content.includes(service.email), name);
    }
  };
  const rowsOf = ({ app }: Window): number => app.list?.loaded.count ?? 0;

  /** Moments of kills, spread over the calls of all pages. */
  const moments = Array.from({ length: KILLS }, (_, round) => {
    return atCall(1 + Math.floor((round * PAGES) / KILLS));
  });

  it('during Load All loses no page that came before, and at most four calls are paid again', async () => {
    const prepared = await prepare(0);
    for (const moment of moments) {
      const folder = await kill('loadAll', prepared, moment);
      const paid = service.callCount('list');
      const window = await open(folder);
      const counted = (await window.app.budget.readState()).used - 1;
      assert.ok(
        counted >= paid && counted <= paid + MOST_UNDER_WAY,
        `${counted} counted of ${paid}`,
      );
      if (window.app.list !== undefined && paid > MOST_UNDER_WAY) {
        const before = service.callCount('list');
        await window.app.ensureFirstPage();
        assert.equal(service.callCount('list'), before, 'saved rows take no call');
        assert.ok(rowsOf(window) >= (paid - MOST_UNDER_WAY) * PAGE_SIZE, 'rows lost');
      }
      assert.equal(await window.app.list!.loadAll(PAGES), 'done');
      assert.equal(rowsOf(window), ROWS);
      const again = service.callCount('list') - PAGES;
      assert.ok(again <= MOST_UNDER_WAY, `${again} calls paid twice`);
      window.dispose();
    }
  });

  it('while a page is read leaves the e-mail in the accounts only, and a sign-out at the next start removes it', async () => {
    const prepared = await prepare(1);
    const folder = await kill('loadAll', prepared, atCall(2));
    const connection = new DatabaseSync(join(folder, 'monitors.db'));
    const read = (query: string) => connection.prepare(query).all();
    const withEmail = read("SELECT name FROM sqlite_master WHERE type = 'table'")
      .map(({ name }) => String(name))
      .filter((table) => JSON.stringify(read(`SELECT * FROM ${table}`)).includes(service.email));
    connection.close();
    assert.deepEqual(withEmail, ['account']);
    const window = await open(folder);
    assert.equal(await window.app.signOut(window.app.session!), 'finished');
    assertNothingLeft(folder);
    window.dispose();
  });

  it('during a refresh keeps all rows, and the next refresh works', async () => {
    const prepared = await prepare(PAGES);
    for (const moment of moments) {
      const folder = await kill('refresh', prepared, moment);
      const paid = service.callCount('list');
      const window = await open(folder);
      await window.app.ensureFirstPage();
      assert.deepEqual([rowsOf(window), service.callCount('list')], [ROWS, paid]);
      assert.equal(await window.app.list!.refresh(), 'done');
      assert.equal(rowsOf(window), ROWS);
      assert.ok(service.callCount('list') <= paid + PAGES, 'calls of the next refresh');
      window.dispose();
    }
  });

  it('during a sign-out leaves all rows, or no byte of them after the next start', async () => {
    const prepared = await prepare(PAGES);
    const saved = new Map(secrets.secrets);
    for (let round = 0; round < KILLS; round += 1) {
      saved.forEach((value, key) => secrets.secrets.set(key, value));
      const folder = await kill('signOut', prepared, async (child) => {
        await once(child.stdout, 'data');
        await delay((round * 10) / KILLS);
      });
      const window = await open(folder);
      if (window.app.session) {
        await window.app.ensureFirstPage();
        assert.equal(rowsOf(window), ROWS);
      } else {
        assert.equal(secrets.secrets.size, 0);
        assertNothingLeft(folder);
      }
      assert.equal(service.callCount('list'), 0);
      window.dispose();
    }
  });
});

function integrityOf(folder: string): unknown {
  const connection = new DatabaseSync(join(folder, 'monitors.db'));
  try {
    return connection.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  } finally {
    connection.close();
  }
}
