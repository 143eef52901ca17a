import assert from 'node:assert/strict';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Meter, type MeterOptions } from '../../../src/credits/meter';
import { AgentLimitReachedError, LimitReachedError } from '../../../src/credits/meterErrors';
import { Leases } from '../../../src/storage/lease';
import { LedgerFile } from '../../../src/storage/ledgerFile';
import { ManualClock } from '../../support/manualClock';
import { aCall, anAllowance, DAY, NOON, utcCalendar } from '../../support/ledgerEvents';
import { modesAreKept, until, useTemporaryFolder } from '../../support/temporaryFolder';

describe('the ledger of all windows', () => {
  const root = useTemporaryFolder();
  const folder = () => join(root(), 'ledger');
  const monthFile = () => join(folder(), 'calls-2026-01.jsonl');
  let clock: ManualClock;
  let window: LedgerFile;
  let other: LedgerFile;

  let signedIn: string[];

  const openWindow = () => {
    const leases = new Leases({ folder: join(root(), 'leases'), now: clock.now });
    return new LedgerFile({ folder: folder(), now: clock.now, leases, accounts: () => signedIn });
  };
  beforeEach(() => {
    clock = new ManualClock(NOON);
    signedIn = ['anna@a.test', 'bert@b.test'];
    window = openWindow();
    other = openWindow();
  });

  it('is empty before the first call', async () => {
    assert.deepEqual(await window.read(), { events: [], skipped: 0 });
  });

  it('shows each window what the other has written', async () => {
    const events = [aCall(), aCall(), anAllowance()];
    await window.append(events[0]!);
    assert.deepEqual((await other.read()).events, [events[0]]);
    await other.append(events[1]!);
    await window.append(events[2]!);
    assert.deepEqual((await other.read()).events, events);
    assert.deepEqual((await window.read()).events, events);
  });

  it('brings the two lines of a call together although they were read one after the other', async () => {
    const out = aCall({ outcome: 'unknown' });
    await window.append(out);
    await other.read();
    await window.append({ ...out, outcome: 'ok', durationMs: 5 });
    assert.deepEqual((await other.read()).events, [{ ...out, outcome: 'ok', durationMs: 5 }]);
  });

  it('loses nothing when windows write at once', async () => {
    const windows = [window, other, openWindow()];
    await Promise.all(Array.from({ length: 60 }, (_, i) => windows[i % 3]!.append(aCall())));
    const { events, skipped } = await window.read();
    assert.deepEqual([events.length, skipped], [60, 0]);
  });

  it('writes lines that come at once together, in their order, and each to the file of its month', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `call-${i}`);
    const [january, february] = [NOON, NOON + 20 * DAY];
    await Promise.all(ids.map((id, i) => window.append(aCall({ id, at: i % 5 === 4 ? february : january }))));
    const idsIn = async (month: string): Promise<string[]> => {
      const text = await readFile(join(folder(), `calls-2026-${month}.jsonl`), 'utf8');
      return [...text.matchAll(/call-\d+/g)].map(([id]) => id);
    };
    assert.deepEqual(
      await idsIn('01'),
      ids.filter((_, i) => i % 5 !== 4),
    );
    assert.deepEqual(
      await idsIn('02'),
      ids.filter((_, i) => i % 5 === 4),
    );
  });

  it('fails for each line that could not be written, and goes on with the next', async () => {
    await writeFile(folder(), 'no folder');
    const results = await Promise.allSettled([window.append(aCall()), window.append(aCall())]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await rm(folder());
    await window.append(aCall());
    assert.equal((await other.read()).events.length, 1);
  });

  it('loses only the line that a crash cut short', async () => {
    await window.append(aCall());
    await window.read();
    await window.append(aCall());
    await truncate(monthFile(), (await stat(monthFile())).size - 30);
    assert.deepEqual((await window.read()).events.length, 1);
    await other.append(aCall());
    for (const each of [window, other, openWindow()]) {
      const { events, skipped } = await each.read();
      assert.deepEqual([events.length, skipped], [2, 1]);
    }
  });

  it('reads a half-written line once it is whole', async () => {
    await window.append(aCall());
    const line = (await readFile(monthFile(), 'utf8')).trim().replace(/call-\d+/, 'other-call');
    await appendFile(monthFile(), line.slice(0, 40));
    assert.deepEqual([(await window.read()).events.length, (await window.read()).skipped], [1, 0]);
    await appendFile(monthFile(), `${line.slice(40)}\n`);
    assert.equal((await window.read()).events.length, 2);
  });

  it('reads anew a file that was replaced', async () => {
    await window.append(aCall());
    await window.append(aCall());
    await window.read();
    const [, line] = (await readFile(monthFile(), 'utf8')).split('\n');
    await writeFile(`${monthFile()}.new`, `${line}\n`);
    await rename(`${monthFile()}.new`, monthFile());
    assert.equal((await window.read()).events.length, 1);
  });

  it('skips and counts what it cannot understand', async () => {
    await mkdir(folder());
    await writeFile(monthFile(), 'garbage\n\0\0\0\n{"v":2}\n');
    await writeFile(join(folder(), 'notes.txt'), 'foreign');
    await window.append(aCall());
    const { events, skipped } = await window.read();
    assert.deepEqual([events.length, skipped], [1, 3]);
  });

  it('keeps a month to a file, and removes those that ended more than 90 days ago', async () => {
    const times = [NOON, NOON - 80 * DAY, NOON - 95 * DAY, NOON - 200 * DAY];
    for (const at of times) {
      await window.append(aCall({ at }));
    }
    assert.equal((await window.read()).events.length, 4);
    await other.sweep();
    const months = (await readdir(folder())).filter((name) => name.startsWith('calls-'));
    assert.deepEqual(months, ['calls-2025-10.jsonl', 'calls-2026-01.jsonl']);
    assert.equal((await window.read()).events.length, 3);
  });

  it('gives what is wanted from a time on, and reads no month that was over by then', async () => {
    const [old, early, late] = [NOON - 40 * DAY, NOON - DAY, NOON].map((at) => aCall({ at }));
    for (const event of [old!, early!, late!]) {
      await window.append(event);
    }
    const whole = await window.read(NOON - 60 * DAY);
    assert.deepEqual(whole.events, [old, early, late]);
    await window.append({ ...late!, outcome: 'failed' });
    await window.append({ type: 'withdrawal', id: early!.id, at: early!.at });
    for (const name of await readdir(folder())) {
      if (join(folder(), name) !== monthFile()) {
        await rm(join(folder(), name));
        await mkdir(join(folder(), name));
      }
    }
    assert.deepEqual((await window.read(NOON - 2 * DAY)).events, [late]);
    await assert.rejects(window.read(NOON - 60 * DAY), { code: 'EISDIR' });
  });

  it('knows the name of an account as long as it is signed in, and keeps the count', async () => {
    await window.append(aCall({ account: 'anna@a.test' }));
    await window.append(aCall({ account: 'bert@b.test' }));
    const accounts = async () =>
      (await other.read()).events.map((event) => event.type === 'call' && event.account);
    signedIn = ['bert@b.test'];
    assert.deepEqual(await accounts(), ['', 'bert@b.test']);
    signedIn = ['anna@a.test'];
    assert.deepEqual(await accounts(), ['anna@a.test', '']);
  });

  it('never writes the name of an account', async () => {
    await window.append(aCall());
    const files = await readdir(folder());
    const texts = await Promise.all(files.map((name) => readFile(join(folder(), name), 'utf8')));
    assert.equal([...files, ...texts].join().includes('anna'), false);
  });

  it('does not count a call that was withdrawn, in whatever portions it is read', async () => {
    const out = aCall({ outcome: 'unknown' });
    await window.append(out);
    assert.equal((await other.read()).events.length, 1);
    await window.append({ type: 'withdrawal', id: out.id, at: out.at });
    assert.deepEqual((await other.read()).events, []);
    assert.deepEqual((await openWindow().read()).events, []);
  });

  it('is readable by its owner alone', async function () {
    if (!modesAreKept) {
      this.skip();
    }
    await window.append(aCall());
    for (const name of await readdir(folder())) {
      assert.equal((await stat(join(folder(), name))).mode & 0o777, 0o600, name);
    }
    assert.equal((await stat(folder())).mode & 0o777, 0o700);
  });

  it('tells of what another window has written', async () => {
    let told = 0;
    const subscription = window.onDidChange(() => (told += 1));
    await other.append(aCall());
    await until(() => told > 0);
    subscription.dispose();
    const before = told;
    await other.append(aCall());
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(told, before);
  });

  it('stays silent, and works, where nothing can be watched', async () => {
    await writeFile(folder(), 'a file in the place of the folder');
    window.onDidChange(() => assert.fail()).dispose();
    await assert.rejects(window.append(aCall()));
    await assert.rejects(window.read());
  });

  it('keeps the limit exactly over windows that call at once', async () => {
    const meters = aMeterInEach([window, other, openWindow()], { limit: () => 5 });
    let made = 0;
    const request = { kind: 'list', reason: 'loadAll', caller: 'user', account: 'anna@a.test' } as const;
    const runs = await Promise.allSettled(
      Array.from({ length: 9 }, (_, i) =>
        meters[i % 3]!.run(request, () => Promise.resolve({ status: (made += 1) })),
      ),
    );
    assert.equal(made, 5);
    const refused = runs.filter((run) => run.status === 'rejected').map((run) => run.reason as unknown);
    assert.ok(refused.length === 4 && refused.every((reason) => reason instanceof LimitReachedError));
    assert.deepEqual(await readdir(join(root(), 'leases')), []);
  });

  it('keeps the allowance of agents exactly over windows that call at once', async () => {
    const meters = aMeterInEach([window, other, openWindow()], { agentAllowance: () => 4 });
    await meters[0]!.allowAgents('anna@a.test', 5);
    let made = 0;
    const request = { kind: 'list', reason: 'loadAll', caller: 'agent', account: 'anna@a.test' } as const;
    const runs = await Promise.allSettled(
      Array.from({ length: 9 }, (_, i) =>
        meters[i % 3]!.run(request, () => Promise.resolve({ status: (made += 1) })),
      ),
    );
    assert.equal(made, 5);
    const refused = runs.filter((run) => run.status === 'rejected').map((run) => run.reason as unknown);
    assert.ok(refused.length === 4 && refused.every((reason) => reason instanceof AgentLimitReachedError));
  });

  const aMeterInEach = (ledgers: readonly LedgerFile[], options: Partial<MeterOptions>): Meter[] =>
    ledgers.map(
      (ledger, index) =>
        new Meter({
          ledger,
          now: clock.now,
          calendar: utcCalendar,
          limit: () => 0,
          agentAllowance: () => 0,
          newId: () => `${index}-${Math.random()}`,
          onLedgerError: assert.ifError,
          ...options,
        }),
    );
});
