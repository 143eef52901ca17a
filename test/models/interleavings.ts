import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { Secrets } from '../../src/session/sessionStore';
import { answerCall } from '../simulator/answering';
import type { Call } from '../simulator/callRecord';
import { kindOf } from '../simulator/contract';
import { InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { perform, type Act } from './acts';
import { interleaveFiles, untilQuiet } from './interleaving';
import { World, type WorldOptions } from './world';

export type Plan = Pick<WorldOptions, 'dailyCallLimit' | 'agentCallsPerDay'>;

/** One run: what is done, in which window, and the scheduler that decides what comes when. */
export interface Interleaving {
  readonly scheduler: fc.Scheduler;
  readonly commands: Iterable<fc.AsyncCommand<World, World>>;
}

/** Some of these acts, in some order, in two windows. */
export function anInterleaving(acts: readonly Act[], maxCommands: number): fc.Arbitrary<Interleaving> {
  const commands = acts.map((act) =>
    fc.tuple(fc.constantFrom(0, 1), fc.boolean()).map(([at, waits]) => new Command(act, at, waits)),
  );
  return fc.record({
    scheduler: fc.scheduler({ act: untilQuiet }),
    commands: fc.commands(commands, { maxCommands, size: 'max' }),
  });
}

/**
 * Plays a run on the composition that ships, over real files. What a call is answered comes when the scheduler says so.
 * @param after is called once all has settled.
 * @throws AssertionError that names what isn't as it must be.
 */
export async function playInterleaving(
  { scheduler, commands }: Interleaving,
  plan: Plan,
  after: (world: World) => void = () => undefined,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-models-'));
  const secrets = new ScheduledKeyring(scheduler);
  const { call, failNext } = new ScheduledCalls(scheduler);
  const world = await World.start({
    ...plan,
    folder,
    secrets,
    call,
    failNext,
    turn: () => scheduler.schedule(Promise.resolve(), 'a step of the act'),
  });
  const restoreFiles = interleaveFiles(scheduler);
  try {
    // Signed in in both windows before the commands begin; what they begin with is read by now.
    const begin = async (): Promise<void> => {
      await Promise.all(world.slots.map(({ window }) => window.start()));
      const [first] = world.slots;
      first!.allowed += 1;
      await first!.window.signIn();
      await world.slots[1]!.window.sessions.refresh();
    };
    await scheduler.waitFor(begin());
    await fc.scheduledModelRun(scheduler, () => ({ model: world, real: world }), commands);
    await scheduler.waitFor(world.settled());
    await scheduler.waitFor(world.checkSettled());
    await scheduler.waitFor(world.checkSavedPages());
    after(world);
  } finally {
    restoreFiles();
    await world.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

class Command implements fc.AsyncCommand<World, World> {
  constructor(
    readonly act: Act,
    readonly at: number,
    /** Whether the next one comes after this one has ended. */
    readonly waits: boolean,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: World): Promise<void> {
    const ended = perform(this.act, model, model.slots[this.at]!);
    model.check();
    await (this.waits && ended);
    model.check();
  }

  toString(): string {
    return `${this.act.name} in window ${this.at + 1}${this.waits ? ', to its end' : ''}`;
  }
}

/** Calls arrive at the service as they go out, without a network, and are answered by its own rules. */
class ScheduledCalls {
  readonly #scheduler: fc.Scheduler;
  #failing = 0;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  /** The next page that is asked for is refused. */
  readonly failNext = (): void => void (this.#failing += 1);

  readonly call: WorldOptions['call'] = async (
    service,
    url,
    { method, headers, body, signal, onConnection },
  ) => {
    const { pathname } = new URL(url);
    const call: Call = {
      ...UNANSWERED,
      at: Date.now(),
      kind: kindOf(pathname, ''),
      method,
      path: pathname,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: JSON.parse(body) as unknown,
    };
    const { content, violation } = answerCall(call, service);
    assert.equal(violation, undefined);
    onConnection('open');
    const fails = call.kind === 'list' && this.#failing > 0;
    this.#failing -= fails ? 1 : 0;
    const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('aborted')));
    await Promise.race([this.#scheduler.schedule(Promise.resolve(), `response to ${pathname}`), aborted]);
    return {
      status: fails ? 503 : content.status,
      headers: new Headers(content.headers),
      body: Readable.from([Buffer.from(content.body)]),
    };
  };
}

const UNANSWERED = {
  number: 0,
  numberOfKind: 0,
  status: undefined,
  account: undefined,
  pageIndex: undefined,
  pageSize: undefined,
  failure: undefined,
  outcome: 'in flight',
  durationMs: undefined,
} as const;

/** A keyring of which the scheduler decides when it has done what it is asked for. */
class ScheduledKeyring extends InMemorySecretStorage {
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  override window(): Secrets {
    const window = super.window();
    const turn = <T>(name: string, act: () => PromiseLike<T>): Promise<T> =>
      this.#scheduler.schedule(Promise.resolve(), name).then(act);
    return {
      keys: () => turn('keys', () => window.keys()),
      get: (key) => turn('get', () => window.get(key)),
      store: (key, value) => turn('store', () => window.store(key, value)),
      delete: (key) => turn('delete', () => window.delete(key)),
      onDidChange: (listener) => window.onDidChange(listener),
    };
  }
}
