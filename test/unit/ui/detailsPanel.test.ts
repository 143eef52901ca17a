import assert from 'node:assert/strict';
import type { Monitor } from '../../../src/monitors/monitor';
import { LAST_CHANGE, STATUS, type MonitorRuns } from '../../../src/monitors/run';
import { aDetailsPage } from '../../support/aDetailsPage';
import { aMonitor } from '../../support/aMonitor';
import { runsAt } from '../../support/aRun';
import { buttonsOf, factsOf, textOf, textsOf } from '../../support/panelText';

const NOW = new Date(2026, 10, 21, 14, 30).getTime();
const MINUTE = 60_000;
const at = (hour: number): number => new Date(2026, 10, 21, hour).getTime();

const seen = (...spans: Parameters<typeof runsAt>[0]): MonitorRuns =>
  new Map([[STATUS, runsAt(spans)]]);

describe('The details of a monitor', () => {
  it('begin with what is new', () => {
    const headlineOf = (fields: Partial<Monitor>) =>
      textsOf(aDetailsPage(aMonitor({ name: 'API', status: 'unknown', ...fields })), 'h1')[0];
    const lasting = { status: 'down', since: NOW - 3 * 24 * 60 * MINUTE } as const;
    const lastError = 'HTTP 502 Bad Gateway';
    assert.deepEqual(
      [
        { ...lasting, lastError },
        { ...lasting, status: 'up' as const },
        { rawStatus: 'AV' },
        {},
        { changedAt: NOW - 120 * MINUTE },
      ].map(headlineOf),
      [
        'API Down 3d — HTTP 502 Bad Gateway',
        'API Up 3d',
        'API Status AV',
        'API',
        'API Changed 2h ago',
      ],
    );
  });

  it('show each fact with its unit, and the time of loading', () => {
    const monitor = aMonitor({
      ...{ id: 'm7', name: 'Checkout API', status: 'degraded', rawStatus: 'SLOW', type: 'http' },
      ...{ target: 'https://a.test/pay', intervalMs: 60_000, lastCheckedAt: NOW - 3 * MINUTE },
      changedAt: NOW - 120 * MINUTE,
      ...{ lastError: '503 Service Unavailable', tags: ['eu'] },
      raw: {
        http_status: 503,
        service: 'http',
        responseTimeMs: 338,
        uptime: 57,
        ssl: { expiresAt: new Date(2026, 11, 11, 14, 30).toISOString() },
      },
    });
    const content = aDetailsPage(monitor);
    assert.deepEqual(factsOf(content), {
      'Status in the service': 'SLOW',
      'Last change': '2h ago Nov 21, 2026, 12:30 PM',
      'Last check': '3m ago Nov 21, 2026, 2:27 PM',
      'Response time': '338 ms',
      Uptime: '57',
      'HTTP status': '503',
      'Certificate expires': 'Dec 11, 2026, 2:30 PM',
      Type: 'http',
      Interval: 'every 1 minute',
      Tags: 'eu',
      Address: 'https://a.test/pay',
      Loaded: '4m ago Nov 21, 2026, 2:26 PM, page 3',
      ID: 'm7',
    });
  });

  it('say since when, from the record or from what was seen here', () => {
    const down = aMonitor({ status: 'down' });
    const factOf = (monitor: Monitor, ...spans: Parameters<typeof runsAt>[0]) => {
      const { Since: since, 'Seen since': seenSince } = factsOf(
        aDetailsPage(monitor, { runs: seen(...spans) }),
      );
      return since ?? `seen ${seenSince}`;
    };
    assert.equal(factOf(down, ['down', at(9), at(12)]), 'seen 9:00 AM');
    // It may have been down while its status was unknown.
    assert.equal(factOf(down, ['up', at(7)], ['unknown', at(8)], ['down', at(9)]), 'seen 9:00 AM');
    const spans = [
      ['up', at(7), at(8)],
      ['down', at(9), at(12)],
    ] as const;
    assert.equal(factOf(down, ...spans), 'between 8:00 AM and 9:00 AM seen here; up before that');
    assert.equal(factOf({ ...down, since: at(8) }, ...spans), '8:00 AM reported by the service');
  });

  it('have a strip of seen changes if there is no status, with the day alone if a zone is unknown', () => {
    // The same day in UTC and in the time zone of the tests.
    const last = at(14) + 25 * MINUTE;
    const spans = [at(14), last].map((changedAt) => [String(changedAt), changedAt] as const);
    const runs = new Map([[LAST_CHANGE, runsAt(spans, LAST_CHANGE)]]);
    const changed = aMonitor({ status: 'unknown', changedAt: last });
    const expected = ['Changed Nov 21, 2026, 2:25 PM', 'Changed Nov 21, 2026, 2:00 PM'];
    assert.deepEqual(textsOf(aDetailsPage(changed, { runs }), 'li'), expected);
    const withoutZone = textsOf(aDetailsPage({ ...changed, timesLackZone: true }, { runs }), 'li');
    assert.deepEqual(withoutZone, ['Changed Nov 21, 2026', 'Changed Nov 21, 2026']);
  });

  it('have a strip of statuses, with gaps if nothing was read, and how long it was down', () => {
    const [up, down, back] = runsAt([
      ['up', at(2)],
      ['down', at(7), at(8)],
      ['up', at(9), at(12)],
    ]);
    const said = [up!, { ...down!, saidAt: at(6) }, { ...back!, saidAt: at(6) + 22 * MINUTE }];
    const page = aDetailsPage(aMonitor(), { runs: new Map([[STATUS, said]]) });
    assert.deepEqual(textsOf(page, 'li'), [
      'Up 9:00 AM – 12:00 PM',
      'Down 7:00 AM – 8:00 AM · for 22m',
      'Not read 2:00 AM – 7:00 AM',
      'Up 2:00 AM',
    ]);
  });

  it('say what a field in rows was, and its lowest value', () => {
    const price = (value: number) => ({ value, words: ['price'], currency: 'EUR' });
    const spans = [40.5, 37.5, 45.5, 39.9].map((value, place) => {
      return [JSON.stringify(price(value)), at(place + 7)] as const;
    });
    const rowFields = { of: () => ({ price: price(39.9) }) };
    const runs = new Map([['field:price', runsAt(spans, 'field:price')]]);
    const [text] = textsOf(aDetailsPage(aMonitor(), { rowFields, runs }), 'p');
    assert.equal(text, '€39.90 since 10:00 AM · €45.50 before · lowest since 7:00 AM: €37.50');
  });

  it('have the last record of a monitor that is gone, without a present status or actions', () => {
    const monitor = aMonitor({
      ...{ name: 'Shop', status: 'down', lastError: 'Timeout', raw: { region: 'eu' } },
      target: 'https://a.test',
    });
    const call = { number: 1, begun: 0, ended: at(7) };
    const page = aDetailsPage(undefined, {
      last: { monitor, page: { index: 0, headers: {}, call } },
      runs: seen(['down', at(7)], ['absent', at(9)]),
    });
    assert.equal(textsOf(page, 'h1')[0], 'Shop');
    assert.match(textOf(page), /no longer in the account.*region eu/);
    assert.deepEqual(textsOf(page, 'li'), ['Not in the list 9:00 AM', 'Down 7:00 AM']);
    assert.equal(factsOf(page)['Last error'], 'Timeout');
    assert.deepEqual([buttonsOf(page), String(page.body).match(/command:/g)], [[], null]);
  });

  it('offer possible actions with their cost', () => {
    const here = aMonitor({ id: 'a', target: 'https://a.test' });
    const usual = ['Copy as Markdown', 'Pin', 'Refresh (1 call)'];
    const cases: [Parameters<typeof aDetailsPage>, string[]][] = [
      [[aMonitor()], usual],
      [[here], ['Open Address', ...usual]],
      [
        [here, { isInService: true }],
        ['Open in Service', 'Open Address', ...usual],
      ],
      [[undefined], []],
    ];
    for (const [args, buttons] of cases) {
      assert.deepEqual(buttonsOf(aDetailsPage(...args)), buttons);
    }
    assert.match(textOf(aDetailsPage(undefined)), /This monitor isn't loaded/);
  });

  it('list all fields, also inside objects, and limit any record', () => {
    const rowsOf = (raw: unknown): string[] =>
      textsOf(aDetailsPage(aMonitor({ raw })), 'tr').slice(1);
    const raw = { a: 1, b: { c: ['x', 2], d: {} }, e: null };
    assert.deepEqual(rowsOf(raw), ['a 1', 'e null', 'b.c[0] x', 'b.c[1] 2']);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [index, index]));
    assert.equal(rowsOf(wide).length, 200);
    assert.match(textOf(aDetailsPage(aMonitor({ raw: wide }))), /Only the first 200 fields/);
    for (const odd of [null, 'text', 7, [], [1, [2]], { '': '', long: 'x'.repeat(1e6) }]) {
      assert.ok(textOf(aDetailsPage(aMonitor({ raw: odd }))).length < 6_000);
    }
  });
});
