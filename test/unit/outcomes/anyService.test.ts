import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { SimulatedService } from '../../simulator/simulatedService';
import { aView } from '../../support/aView';
import { aWindow } from '../../support/aWindow';
import { GeneratedService, serviceTraits } from '../../support/generatedService';
import { InMemorySecretStorage } from '../../support/inMemorySecretStorage';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'load more',
      'load all',
      'refresh',
      'refresh in larger pages',
      'refresh a page',
      'retry',
      'restart',
    ),
    /** The bound of Load All, or which page to refresh. */
    number: fc.integer({ min: 1, max: 12 }),
    /** Whether its first call is refused. */
    fails: fc.nat({ max: 4 }).map((chance) => chance === 0),
    /** Monitors that are down from now on. */
    down: fc.array(fc.nat({ max: 59 }), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 6 },
);
type Action = typeof actions extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** More cases: `CASES=5000`. */
const CASES = Number(process.env['CASES'] ?? 0);
const SECONDS = 10_000;

/** A user of a service with any traits. */
class AnyCase {
  readonly #secrets = new InMemorySecretStorage();
  #window: ReturnType<typeof aWindow>;
  #view: ReturnType<typeof aView>;
  #refreshes = 0;
  readonly #ids = new Map<number, string>();

  constructor(
    private readonly service: SimulatedService,
    private readonly generated: GeneratedService,
    private readonly folder: string,
  ) {
    service.listAnswer = generated.answer;
    this.#window = this.#open();
    this.#view = aView(this.#window);
  }

  async signIn(): Promise<void> {
    await this.#window.app.start();
    await this.#window.signIn();
    await this.#window.app.ensureFirstPage();
    this.#check();
  }

  async run({ kind, number, fails, down }: Action): Promise<void> {
    this.generated.setDown(down);
    this.generated.failsNext = fails;
    this.service.forgetCalls();
    const most = await this.#act(kind, number);
    assert.ok(this.service.callCount() <= most, `${kind}: ${this.service.callCount()} of ${most}`);
    this.#check();
  }

  close(): void {
    this.#view.dispose();
    this.#window.save();
    this.#window.dispose();
  }

  #open() {
    const window = aWindow(this.service, { folder: this.folder, secrets: this.#secrets });
    window.settings.pageSize = 10;
    return window;
  }

  /** @returns the calls that are shown before the click */
  async #act(kind: Action['kind'], number: number): Promise<number> {
    const list = this.#window.app.list!;
    const { mayBeEnd, pagesLeft = number, end, pages } = list.loaded;
    switch (kind) {
      case 'load more':
        await list.loadMore();
        return end === 'end' ? 0 : 1;
      case 'load all': {
        const most = mayBeEnd ? 1 : pagesLeft;
        await list.loadAll(most);
        return most;
      }
      case 'refresh': {
        const most = list.refreshDepth;
        this.#refreshes += 1;
        await list.refresh();
        return most;
      }
      case 'refresh in larger pages': {
        const most = list.depthFor(20);
        this.#refreshes += 1;
        await list.refresh({ size: 20, most });
        return most;
      }
      case 'retry': {
        const most = list.failure?.pagesLeft.length ?? 0;
        await list.retry();
        return most;
      }
      case 'refresh a page':
        await list.refreshPages([number % pages.length]);
        return 1;
      case 'restart':
        this.close();
        this.#window = this.#open();
        this.#view = aView(this.#window);
        await this.#window.app.start();
        return 0;
    }
  }

  #check(): void {
    const { generated } = this;
    const { line } = this.#view;
    const list = this.#window.app.list!;
    const { monitors, pages } = list.loaded;
    const statuses = new Map<number, string>();
    for (const { id, raw, status } of monitors) {
      const { n } = raw as { readonly n: number };
      assert.ok(!statuses.has(n), `${n} has two rows`);
      assert.equal(this.#ids.get(n) ?? id, id, `${n} keeps its id`);
      this.#ids.set(n, id);
      statuses.set(n, status);
    }
    const claimsAll = /\ball \d|None down/.test(line);
    const unseen = generated.down.filter((n) => !statuses.has(n));
    assert.ok(!claimsAll || unseen.length === 0, `${line}, but ${unseen.join()} are down`);
    // A page behind one that failed waits for it, and a second refresh may drop what it lacks.
    const mayLack = this.#refreshes > 1 || list.loaded.list.pages.length > pages.length;
    for (const [n, status] of generated.read) {
      const shown = statuses.get(n) ?? (mayLack ? 'down' : 'absent');
      assert.ok(status === 'up' || shown === 'down', `${n} was read as down, and is ${shown}`);
    }
  }
}

describe('For any service, the view', function () {
  this.timeout(Math.max(60_000, CASES * 200));
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => {
    service = await SimulatedService.start();
  });
  after(() => service.stop());

  it('never hides a monitor that is down behind "all" or "None down", shows the last reading, and costs what was shown', async () => {
    const property = fc.asyncProperty(serviceTraits, actions, async (traits, todo) => {
      const generated = new GeneratedService(traits);
      generated.setDown([traits.count - 1]);
      const any = new AnyCase(service, generated, await mkdtemp(join(folder(), 'case-')));
      try {
        await any.signIn();
        for (const action of todo) {
          await any.run(action);
        }
        await any.run({ kind: 'load all', number: 20, fails: false, down: [traits.count - 2] });
      } finally {
        any.close();
      }
    });
    const limit = CASES > 0 ? {} : { interruptAfterTimeLimit: SECONDS };
    await fc.assert(property, { numRuns: CASES || 150, ...limit });
  });
});
