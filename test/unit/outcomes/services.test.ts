import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ListAnswer } from '../../simulator/simulatedService';
import { pageOf, someMonitors, useScenario, type Scenario } from '../../support/useScenario';

const ALL = someMonitors(113);
const PAGES = 3;

/** Ten ordinary services with 113 monitors that are up, asked for 50 per page. */
const SERVICES: Readonly<Record<string, () => ListAnswer>> = {
  'says a total': () => (request) => ({ monitors: pageOf(ALL, request), total: 113 }),
  'says `hasMore`': () => (request) => ({
    monitors: pageOf(ALL, request),
    hasMore: request.pageIndex + 1 < PAGES,
  }),
  'gives `next` until the last page': () => (request) => {
    const monitors = pageOf(ALL, request);
    const next = `/monitors?page=${request.pageIndex + 1}`;
    return request.pageIndex + 1 < PAGES ? { monitors, next } : { monitors };
  },
  'says a number of pages': () => (request) => ({
    monitors: pageOf(ALL, request),
    number: request.pageIndex,
    totalPages: PAGES,
  }),
  'gives a bare array of 13': () => (request) => pageOf(ALL.slice(0, 13), request),
  'says nothing': () => (request) => ({ monitors: pageOf(ALL, request) }),
  'says nothing, and gives 20 at most':
    () =>
    ({ pageIndex, pageSize }) => ({
      monitors: pageOf(ALL, { pageIndex, pageSize: Math.min(pageSize, 20) }),
    }),
  'gives the same 50 on each page': () => () => ({ monitors: ALL.slice(0, 50) }),
  "says a page's length as the total": () => (request) => {
    const monitors = pageOf(ALL, request);
    return { monitors, total: monitors.length };
  },
  'sorts by the last check, and says a total': () => {
    let checked = 0;
    return (request) => {
      // 7 monitors are checked between two calls.
      checked += 7;
      const sorted = [...ALL.slice(-checked % 113), ...ALL.slice(0, -checked % 113)];
      return { monitors: pageOf(sorted, request), total: 113 };
    };
  },
};

/** The rows of the table in docs/calls.md, by the services in their first cell. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync('docs/calls.md', 'utf8').split('\n');
  const rows = lines.map((line) =>
    line.split(' | ').map((cell) => cell.replace(/^\| |\|$/g, '').trim()),
  );
  return new Map(
    rows.flatMap(([first = '', ...cells]) => first.split('; ').map((what) => [what, cells])),
  );
}

/** Returns "0 down in 50 of 113, Load more". */
function describeView({ line, lastRow = '' }: Scenario): string {
  const isMarked = lastRow.endsWith('may be the end');
  const more = isMarked ? ', _may be the end_' : ', _Load more_';
  return lastRow === '' ? line : `${line}${more}`;
}

describe('A service that', () => {
  const scenario = useScenario({ pageSize: 50 });

  /** Returns "None down in all 113: 2 calls". */
  async function seeAfter(act: () => Promise<void>): Promise<string> {
    scenario.service.forgetCalls();
    await act();
    const calls = scenario.service.callCount('list');
    return `${describeView(scenario)}: ${calls === 1 ? '1 call' : `${calls} calls`}`;
  }

  for (const [what, create] of Object.entries(SERVICES)) {
    it(`${what} is shown and paid for as documented`, async () => {
      scenario.serve(create());
      const cells = [
        await seeAfter(() => scenario.signIn()),
        await seeAfter(() => scenario.loadMore()),
        await seeAfter(() => scenario.loadAll()),
        await seeAfter(() => scenario.refresh()),
      ];
      assert.deepEqual(cells, readTable().get(what));
    });
  }
});
