import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpError, TransportError } from '../../src/service/errors';
import type { Fetch } from '../../src/service/http';
import { toErrorText } from '../../src/ui/texts/errorText';
import { SimulatedService } from '../simulator/simulatedService';
import { aFetch } from '../support/aFetch';
import { aWindow, type Window } from '../support/aWindow';
import { InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { inEnglish } from '../support/inEnglish';
import { until } from '../unit/storage/temporaryFolder';
import type { Moment, Scene } from './moments';
import { listSettled, PAGE_SIZE, MONITORS, type Operation } from './operations';
import type { WireFault } from './wireFaults';

/** One fault, met by one operation, at one moment. */
export interface Cell {
  readonly fault: WireFault;
  readonly operation: Operation;
  readonly moment: Moment;
}

/** Milliseconds that a call may take in a cell whose fault hangs; in others, long enough never to matter. */
const SHORT_TIMEOUT_MS = 250;
const LONG_TIMEOUT_MS = 20_000;

export function nameOf({ fault, operation, moment }: Cell): string {
  return `${fault.name} × ${operation.name} × ${moment.name}`;
}

/** Why a combination makes no sense; `undefined` for one that does. */
export function excludedBecause({ fault, operation, moment }: Cell): string | undefined {
  if (operation.makes === 'none' && moment.name !== 'alone') {
    return 'makes no call during which anything could happen';
  }
  if (operation.makes === 'token' && moment.name === 'signing out') {
    return 'nobody is signed in yet';
  }
  if (operation.makes === 'token' && moment.name === 'another operation waiting') {
    return 'nothing can be asked for before the sign-in';
  }
  if (operation.name === 'auto refresh' && moment.name === 'a second window doing the same') {
    return 'one window alone refreshes by itself: the tests of auto refresh have that';
  }
  if (fault.errors.length === 0 && moment.name !== 'alone') {
    return 'the response is good: other tests have that';
  }
  return undefined;
}

/** The whole matrix, but for what makes no sense. */
export function allCells(
  faults: readonly WireFault[],
  operations: readonly Operation[],
  moments: readonly Moment[],
): Cell[] {
  return faults
    .flatMap((fault) =>
      operations.flatMap((operation) => moments.map((moment) => ({ fault, operation, moment }))),
    )
    .filter((cell) => excludedBecause(cell) === undefined);
}

/** What unhandled rejections there were since the last look. */
const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

/**
 * Plays a cell on the composition that ships, over real HTTP and real files.
 * @throws AssertionError that names what isn't as it must be.
 */
export async function playCell(cell: Cell): Promise<void> {
  const { fault, operation } = cell;
  const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-faults-'));
  const service = await SimulatedService.start({ monitors: MONITORS });
  const secrets = new InMemorySecretStorage();
  const opened: Window[] = [];
  const timeoutMs = fault.hangs ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS;
  const calling = { attempts: 0 };
  const watchedFetch: Fetch = (url, init) => {
    calling.attempts += 1;
    return aFetch(url, init);
  };
  const openWindow = async (): Promise<Window> => {
    const window = aWindow(service, { folder, secrets, fetch: watchedFetch });
    opened.push(window);
    window.settings.pageSize = PAGE_SIZE;
    Object.assign(window.settings.limits, { timeoutMs });
    await window.start();
    return window;
  };
  try {
    let window = await openWindow();
    if (operation.makes !== 'token') {
      await window.signIn();
      for (let page = 0; page < operation.loaded; page++) {
        assert.equal(await window.controller.loadMore(), 'done');
      }
      await window.saved();
    }
    if (operation.makes === 'none') {
      window.dispose();
      window = await openWindow();
    }
    await checkCell(cell, { window, openWindow }, { service, folder, calling });
    await service.idle();
    assert.deepEqual(service.violations, [], 'what the documentation does not allow');
    await Promise.all(opened.map((one) => one.saved()));
    const written = (await opened[0]!.ledger.read()).events.filter(({ type }) => type === 'call');
    assert.equal(written.length, calling.attempts, 'calls in the ledger');
    assert.equal(service.callCount(), calling.attempts, 'calls that the service has counted');
    assert.deepEqual(unhandled.splice(0), [], 'unhandled rejections');
    await checkFolder(folder, service);
  } finally {
    opened.forEach((window) => window.dispose());
    await Promise.all(opened.map((window) => window.saved()));
    await service.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

interface Props {
  readonly service: SimulatedService;
  readonly folder: string;
  /** Calls that have gone out. */
  readonly calling: { attempts: number };
}

async function checkCell(cell: Cell, scene: Scene, { service, folder, calling }: Props): Promise<void> {
  const { fault, operation, moment } = cell;
  const { window } = scene;
  const { controller } = window;
  const before = idsOf(window);
  const attemptsBefore = calling.attempts;
  service.failNext(fault.response, { times: Infinity });
  let meanwhile: Promise<unknown> = Promise.resolve();
  // Not waited for: the service answers while it happens.
  service.beforeCall(service.callCount() + 1, () => void (meanwhile = moment.act(scene, operation)));
  let thrown: unknown;
  const outcome = await operation.run(window).catch((error: unknown) => {
    thrown = error;
    return 'failed';
  });
  await meanwhile;
  const made = calling.attempts - attemptsBefore;

  // The calls are those that the operation allows.
  const isGood = fault.errors.length === 0;
  const [fewest, most] = operation.whenFailing;
  if (isGood) {
    assert.equal(outcome, operation.makes === 'none' ? 'idle' : 'done', 'outcome');
  } else {
    assert.ok(made >= fewest && made <= most + moment.mayAdd(operation), `${made} calls were made`);
  }

  // What failed is told as what it is, in words that keep secrets.
  const error = thrown ?? controller.list?.failure?.error;
  if (!isGood && operation.makes !== 'none' && moment.leavesOutcome) {
    assert.equal(outcome, 'failed', 'outcome');
    const name =
      error instanceof TransportError || error instanceof HttpError ? error.kind : (error as Error).name;
    // What asks after the token was rejected finds no session.
    const asksLater = moment.name === 'another operation waiting' && fault.errors.includes('unauthorized');
    const expected = asksLater ? [...fault.errors, 'SessionExpiredError'] : fault.errors;
    assert.ok(expected.includes(name), `told as ${name}`);
    const { sentence } = toErrorText(inEnglish, error, window.now(), 'en');
    assert.ok(sentence.length > 10 && !/\{\d\}|undefined|\[object/.test(sentence), sentence);
    mustHoldNoSecret(sentence, service, 'the sentence');
  }

  // A sign-out leaves nothing behind, also of what comes after it.
  if (moment.name === 'signing out') {
    await window.saved();
    const left = async (): Promise<string[]> =>
      // A folder that is being emptied may be gone before it is looked into.
      (await readdir(folder, { recursive: true }).catch(() => ['pages.'])).filter((name) =>
        /^pages.*\./.test(name),
      );
    // The folder is renamed away first, and emptied after that.
    await until(async () => (await left()).length === 0).catch(() => undefined);
    assert.deepEqual(await left(), [], 'saved pages of an account that was signed out');
  }

  // No row that was paid for is lost, unless the user asked for that.
  const after = new Set(idsOf(window));
  if (moment.leaves === 'rows') {
    assert.deepEqual(
      before.filter((id) => !after.has(id)),
      [],
      'rows that are gone',
    );
  } else if (moment.leaves === 'noRowsHere') {
    assert.equal(controller.list?.loaded.count ?? 0, 0, 'rows of another address');
  }

  // It can be used again at once.
  service.stopFailing();
  await goOn(cell, scene, calling);
}

/** What a user does next, without the fault: it works, and takes the calls that are left. */
async function goOn(
  { operation, moment }: Cell,
  { window, openWindow }: Scene,
  calling: Props['calling'],
): Promise<void> {
  if (moment.leaves === 'noRowsHere') {
    return;
  }
  const used = moment.name === 'window closing' ? await openWindow() : window;
  const { controller } = used;
  Object.assign(used.settings.limits, { timeoutMs: LONG_TIMEOUT_MS });
  if (controller.sessionState !== 'active') {
    await used.signIn();
  }
  const from = calling.attempts;
  await listSettled(used);
  if (controller.list?.failure) {
    assert.equal(await controller.retry(), 'done', 'the retry');
  }
  for (
    let page = 0;
    page < operation.loads && (controller.list?.loaded.count ?? 0) < operation.loads * PAGE_SIZE;
    page++
  ) {
    const outcome = await (controller.list?.loaded.count
      ? controller.loadMore()
      : controller.ensureFirstPage());
    assert.ok(outcome === 'done' || outcome === 'idle', `going on: ${outcome}`);
    if (controller.list?.failure) {
      await controller.retry();
    }
  }
  const count = controller.list?.loaded.count ?? 0;
  assert.ok(count >= operation.loads * PAGE_SIZE, `${count} rows after going on`);
  assert.equal(new Set(idsOf(used)).size, count, 'rows that are there twice');
  assert.ok(calling.attempts - from <= operation.loads, `${calling.attempts - from} calls to go on`);
}

function idsOf({ controller }: Window): string[] {
  return (controller.list?.loaded.monitors ?? []).map(({ id }) => id);
}

/** Tokens of the simulated service begin with `mst_`. */
function mustHoldNoSecret(text: string, { password }: SimulatedService, where: string): void {
  const holds = [password, encodeURIComponent(password), 'mst_'].some((secret) => text.includes(secret));
  assert.ok(!holds, `a secret in ${where}`);
}

/** Nothing lies on disk but what is documented, and no secret in it. */
async function checkFolder(folder: string, service: SimulatedService): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names) {
    assert.match(
      name.replaceAll('\\', '/'),
      /^(?:pages|ledger|leases|mappings)(?:$|\/)/,
      'a file of nobody knows what',
    );
    assert.doesNotMatch(name, /\.(?:tmp|damaged)$/, 'a file that was left behind');
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    mustHoldNoSecret(text, service, name);
  }
}
