import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { SimulatedService } from '../../simulator/simulatedService';
import { aGeneratedService, serviceTraits } from '../../support/generatedService';
import { aView } from '../../support/aView';
import { aWindow, type Window } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const ACTIONS = {
  more: ({ app }: Window) => app.list!.loadMore(),
  all: ({ app }: Window) => app.list!.loadAll(40),
  refresh: ({ app }: Window) => app.list!.refresh(),
  larger: ({ app }: Window) => app.list!.refresh({ size: 500, most: 1 }),
} as const;

const actions = fc.array(fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])), {
  maxLength: 4,
});
const pageSizes = fc.constantFrom(25, 50, 500);

describe('For any service', function () {
  this.timeout(180_000);
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ credits: 1_000_000 })));
  after(() => service.stop());

  /** `n` of each row, which is in its record. */
  const numbersOf = ({ app }: Window): readonly number[] =>
    app.list!.loaded.monitors.map(({ raw }) => (raw as { readonly n: number }).n);
  const idsOf = ({ app }: Window): string[] => app.list!.loaded.monitors.map(({ id }) => id);

  it('the view says "all" or "None down" only if that is true, each record has one row with its name and status, IDs stay, and calls are counted', async () => {
    await fc.assert(
      fc.asyncProperty(serviceTraits, pageSizes, actions, async (traits, pageSize, todo) => {
        const generated = aGeneratedService(traits);
        service.listAnswer = generated.answer;
        service.forgetCalls();
        const window = aWindow(service, { folder: await mkdtemp(join(folder(), 'run-')) });
        window.settings.pageSize = pageSize;
        window.settings.keepSnapshot = false;
        const view = aView(window);
        const look = (): void => {
          const rows = numbersOf(window);
          const areIdsUnique = traits.ids !== 'by region';
          assert.ok(!areIdsUnique || new Set(rows).size === rows.length, 'one row for each record');
          const missing = generated.all.filter((n) => !rows.includes(n));
          assert.ok(missing.length === 0 || !/\ball \d/.test(view.line), view.line);
          assert.doesNotMatch(view.line, /None down/, 'one is down');
          const { monitors, total } = window.app.list!.loaded;
          for (const { name, status, raw } of monitors) {
            const record = raw as { readonly name: string; readonly status: string };
            assert.deepEqual([name, status], [record.name, record.status], 'as in its record');
          }
          assert.ok(total === undefined || total >= rows.length, `${rows.length} of ${total}`);
        };
        try {
          await window.signIn();
          await window.app.ensureFirstPage();
          look();
          for (const action of todo) {
            await ACTIONS[action](window);
            look();
          }
          const hadAll = todo.includes('refresh') || todo.includes('larger');
          await window.app.list!.loadAll(60);
          look();
          if (!hadAll && traits.order !== 'other each time' && traits.ids !== 'by region') {
            assert.deepEqual(
              [...numbersOf(window)].sort(),
              [...generated.received].sort(),
              'a row for each record',
            );
          }
          const before = idsOf(window);
          await window.app.list!.refresh();
          look();
          if (traits.order !== 'other each time') {
            assert.deepEqual(idsOf(window).sort(), before.sort(), 'the same ids');
          }
          assert.equal((await window.app.listCalls(0)).length, service.callCount());
          assert.equal(window.app.list?.failure, undefined);
        } finally {
          view.dispose();
          window.save();
          window.dispose();
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 15) },
    );
  });
});
