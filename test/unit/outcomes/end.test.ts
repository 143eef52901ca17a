import assert from 'node:assert/strict';
import type { ListAnswer } from '../../simulator/simulatedService';
import { pageOf, someMonitors, useScenario } from '../../support/useScenario';

const LEFT_OUT = ['{"result":{}}', '{}', '{"result":null}', 'null', '""', 'false'];

const ofUsers = someMonitors(3).map(({ name }) => ({ id: `u${name}`, name, status: 'active' }));

/** What the view shows after Load All, and how many calls that takes. */
const LOADED: readonly (readonly [
  title: string,
  answer: ListAnswer,
  line: string,
  calls: number,
  more?: object,
])[] = [
  [
    'is not stated by a page number if pages count from 1',
    ({ pageIndex, pageSize }) => {
      // The first page comes twice.
      const index = Math.max(0, pageIndex - 1);
      const monitors = pageOf(someMonitors(25, 23), { pageIndex: index, pageSize });
      return { monitors, page: index + 1, pages: 3 };
    },
    '1 down — 25 loaded, may not be all',
    5,
    { down: 'w23' },
  ],
  [
    'is not stated by a page number that is the first on each page',
    (request) => ({ monitors: pageOf(someMonitors(23), request), page: 1, pages: 3 }),
    '0 down in 23+',
    5,
    { last: 'Load more (1 call) · 23+' },
  ],
  [
    'is found in 3 calls for 3 pages with a page number from 0',
    (request) => {
      const { pageIndex: number, pageSize: size } = request;
      const pageable = { pageNumber: number, pageSize: size, offset: size * number };
      const totals = { totalPages: 3, totalElements: 25, last: number === 2 };
      return { content: pageOf(someMonitors(25), request), number, size, ...totals, pageable };
    },
    'None down in all 25',
    3,
  ],
  [
    'is unknown if another list has records of the same form',
    () => ({ checks: { items: someMonitors(3) }, users: { items: ofUsers }, hasMore: false }),
    '0 down in 3 loaded, may not be all',
    1,
  ],
  [
    'is not reached by a second equal page if a total says that more follows',
    () => ({ monitors: someMonitors(10), total: 90 }),
    '0 down in 10 of 90',
    3,
    { last: 'Load more (1 call) · 10 of 90 · the rest: 8 calls' },
  ],
];

describe('The end of a list', () => {
  const scenario = useScenario();

  for (const [title, answer, line, calls, more] of LOADED) {
    it(title, async () => {
      await scenario.load(answer);
      scenario.shows(line, { ...more, calls });
    });
  }

  it('is reached after an empty first page beside a total', async () => {
    scenario.serve(({ pageIndex, pageSize }) => {
      const monitors = pageOf(someMonitors(35), { pageIndex: pageIndex - 1, pageSize });
      return { monitors: pageIndex === 0 ? [] : monitors, total: 35 };
    });
    await scenario.signIn();
    scenario.shows('0 down in 0 of 35', {
      last: 'Load more (1 call) · 0 of 35 · the rest: 4 calls',
      calls: 1,
    });
    await scenario.loadAll();
    scenario.shows('None down in all 35', { calls: 4 });
    await scenario.refresh();
    scenario.shows('None down in all 35', { calls: 5 });
  });

  describe('if the list is left out', () => {
    const answer: ListAnswer = (request) => ({
      result: { monitors: pageOf(someMonitors(20), request) },
    });

    for (const body of LEFT_OUT) {
      it(`is a page with ${body} after pages with the list`, async () => {
        await scenario.load((request) => {
          return request.pageIndex < 2 ? answer(request) : JSON.parse(body);
        });
        scenario.shows('None down in all 20', { calls: 3 });
        assert.equal(scenario.list.failure, undefined);
      });
    }

    it('is a 204, but not a 200 without a byte', async () => {
      scenario.serve(answer);
      await scenario.signIn();
      await scenario.loadMore();
      scenario.service.failNext({ kind: 'changed', body: () => '' });
      await scenario.loadMore();
      assert.equal(scenario.list.failure?.pageIndex, 2);
      scenario.shows('0 down in 20 loaded', { last: 'Load more (1 call) · 20 loaded', calls: 3 });
      scenario.service.failNext({ kind: 'status', status: 204 });
      await scenario.loadMore();
      scenario.shows('None down in all 20', { calls: 1 });
    });

    it('is at once there for a new account with the total 0', async () => {
      scenario.serve(() => ({ total: 0 }));
      await scenario.signIn();
      scenario.shows('None down in all 0', { calls: 1 });
    });
  });

  it('includes a list beside it that was left out before', async () => {
    let heartbeats: object = {};
    scenario.serve(() => ({ websites: someMonitors(3), ...heartbeats, hasMore: false }));
    await scenario.signIn();
    heartbeats = { heartbeats: [{ id: 'x', name: 'Backup', status: 'down' }] };
    await scenario.refresh();
    scenario.shows('1 down — all 4', { down: 'x', calls: 2 });
  });

  it('is a page without ids that repeats all but status, error and times', async () => {
    let calls = 0;
    await scenario.load(() => {
      calls += 1;
      const time = new Date(1_790_000_000_000 + calls * 60_000).toISOString();
      const monitors = someMonitors(10, calls).map(({ name, status }) => ({
        name,
        url: `https://${name.slice(-1)}.example/`,
        status,
        lastError: status === 'down' ? `Timeout at ${time}` : null,
        checkedAt: time,
      }));
      return { monitors };
    });
    assert.equal(scenario.list.loaded.count, 10);
    assert.equal(scenario.list.loaded.counts.down, 2, 'the worse of both readings');
    assert.equal(scenario.service.callCount(), 2);
  });
});
