import assert from 'node:assert/strict';
import type { Monitor } from '../../../../src/monitors/monitor';
import { toDetailsPage, type DetailsSources } from '../../../../src/ui/details/detailsPage';
import { stepProblem, toProblems } from '../../../../src/monitors/problems';
import { toSafeText } from '../../../../src/base/text';
import { aMonitor } from '../../../support/aMonitor';
import { inEnglish } from '../../../support/inEnglish';
import { blocksOf, factsOf, textOf } from '../../../support/pageTexts';

const NOW = Date.UTC(2026, 10, 21, 14, 30);
const MINUTE = 60_000;

function details(monitor: Monitor | undefined, sources: Partial<DetailsSources> = {}) {
  return toDetailsPage(inEnglish, {
    id: monitor?.id ?? 'mon_1',
    found: monitor && { monitor, pageIndex: 2, readAt: NOW - 4 * MINUTE },
    runs: [],
    problems: { place: undefined, count: 0 },
    can: new Set(['openTarget', 'refreshPage']),
    isPinned: false,
    refreshCost: toSafeText('1 call', 10),
    now: NOW,
    ...sources,
  });
}

describe('the details of a monitor', () => {
  it('are what a user looks for: status, last check, target, type, interval, and where and when it was read', () => {
    const facts = factsOf(
      details(
        aMonitor({
          id: 'm7',
          name: 'Checkout API',
          status: 'degraded',
          rawStatus: 'SLOW',
          type: 'http',
          target: 'https://a.test/pay',
          intervalMs: 60_000,
          lastCheckedAt: NOW - 3 * MINUTE,
          changedAt: NOW - 120 * MINUTE,
        }),
      ),
    );
    assert.deepEqual(facts, {
      Status: 'Degraded (The service says "SLOW")',
      'Last change': '2 hours ago (Nov 21, 2026, 12:30 PM)',
      'Last check': '3 minutes ago (Nov 21, 2026, 2:27 PM)',
      Target: 'https://a.test/pay',
      Type: 'http',
      Interval: 'every 60 sec',
      Read: '4 minutes ago (Nov 21, 2026, 2:26 PM, page 3)',
      ID: 'm7',
    });
  });

  it('have the fields of the record that say most, with the unit that the key names, and milliseconds for a response time', () => {
    const raw = {
      responseTimeMs: 338,
      uptime_percent: 99.95,
      region: ['eu', 'us'],
      latency: 5,
      ssl: { expiresAt: '2026-12-11T14:30:00Z' },
      last_error: 'connect ECONNREFUSED',
    };
    const { Region, ...facts } = factsOf(details(aMonitor({ raw })));
    assert.equal(Region, 'eu, us');
    assert.equal(facts['Response time'], '338 ms');
    assert.equal(facts['Uptime'], '99.95%');
    assert.equal(facts['Certificate expires'], 'in 20 days (Dec 11, 2026, 2:30 PM)');
    assert.equal(facts['Last error'], 'connect ECONNREFUSED');
    assert.equal(factsOf(details(aMonitor({ raw: { latency: 1_205 } })))['Response time'], '1,205 ms');
  });

  it('tell the day alone of a time that came without a zone, even if it lies ahead', () => {
    const times = { lastCheckedAt: NOW + 180 * MINUTE, changedAt: NOW, since: NOW - 1 };
    const facts = factsOf(details(aMonitor({ ...times, timesLackZone: true, status: 'down' })));
    assert.deepEqual(
      [facts['Last check'], facts['Last change'], facts['Since']],
      ['Nov 21, 2026', 'Nov 21, 2026', 'Nov 21, 2026 (reported by the service)'],
    );
  });

  it('offer Sign In to a user who is signed out, and the view to others', () => {
    const signedOut = details(undefined, { can: new Set(['signIn']) });
    assert.deepEqual(
      signedOut.actions.map(({ label }) => label),
      ['Sign In'],
    );
    assert.match(textOf(signedOut), /Sign in to see this monitor\./);
    const missing = details(undefined, { can: new Set(['showMonitors']) });
    assert.deepEqual(
      missing.actions.map(({ label }) => label),
      ['Show Monitors'],
    );
  });

  it('say since when: as the record says, else as far as it was seen here', () => {
    const down = aMonitor({ status: 'down' });
    const at = (hour: number): number => Date.UTC(2026, 10, 21, hour);
    const first = details(down, { runs: [{ status: 'down', from: at(9), to: at(12) }] });
    assert.equal(factsOf(first)['Since'], 'First seen 9:00 AM (when it was first read here)');
    const changed = details(down, {
      runs: [
        { status: 'up', from: at(7), to: at(8) },
        { status: 'down', from: at(9), to: at(12) },
      ],
    });
    assert.equal(factsOf(changed)['Since'], 'between 8:00 AM and 9:00 AM (seen here; up before that)');
    const recorded = details(aMonitor({ status: 'down', since: at(8) + 3 * MINUTE, lastError: '503' }), {
      runs: [{ status: 'down', from: at(9), to: at(12) }],
    });
    const { Since: since, 'Last error': lastError } = factsOf(recorded);
    assert.match(since!, /^8:03 AM \(\d+ hours · reported by the service\)$/);
    assert.equal(lastError, '503');
    const other = details(down, { runs: [{ status: 'up', from: at(9), to: at(9) }] });
    assert.equal(factsOf(other)['Since'], undefined);
  });

  it('tell what was seen before, newest first', () => {
    const [, seen] = blocksOf(
      details(aMonitor(), {
        runs: [
          { status: 'down', from: NOW - 9 * MINUTE, to: NOW - 8 * MINUTE },
          { status: 'degraded', from: NOW - 5 * MINUTE + 1, to: NOW - 5 * MINUTE + 2 },
          { status: 'up', from: NOW - 4 * MINUTE, to: NOW - 4 * MINUTE },
        ],
      }),
      'facts',
    );
    assert.deepEqual(seen?.facts, [
      { term: 'Read Nov 21, 2026, 2:26 PM', value: 'Up', status: 'up' },
      { term: 'Read Nov 21, 2026, 2:25 PM', value: 'Degraded', status: 'degraded' },
      { term: 'Read Nov 21, 2026, 2:21 PM to Nov 21, 2026, 2:22 PM', value: 'Down', status: 'down' },
    ]);
  });

  it('offer what there is to do, with its cost, and nothing else', () => {
    const labels = (sources: Partial<DetailsSources>): string[] =>
      details(aMonitor(), sources).actions.map(({ label }) => label);
    assert.deepEqual(labels({}), ['Open Target', 'Refresh This Page (1 call)']);
    const can = new Set(['openTarget', 'openInService'] as const);
    assert.deepEqual(labels({ can }), ['Open in Service', 'Open Target']);
  });

  it('of a monitor that is not loaded say so, and keep what was seen of it', () => {
    const runs = [
      { status: 'up', from: 1, to: 2 },
      { status: 'down', from: 3, to: 4 },
    ] as const;
    const content = details(undefined, { runs, can: new Set(['showMonitors']) });
    assert.match(textOf(content), /This monitor isn.+t loaded/);
    assert.deepEqual(
      blocksOf(content, 'facts')[0]?.facts.map(({ value }) => value),
      ['Down', 'Up'],
    );
  });

  it('list all fields, those of objects one by one, and are bounded for any record', () => {
    const [table] = blocksOf(
      details(aMonitor({ raw: { a: 1, b: { c: ['x', 2], d: {} }, e: null } })),
      'table',
    );
    assert.deepEqual(table?.rows, [
      ['a', '1'],
      ['b.c', '["x",2]'],
      ['b.d', '{}'],
      ['e', 'null'],
    ]);
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) {
      deep = { deep };
    }
    assert.ok(blocksOf(details(aMonitor({ raw: deep })), 'table')[0]?.rows[0]?.[1] === '…');
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
    assert.equal(blocksOf(details(aMonitor({ raw: wide })), 'table')[0]?.rows.length, 200);
    for (const raw of [null, 'text', 7, [], [1, [2]], { '': '', long: 'x'.repeat(1e6) }]) {
      assert.ok(JSON.stringify(details(aMonitor({ raw }))).length < 50_000);
    }
  });
});

describe('the next problem', () => {
  const monitors = [
    aMonitor({ id: 'a', status: 'degraded' }),
    aMonitor({ id: 'b' }),
    aMonitor({ id: 'c', status: 'down' }),
    aMonitor({ id: 'd', status: 'down' }),
  ];
  const problems = toProblems(monitors);

  it('is down before it is degraded, and after the last comes the first', () => {
    assert.equal(stepProblem(problems, 'c', 1)?.id, 'd');
    assert.equal(stepProblem(problems, 'd', 1)?.id, 'a');
    assert.equal(stepProblem(problems, 'a', 1)?.id, 'c');
    assert.equal(stepProblem(problems, 'c', -1)?.id, 'a');
  });

  it('is the first or last from a monitor that is well, and none where all are', () => {
    assert.equal(stepProblem(problems, 'b', 1)?.id, 'c');
    assert.equal(stepProblem(problems, undefined, -1)?.id, 'a');
    assert.equal(stepProblem([], 'b', 1), undefined);
  });
});
