import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { perform, type Act } from './acts';
import { World, type WorldOptions } from './world';

export type Plan = Pick<WorldOptions, 'dailyCallLimit'>;

/** One run: acts in windows, and the scheduler that decides their order. */
interface Interleaving {
  readonly scheduler: fc.Scheduler;
  readonly commands: Iterable<fc.AsyncCommand<World, World>>;
}

/** Some of these acts in any order in two windows. */
export function anInterleaving(
  acts: readonly Act[],
  maxCommands: number,
): fc.Arbitrary<Interleaving> {
  const commands = acts.map((act) =>
    fc.tuple(fc.constantFrom(0, 1), fc.boolean()).map(([at, waits]) => new Command(act, at, waits)),
  );
  return fc.record({
    scheduler: fc.scheduler({ act: untilQuiet }),
    commands: fc.commands(commands, { maxCommands, size: 'max' }),
  });
}

/**
 * Plays a run with the core that ships and real files. The scheduler decides when responses arrive.
 * @param after is called when everything has ended
 * @throws AssertionError for a broken promise
 */
export async function playInterleaving(
  { scheduler, commands }: Interleaving,
  plan: Plan,
  after: (world: World) => void = () => undefined,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-models-'));
  const world = await World.start({ ...plan, folder, scheduler });
  const restoreWaits = interleaveWaits(scheduler);
  try {
    // Both windows are signed in first.
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
    restoreWaits();
    await world.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

class Command implements fc.AsyncCommand<World, World> {
  constructor(
    readonly act: Act,
    readonly at: number,
    /** Whether the next act waits for the end of this one. */
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

/**
 * Lets the scheduler decide when waits end, and gives no notice of changed files.
 * @returns what restores both
 */
function interleaveWaits(scheduler: fc.Scheduler): () => void {
  const timers = process.getBuiltinModule('node:timers/promises') as unknown as Record<
    string,
    unknown
  >;
  const files = process.getBuiltinModule('node:fs') as unknown as Record<string, unknown>;
  const [setTimeout, watch] = [timers['setTimeout'], files['watch']];
  timers['setTimeout'] = (ms: number, value: unknown) =>
    scheduler.schedule(Promise.resolve(value), `${ms} ms`);
  files['watch'] = () => {
    throw new Error('out of watches');
  };
  return () => {
    timers['setTimeout'] = setTimeout;
    files['watch'] = watch;
  };
}

/** Turns of the event loop after which everything waits for the scheduler. */
const QUIET_TURNS = 4;

/** Takes a step of the scheduler, and waits until everything that follows waits for the next one. */
async function untilQuiet(step: () => Promise<unknown>): Promise<void> {
  void step();
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await setImmediate();
  }
}
