import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError, TransportError } from '../../src/service/errors';
import { toErrorText } from '../../src/ui/texts/errorText';
import { inEnglish } from '../support/inEnglish';
import type { Window } from '../support/aWindow';
import { until } from '../support/temporaryFolder';
import { authority, connectionFaults } from './connectionFaults';
import type { End, Fault } from './fault';
import { keyringFaults } from './keyringFaults';
import { KILLED, machineFaults } from './machineFaults';
import { moments, type Moment } from './moments';
import { listSettled, operations, PAGE_SIZE, SECOND_ACCOUNT, type Operation } from './operations';
import { wireFaults } from './wireFaults';
import { World } from './world';

/** One fault, met by one operation, at one moment. */
export interface Cell {
  readonly fault: Fault;
  readonly operation: Operation;
  readonly moment: Moment;
}

const faults = [...wireFaults, ...connectionFaults, ...machineFaults, ...keyringFaults];

/** The whole matrix. */
export const allCells: readonly Cell[] = faults.flatMap((fault) =>
  operations.flatMap((operation) => moments.map((moment) => ({ fault, operation, moment }))),
);

export function nameOf({ fault, operation, moment }: Cell): string {
  return `${fault.name} × ${operation.name} × ${moment.name}`;
}

/** Why a combination makes no sense; `undefined` for one that does. */
export function excludedBecause({ fault, operation, moment }: Cell): string | undefined {
  if (operation.makes === 'token' && moment.name === 'signing out') {
    return 'nobody is signed in yet';
  }
  if (operation.makes === 'token' && moment.name === 'another operation waiting') {
    return 'nothing can be asked for before the sign-in';
  }
  if (operation.name === 'auto refresh' && moment.name === 'a second window doing the same') {
    return 'one window alone refreshes by itself: the tests of auto refresh have that';
  }
  if (fault.endOf(operation).outcomes.includes('waits') && moment.name !== 'alone') {
    return 'nothing is under way, as it waits for the fault to be over';
  }
  return fault.excludes?.(operation, moment);
}

/** The cells that are played. */
export const cells = allCells.filter((cell) => excludedBecause(cell) === undefined);

/** Milliseconds in which what should wait would have ended. */
const WAITS_MS = 150;

/** Far longer than a saved page that isn't in use is left alone. */
const LATER_MS = 20 * 60_000;

/** What unhandled rejections there were since the last look. */
const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

/**
 * Plays a cell on the composition that ships, over real HTTP and real files.
 * @param killEvery VS Code is killed before each change of a file or a secret where it is 1, before every second where
 * it is 2, and so on
 * @throws AssertionError that names what isn't as it must be.
 */
export async function playCell(cell: Cell, killEvery: number): Promise<void> {
  if (cell.fault.name === KILLED) {
    await playKills(cell, killEvery);
  } else {
    await inWorld(cell, (world) => playFault(cell, world));
  }
  assert.deepEqual(unhandled.splice(0), [], 'unhandled rejections');
}

/** Runs `play` where all is loaded that the operation starts from. */
async function inWorld<T>({ fault, operation }: Cell, play: (world: World) => Promise<T>): Promise<T> {
  const world = await World.start(fault, fault.tls && authority.cert);
  try {
    const window = await world.reopen();
    if (operation.makes !== 'token') {
      await window.signIn();
      for (let page = 0; page < operation.loaded; page++) {
        assert.equal(await window.controller.loadMore(), 'done');
      }
      await window.saved();
    }
    await operation.prepare?.(world);
    return await play(world);
  } finally {
    await world.stop();
  }
}

async function playFault(cell: Cell, world: World): Promise<void> {
  const { fault } = cell;
  const { service } = world;
  await checkOperation(cell, world);
  await service.idle();
  assert.deepEqual(service.violations, [], 'what the documentation does not allow');
  await world.saved();
  const reached = world.attempts - world.detours;
  // What is taken back before it has a connection doesn't come to the service, and before its response it may not.
  const { unconnected, unanswered } = world.takenBack;
  const [fewest, most] = cell.moment.leavesOutcome ? [0, 0] : [unconnected, unanswered];
  const uncounted = reached - service.callCount();
  assert.ok(
    uncounted >= fewest && uncounted <= most,
    `${uncounted} of ${reached} calls were not counted, ${fewest} to ${most} were taken back`,
  );
  const written = await world.countLedger();
  // Where a file can't be written, the calls of that time may be missing, and no other ones.
  const missing = fault.losesCalls ? world.attemptsInFault : 0;
  assert.ok(
    written <= world.attempts && written >= world.attempts - missing,
    `${written} calls in the ledger, ${world.attempts} were made`,
  );
  if (fault.of === 'disk') {
    await checkRestart(cell, world);
  } else {
    await checkNoLeases(world);
    await world.checkFiles(undefined);
  }
}

/** Each lease is released, at the latest with its window. */
async function checkNoLeases(world: World): Promise<void> {
  const leases = (): Promise<string[]> => world.files(join(world.disk.folder, 'leases'));
  await until(async () => (await leases()).length === 0).catch(() => undefined);
  assert.deepEqual(await leases(), [], 'leases that were not released');
}

async function checkOperation(cell: Cell, world: World): Promise<void> {
  const { fault, operation, moment } = cell;
  const { service } = world;
  await world.startFault();
  const { window } = world;
  const { controller } = window;
  const owner = ownerOf(operation, world);
  const before = idsOf(window);
  const attemptsBefore = world.attempts;
  const end = fault.endOf(operation);
  const meanwhile = atMoment(cell, world);
  let thrown: unknown;
  const running = operation.run(window, world).catch((error: unknown) => {
    thrown = error;
    return 'failed';
  });
  const waits = end.outcomes.includes('waits');
  const outcome = waits ? await Promise.race([running, delay(WAITS_MS, 'waits')]) : await running;
  await (waits || fault.name === 'the keyring hangs' ? undefined : meanwhile());
  const made = world.attempts - attemptsBefore;

  // It ends as it must, and the calls are those that it may make.
  checkEnd(cell, end, { outcome, made });
  const error = thrown ?? controller.list?.failure?.error;
  if (error !== undefined) {
    checkTold(cell, world, error);
  }
  if (end.logs && moment.leavesOutcome) {
    await window.saved();
    assert.ok(
      window.troubles.some((line) => end.logs!.test(line)),
      `the log tells only: ${window.troubles.join('; ')}`,
    );
  }
  window.troubles.forEach((line) => world.mustHoldNoSecret(line, 'the log'));

  await world.stopFault();
  await meanwhile();
  if (waits) {
    assert.equal(await running, operation.ends, 'outcome once the fault is over');
  }

  // A sign-out leaves nothing behind, also of what comes after it; what couldn't be removed goes at the next start.
  if (owner && (moment.name === 'signing out' || operation.leaves === 'nothing')) {
    await window.saved();
    if (fault.of === 'disk' || fault.of === 'keyring') {
      await window.sessions.refresh();
      await world.signOutOf(window).finish();
    }
    const left = (): Promise<string[]> => world.files(window.pageStore.folderOf(owner));
    // The folder is renamed away first, and emptied after that.
    await until(async () => (await left()).length === 0).catch(() => undefined);
    assert.deepEqual(await left(), [], 'saved pages of an account that was signed out');
  }

  // No row that was paid for is lost, unless the user asked for that.
  const after = new Set(idsOf(window));
  if (moment.leaves === 'noRowsHere') {
    assert.equal(controller.list?.loaded.count ?? 0, 0, 'rows of another address');
  } else if (operation.leaves === 'otherRows' && controller.session?.email === SECOND_ACCOUNT) {
    assert.deepEqual(
      before.filter((id) => after.has(id)),
      [],
      'rows of another account',
    );
  } else if (moment.leaves === 'rows' && operation.leaves !== 'nothing') {
    assert.deepEqual(
      before.filter((id) => !after.has(id)),
      [],
      'rows that are gone',
    );
  }
  await service.idle();
  await goOn(cell, world);
}

/** Whose pages go where the account is signed out. */
function ownerOf({ name }: Operation, { window }: World) {
  const { controller, sessions } = window;
  const second = sessions.sessions.find(({ email }) => email === SECOND_ACCOUNT);
  return name === 'switch account' && second
    ? { account: second.id, address: second.baseUrl }
    : controller.owner;
}

/** What happens once something is under way, and at the latest when it is waited for, which is what is returned. */
function atMoment({ fault, operation, moment }: Cell, world: World): () => Promise<unknown> {
  const { service, window } = world;
  let meanwhile: Promise<unknown> | undefined;
  const act = async (): Promise<unknown> => {
    // Not in a window that was opened since.
    meanwhile ??= window === world.window ? moment.act(world, operation) : Promise.resolve();
    return meanwhile;
  };
  const calls = fault.endOf(operation).calls[1] > 0;
  world.onBusy = (what) => {
    if (what === (calls ? 'call' : 'access')) {
      world.onBusy = undefined;
      void act();
    }
  };
  // Not waited for: the service answers while it happens.
  service.beforeCall(service.callCount() + 1, () => void act());
  return act;
}

function checkEnd(
  { operation, moment }: Cell,
  { outcomes, errors, calls: [fewest, most] }: End,
  { outcome, made }: { readonly outcome: string; readonly made: number },
): void {
  const more = moment.mayAdd(operation, errors.length > 0);
  const least = moment.leavesOutcome ? fewest : Math.min(fewest, 1);
  assert.ok(made >= least && made <= most + more, `${made} calls were made`);
  // What has nothing to do ends as what it waits for.
  const joins =
    operation.ends === 'idle' && moment.name === 'another operation waiting' && outcome === 'done';
  if (moment.leavesOutcome && !joins) {
    assert.ok(outcomes.includes(outcome), `ends as ${outcome}`);
  }
}

/** What failed is told as what it is, in words that keep secrets. */
function checkTold({ fault, operation, moment }: Cell, world: World, error: unknown): void {
  const ends = [operation, ...(moment.alsoRuns ? [moment.alsoRuns] : [])].map((each) => fault.endOf(each));
  const errors = ends.flatMap((end) => end.errors);
  const name =
    error instanceof TransportError || error instanceof HttpError ? error.kind : (error as Error).name;
  // What asks after the token was rejected finds no session.
  const asksLater = moment.alsoRuns !== undefined && errors.includes('unauthorized');
  const expected = asksLater ? [...errors, 'SessionExpiredError'] : errors;
  assert.ok(!moment.leavesOutcome || expected.includes(name), `told as ${name}`);
  const { sentence } = toErrorText(inEnglish, error, world.window.now());
  assert.ok(sentence.length > 10 && !/\{\d\}|undefined|\[object/.test(sentence), sentence);
  world.mustHoldNoSecret(sentence, 'the sentence');
}

/** What a user does next, without the fault: it works, and takes the calls that are left. */
async function goOn({ operation, moment }: Cell, world: World): Promise<void> {
  if (moment.leaves === 'noRowsHere') {
    return;
  }
  const window = moment.name === 'window closing' ? await world.reopen() : world.window;
  const { controller } = window;
  await window.sessions.refresh();
  if (controller.sessionState !== 'active') {
    const { service } = world;
    await window.signIn(
      operation.leaves === 'otherRows' ? service.account(SECOND_ACCOUNT) : service.accounts[0],
    );
    const isSignedOut = moment.name === 'signing out' && operation.leaves === undefined;
    if (isSignedOut || operation.leaves === 'nothing') {
      assert.equal(controller.list?.loaded.count, 0, 'rows of before the sign-out');
    }
  }
  const from = world.attempts;
  await listSettled(window);
  if (controller.list?.failure) {
    assert.equal(await controller.retry(), 'done', 'the retry');
  }
  const wanted = operation.loads * PAGE_SIZE;
  for (let page = 0; page < operation.loads && (controller.list?.loaded.count ?? 0) < wanted; page++) {
    const outcome = await (controller.list?.loaded.count
      ? controller.loadMore()
      : controller.ensureFirstPage());
    assert.ok(outcome === 'done' || outcome === 'idle', `going on: ${outcome}`);
    if (controller.list?.failure) {
      await controller.retry();
    }
  }
  const count = controller.list?.loaded.count ?? 0;
  assert.ok(count >= wanted, `${count} rows after going on`);
  assert.equal(new Set(idsOf(window)).size, count, 'rows that are there twice');
  assert.ok(world.attempts - from <= operation.loads, `${world.attempts - from} calls to go on`);
}

/** Once the disk works again, the next page saves all that is shown; and what was left behind goes at a later start. */
async function checkRestart({ fault, moment }: Cell, world: World): Promise<void> {
  const { controller } = world.window;
  if (controller.sessionState === 'active') {
    await controller.loadMore();
    await world.saved();
  }
  await world.checkFiles(/\.(?:tmp|damaged|removed|lease)(?:$|\/)/);
  const shown = idsOf(world.window);
  world.passTime(LATER_MS);
  const window = await world.reopen();
  const from = world.attempts;
  if (moment.leaves !== 'noRowsHere') {
    await window.controller.ensureFirstPage();
    const restored = idsOf(window);
    const made = world.attempts - from;
    if (fault.losesPages) {
      // The pages up to one that is damaged; where that is the first one, it is read once more.
      assert.ok(restored.length > 0 && made <= 1, `${restored.length} rows and ${made} calls of a restart`);
      assert.deepEqual(restored, shown.slice(0, restored.length), 'rows after a restart');
    } else {
      assert.deepEqual(restored, shown, 'rows after a restart');
      assert.equal(made, 0, 'calls of a restart');
    }
  }
  // A claim that nobody renews is removed with the next one that is made.
  await (await window.leases.tryAcquire('any'))?.release();
  await checkNoLeases(world);
  await world.checkFiles(/\.damaged$/);
}

/** Kills VS Code before one change after the other, until the operation makes no further one. */
async function playKills(cell: Cell, killEvery: number): Promise<void> {
  for (let change = 1; await inWorld(cell, (world) => isKilled(cell, world, change)); change += killEvery) {
    // One more.
  }
}

/** @returns whether it came to that change. */
async function isKilled(cell: Cell, world: World, change: number): Promise<boolean> {
  const { operation, moment } = cell;
  const { service, window: first } = world;
  const before = idsOf(first);
  const owner = ownerOf(operation, world);
  const killed = world.killBefore(change).then(() => true);
  const meanwhile = atMoment(cell, world);
  const ended = operation
    .run(first, world)
    .catch(() => undefined)
    .then(meanwhile)
    .then(() => world.saved())
    .then(() => false);
  if (!(await Promise.race([killed, ended]))) {
    return false;
  }
  const where = `killed before change ${change}`;
  const window = await world.restart();
  const { controller, sessions, pageStore } = window;
  await world.signOutOf(window).finish();
  await service.idle();

  // A call is written down before it goes out, so that none is missing, and those that were about to go out are there.
  const written = await world.countLedger();
  const made = world.attempts;
  const aboutToGo = moment.mayAdd(operation, false) + operation.calls[1];
  assert.ok(
    written >= made && written <= made + aboutToGo,
    `${where}: ${written} calls in the ledger, ${made} made`,
  );

  // Nobody is signed in by halves, and no row is lost that was on disk.
  const isSignedOut = owner && sessions.find(owner.account, owner.address) === undefined;
  if (isSignedOut) {
    assert.deepEqual(
      await world.files(pageStore.folderOf(owner)),
      [],
      `${where}: pages of who is signed out`,
    );
  }
  const from = service.callCount();
  await controller.ensureFirstPage();
  const isSameAccount = controller.owner?.account === owner?.account && !operation.leaves;
  if (isSameAccount && !isSignedOut && before.length > 0 && moment.leaves !== 'noRowsHere') {
    const after = idsOf(window);
    const made = service.callCount() - from;
    if (operation.name === 'save') {
      // The pages that it had come to; none before the first one.
      assert.ok(
        after.length > 0 && made <= 1,
        `${where}: ${after.length} rows and ${made} calls of a restart`,
      );
      assert.deepEqual(after, before.slice(0, after.length), `${where}: rows that are others`);
    } else {
      assert.deepEqual(
        before.filter((id) => !after.includes(id)),
        [],
        `${where}: rows that are gone`,
      );
      assert.equal(made, 0, `${where}: calls of a restart`);
    }
  }
  const alone = { ...cell, moment: moments[0]! };
  await goOn(alone, world);
  await checkRestart(alone, world);
  return true;
}

function idsOf({ controller }: Window): string[] {
  return (controller.list?.loaded.monitors ?? []).map(({ id }) => id);
}
