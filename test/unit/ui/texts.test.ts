import assert from 'node:assert/strict';
import type { StatusCounts } from '../../../src/monitors/arrangement';
import { largerPage } from '../../../src/ui/credits/pageSizes';
import type { Monitor } from '../../../src/monitors/monitor';
import { toLastingText } from '../../../src/ui/texts/monitorText';
import { toMonitorText, type MonitorContext } from '../../../src/ui/tree/rowText';
import type { Since } from '../../../src/monitors/since';
import { toMonitorTooltip } from '../../../src/ui/texts/monitorTooltip';
import { toBadge, toSummaryText, type Summary } from '../../../src/ui/texts/summaryText';
import { aMonitor } from '../../support/aMonitor';
import { inEnglish as t } from '../../support/inEnglish';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const counts = (some: Partial<StatusCounts> = {}): StatusCounts => ({
  up: 0,
  down: 0,
  degraded: 0,
  paused: 0,
  pending: 0,
  unknown: 0,
  ...some,
});

/** By default all 340 monitors are up and were read four minutes ago. */
const aSummary = (fields: Partial<Summary> = {}): Summary => ({
  count: 340,
  total: 340,
  complete: true,
  hasMore: false,
  counts: counts({ up: 340 }),
  readAt: NOW - 4 * MINUTE,
  now: NOW,
  ...fields,
});

const part = { count: 120, complete: false, hasMore: true };

describe('The line above the rows', () => {
  const lines: [string, Partial<Summary>, string][] = [
    [
      'counts what wants an eye, in what is loaded',
      { ...part, counts: counts({ down: 4, degraded: 5, up: 111 }) },
      '4 down · 5 degraded — 120 of 340 · 4m',
    ],
    [
      'says that none is down of a whole, fresh account whose statuses are known',
      {},
      'None down in all 340 · 4m',
    ],
    ['does not, of a part', { ...part, counts: counts({ up: 120 }) }, '0 down in 120 of 340 · 4m'],
    [
      'does not, of a part of nobody knows how many',
      { ...part, total: undefined, counts: counts({ up: 120 }) },
      '0 down in 120+ · 4m',
    ],
    [
      'does not, where no status is known',
      { count: 34, total: 34, counts: counts({ unknown: 34 }) },
      'Status unknown for 34 of 34 · 4m',
    ],
    [
      'does not, where one status is unknown',
      { counts: counts({ up: 339, unknown: 1 }) },
      'Status unknown for 1 of 340 · 4m',
    ],
    [
      'tells of the unknown beside the others',
      { ...part, counts: counts({ down: 1, unknown: 3, up: 116 }) },
      '1 down · 3 unknown — 120 of 340 · 4m',
    ],
    [
      'says that rows are old, and gives no all-clear of them',
      { readAt: NOW - 25 * HOUR },
      '0 down in all 340 · 1d old',
    ],
    [
      'says what is filtered, how many match, and that not all is loaded',
      { ...part, filter: { text: 'tag:eu', matches: 12 } },
      '0 down — tag:eu · 12 in 120 of 340 · 4m',
    ],
    [
      'says what part of all is shown',
      {
        ...{
          count: 1_000,
          total: 1_000,
          complete: true,
          counts: counts({ down: 33, degraded: 12, up: 955 }),
        },
        filter: { text: 'status:problem', matches: 45 },
      },
      '33 down · 12 degraded — status:problem · 45 of 1,000 · 4m',
    ],
    [
      'says that none is down also behind a filter',
      { filter: { text: 'checkout', matches: 3 } },
      'None down — checkout · 3 of 340 · 4m',
    ],
    [
      'says that none matches, and shows no icon or link out of a filter',
      { ...part, filter: { text: '$(flame) [x](command:y)', matches: 0 } },
      '0 down — $ (flame) [x] (command:y) · 0 in 120 of 340 · 4m',
    ],
    [
      'tells muted problems apart from the others',
      { ...part, counts: counts({ down: 3, degraded: 1, up: 116 }), muted: counts({ down: 1, degraded: 1 }) },
      '2 down · 1 down · 1 degraded, muted — 120 of 340 · 4m',
    ],
    [
      'gives no all-clear of a problem because it is muted',
      { counts: counts({ down: 1, up: 339 }), muted: counts({ down: 1 }) },
      '1 down, muted — all 340 · 4m',
    ],
    [
      'writes numbers as the language does',
      { count: 1_200, total: 34_000, complete: false, counts: counts({ up: 1_200 }) },
      '0 down in 1,200 of 34,000 · 4m',
    ],
  ];
  for (const [what, fields, expected] of lines) {
    it(what, () => assert.equal(toSummaryText(t, aSummary(fields)), expected));
  }

  it('always keeps the counts, and begins with the running operation instead of the age', () => {
    const summary = aSummary({
      ...part,
      count: 10_000,
      total: 34_000,
      counts: counts({ down: 1_234, degraded: 345, unknown: 34 }),
    });
    assert.equal(
      toSummaryText(t, summary, t('Refreshing: {0} of {1}', 2, 5)),
      'Refreshing: 2 of 5 · 1,234 down · 345 degraded · 34 unknown — 10,000 of 34,000',
    );
    assert.equal(
      toSummaryText(t, { ...summary, readAt: NOW - 25 * HOUR }, t('Page {0} failed', 3)),
      'Page 3 failed · 1,234 down · 345 degraded · 34 unknown — 10,000 of 34,000 · 1d old',
    );
    assert.equal(toSummaryText(t, summary), '1,234 down · 345 degraded · 34 unknown — 10,000 of 34,000 · 4m');
  });
});

describe('The badge', () => {
  const badge = (
    setting: 'down' | 'problems' | 'off',
    some: Partial<StatusCounts>,
    muted: Partial<StatusCounts> = {},
  ) =>
    toBadge(t, {
      setting,
      summary: aSummary({ ...part, counts: counts(some), muted: counts(muted) }),
    });

  it('counts monitors that are down, with scope and time', () => {
    assert.deepEqual(badge('down', { down: 4, degraded: 5 }), {
      value: 4,
      tooltip: '4 down in 120 of 340, read 4 minutes ago',
    });
  });

  it('counts degraded monitors, too, or nothing, by the setting', () => {
    assert.equal(badge('problems', { down: 4, degraded: 5 })?.value, 9);
    assert.equal(badge('off', { down: 4 }), undefined);
    assert.equal(badge('down', { degraded: 5 }), undefined);
  });

  it('leaves out muted monitors, and says so', () => {
    assert.deepEqual(badge('down', { down: 4 }, { down: 1 }), {
      value: 3,
      tooltip: '3 down in 120 of 340, read 4 minutes ago · 1 muted',
    });
    assert.equal(badge('down', { down: 1 }, { down: 1 }), undefined);
  });
});

describe('The row of a monitor', () => {
  const context = {
    change: undefined,
    lasting: undefined,
    now: NOW,
    isOld: false,
    isPinned: false,
    mute: undefined,
    isUnderStatus: false,
    tellsStatus: true,
    changes: undefined,
    fields: [],
  };
  const api = aMonitor({ name: 'API', target: 'https://api.example/health/', status: 'down' });
  const row = (monitor: Monitor, more: Partial<MonitorContext> = {}) =>
    toMonitorText(t, monitor, { ...context, ...more });

  it('has the name, and the status, or the address if the monitor is up', () => {
    const { label, description, aria } = row(api);
    assert.deepEqual([label, description, aria], ['API', 'down', 'API, down, api.example/health']);
    assert.equal(row({ ...api, status: 'up' }).description, 'api.example/health');
    const nameless = aMonitor({ name: ' ', target: 'https://a.example/' });
    assert.deepEqual([row(nameless).label, row(nameless).description], ['a.example', '']);
  });

  it('repeats its heading only for screen readers', () => {
    const { description, aria } = row(api, { isUnderStatus: true });
    assert.deepEqual([description, aria], ['api.example/health', 'API, down, api.example/health']);
    const odd = aMonitor({ status: 'unknown', rawStatus: 'wobbly' });
    assert.equal(row(odd, { isUnderStatus: true }).description, 'status wobbly');
  });

  it('has duration and cause before the former status', () => {
    const gone = { ...api, lastError: '503 Service Unavailable (nginx)' };
    const change = { kind: 'wentDown', monitor: gone, was: 'up' } as const;
    const lasting = toLastingText(t, { source: 'service', at: NOW - HOUR }, NOW);
    const { description } = row(gone, { change, lasting, isUnderStatus: true });
    assert.equal(description, '1h · 503 (nginx) · was up');
  });

  it('begins with the mute and its note, and is dimmed', () => {
    const mute = { id: api.id, until: 'unmuted', note: 'waiting for [DNS](command:x)' } as const;
    const { description, color, aria } = row(api, { mute, isUnderStatus: true });
    assert.equal(description, 'muted: waiting for [DNS] (command:x)');
    assert.equal(color, 'disabledForeground');
    assert.match(aria!, /, muted: waiting for/);
  });

  it('says that a status is older than the first time it was seen here', () => {
    const lasting = (source: Since['source'], ms: number) => toLastingText(t, { source, at: NOW - ms }, NOW);
    assert.equal(lasting('service', 11 * MINUTE), '11m');
    assert.equal(lasting('service', 1), 'just now');
    assert.equal(lasting('seen', 11 * MINUTE), 'over 11m');
    assert.equal(lasting('seen', 1), undefined);
  });

  it('has a tooltip with the facts, as plain text', () => {
    const monitor = aMonitor({
      ...{
        name: '[x](command:evil)',
        target: 'https://a.example then words',
        type: 'http',
        intervalMs: 60_000,
      },
      tags: ['payments', 'critical'],
      lastCheckedAt: NOW - 2 * MINUTE,
      raw: { responseTime: 338, region: 'eu-central' },
    });
    const [name, status, target, facts] = toMonitorTooltip(t, monitor, undefined, NOW).map((text) =>
      text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    );
    assert.deepEqual(
      [name, status, target, facts],
      [
        '**[x] (command:evil)**',
        'up, checked 2 minutes ago',
        'https://a.example then words',
        'http · every 60 sec · 338 ms · eu-central · payments, critical',
      ],
    );
    assert.ok(!toMonitorTooltip(t, monitor, undefined, NOW).join('').includes('](command'));
  });
});

describe('Larger pages', () => {
  const common = { monitors: 1_000, calls: 19, pageSize: 50, limit: undefined };

  it('are offered if they save calls', () => {
    assert.deepEqual(largerPage(common), { pageSize: 500, calls: 2 });
    assert.deepEqual(largerPage({ ...common, monitors: 100_000, calls: 1_999 }), {
      pageSize: 1_000,
      calls: 100,
    });
    assert.deepEqual(largerPage({ ...common, limit: 200 }), { pageSize: 200, calls: 5 });
  });

  it('are not offered if the service refuses them, or they save nothing', () => {
    assert.equal(largerPage({ ...common, limit: 50 }), undefined);
    assert.equal(largerPage({ ...common, pageSize: 500, calls: 2 }), undefined);
    assert.equal(largerPage({ ...common, monitors: 100, calls: 1 }), undefined);
  });
});
