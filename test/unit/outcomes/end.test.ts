import assert from 'node:assert/strict';
import type { ListAnswer } from '../../simulator/answering';
import { pageOf, someMonitors, useScenario } from '../../support/useScenario';

const MAY_BE_END = { last: 'Load more (1 call) · may be the end' };
const LEFT_OUT = ['{"result":{}}', '{}', '{"result":null}', 'null', '""', 'false'];

function moreAfter(loaded: string | number): { last: string } {
  return { last: `Load more (1 call) · ${loaded}` };
}

/** Pages that count from 1. The first one comes twice. */
const fromOne =
  (count: number, down: number, more: (page: number) => object): ListAnswer =>
  ({ pageIndex, pageSize }) => {
    const index = Math.max(0, pageIndex - 1);
    const monitors = pageOf(someMonitors(count, down), { pageIndex: index, pageSize });
    return { monitors, ...more(index + 1) };
  };

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
    'is not "all" if each page leaves out an entry',
    (request) => ({
      monitors: pageOf(someMonitors(39, 35), request).filter(({ id }) => !id.endsWith('9')),
    }),
    '1 down — 36 loaded, may not be all',
    6,
    { down: 'w35' },
  ],
  [
    'is before a total that is not reached, with pages that count from 1',
    fromOne(35, -1, () => ({ total: 35 })),
    '0 down in 30 of 35',
    4,
    moreAfter('30 of 35'),
  ],
  [
    'is not stated by a page number if pages count from 1',
    fromOne(25, 23, (page) => ({ page, pages: 3 })),
    '1 down — 25 loaded, may not be all',
    5,
    { down: 'w23' },
  ],
  [
    'is not stated by a page number that is the first on each page',
    (request) => ({ monitors: pageOf(someMonitors(23), request), page: 1, pages: 3 }),
    '0 down in 23+',
    5,
    moreAfter('23+'),
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
    'is the first page of a small account with its total',
    (request) => ({ monitors: pageOf(someMonitors(8), request), total: 8 }),
    'None down in all 8',
    1,
  ],
  [
    'is a page that leaves out the "next" that earlier pages had',
    (request) => ({
      monitors: pageOf(someMonitors(25), request),
      ...(request.pageIndex < 2 && { next: `/monitors?page=${request.pageIndex + 1}` }),
    }),
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
    'may be the page that the service gives for each index',
    () => ({ monitors: someMonitors(10) }),
    '0 down in 10 loaded',
    2,
    MAY_BE_END,
  ],
  [
    'is not reached by a second equal page if the service says that more follows',
    () => ({ monitors: someMonitors(10), hasMore: true }),
    '0 down in 10+',
    3,
    moreAfter('10+'),
  ],
  [
    'is not reached by a second equal page if a total says that more follows',
    () => ({ monitors: someMonitors(10), total: 90 }),
    '0 down in 10 of 90',
    3,
    { last: 'Load more (1 call) · 10 of 90 · the rest: 8 calls' },
  ],
  [
    'may be the last page if the service repeats that',
    ({ pageIndex, pageSize }) => ({
      monitors: pageOf(someMonitors(20), { pageIndex: Math.min(pageIndex, 1), pageSize }),
    }),
    '0 down in 20 loaded',
    3,
    MAY_BE_END,
  ],
];

describe('The end of a list', () => {
  const scenario = useScenario({
    accounts: [
      { email: 'ada@example.com', password: 'p' },
      { email: 'grace@example.com', password: 'q' },
    ],
  });

  for (const [title, answer, line, calls, more] of LOADED) {
    it(title, async () => {
      scenario.serve(answer);
      await scenario.signIn();
      await scenario.loadAll();
      scenario.shows(line, { ...more, calls });
    });
  }

  it('is open after an empty first page', async () => {
    scenario.serve(() => ({ monitors: [] }));
    await scenario.signIn();
    scenario.shows('0 down in 0 loaded', { last: 'Load monitors (1 call)', calls: 1 });
  });

  it('is not "all" after a page in the middle that was shorter', async () => {
    const served = someMonitors(50, 41);
    scenario.serve((request) => ({
      checks: pageOf(served, request).filter(({ id }) => id !== 'w13'),
    }));
    await scenario.signIn();
    scenario.shows('0 down in 10 loaded', { ...moreAfter('10 loaded'), calls: 1 });
    await scenario.loadMore();
    scenario.shows('0 down in 19 loaded', { ...MAY_BE_END, calls: 1 });
    await scenario.loadAll();
    scenario.shows('1 down — 49 loaded, may not be all', { down: 'w41', calls: 4 });
  });

  it('is found without what another account has shown', async () => {
    scenario.pageSize = 50;
    const capped =
      (count: number, cap: number): ListAnswer =>
      ({ pageIndex, pageSize }) => ({
        monitors: pageOf(someMonitors(count, 39), { pageIndex, pageSize: Math.min(cap, pageSize) }),
      });
    scenario.serve(capped(70, 50));
    await scenario.signIn(0);
    await scenario.loadAll();
    scenario.shows('1 down — all 70', { down: 'w39', calls: 3 });
    scenario.serve(capped(45, 15));
    await scenario.signIn(1);
    scenario.shows('0 down in 15 loaded', { ...MAY_BE_END, calls: 1 });
    await scenario.loadAll();
    scenario.shows('1 down — all 45', { down: 'w39', calls: 3 });
  });

  it('is open again after a refresh, which reads the pages that have monitors', async () => {
    let count = 20;
    scenario.serve((request) => ({ monitors: pageOf(someMonitors(count, 21), request) }));
    await scenario.signIn();
    await scenario.loadAll();
    scenario.shows('None down in all 20', { calls: 3 });
    scenario.window.passTime(3 * 60 * 60_000);
    count = 23;
    await scenario.refresh();
    scenario.shows('0 down in 20 loaded', { ...moreAfter('20 loaded'), calls: 2 });
    await scenario.loadMore();
    scenario.shows('1 down — 23 loaded', { ...MAY_BE_END, down: 'w21', calls: 1 });
  });

  it('is not "all" if an entry lacks a record', async () => {
    const entries = someMonitors(12, 11).map((entry, n) => (n === 2 ? null : entry));
    scenario.serve((request) => ({ monitors: pageOf(entries, request) }));
    await scenario.signIn();
    scenario.shows('0 down in 9 loaded', { ...moreAfter('9 loaded'), calls: 1 });
    await scenario.loadAll();
    scenario.shows('1 down — 11 loaded, may not be all', { down: 'w11', calls: 2 });
    assert.deepEqual(scenario.notices, ['1 entry without a record']);
  });

  it('is reached after an empty first page beside a total', async () => {
    scenario.serve(({ pageIndex, pageSize }) => {
      const monitors = pageOf(someMonitors(35), { pageIndex: pageIndex - 1, pageSize });
      return { monitors: pageIndex === 0 ? [] : monitors, total: 35 };
    });
    await scenario.signIn();
    scenario.shows('0 down in 0 of 35', { last: 'Load monitors (1 call)', calls: 1 });
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
        scenario.serve((request) => (request.pageIndex < 2 ? answer(request) : JSON.parse(body)));
        await scenario.signIn();
        await scenario.loadAll();
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
      scenario.shows('0 down in 20 loaded', { ...moreAfter('20 loaded'), calls: 3 });
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

  it('is a 416 after a full page', async () => {
    scenario.serve(() => ({ monitors: someMonitors(10) }));
    await scenario.signIn();
    scenario.service.failNext({ kind: 'status', status: 416 });
    await scenario.loadMore();
    scenario.shows('None down in all 10', { calls: 2 });
  });

  it('includes a list beside it that was left out before', async () => {
    let heartbeats: object = {};
    scenario.serve(() => ({ websites: someMonitors(3), ...heartbeats, hasMore: false }));
    await scenario.signIn();
    heartbeats = { heartbeats: [{ id: 'x', name: 'Backup', status: 'down' }] };
    await scenario.refresh();
    scenario.shows('1 down — all 4', { down: 'x', calls: 2 });
  });
});

describe('A page that brings nothing new', () => {
  const scenario = useScenario();

  it('is recognized without ids by all but status, error and times', async () => {
    let calls = 0;
    scenario.serve(() => {
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
    await scenario.signIn();
    await scenario.loadAll();
    assert.equal(scenario.list.loaded.count, 10);
    assert.equal(scenario.list.loaded.counts.down, 2, 'the worse of both readings');
    assert.equal(scenario.service.callCount(), 2);
  });
});
