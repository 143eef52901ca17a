import assert from 'node:assert/strict';
import type { StatusCounts } from '../../../src/monitors/arrangement';
import { largerPage } from '../../../src/ui/credits/pageSizes';
import { toMonitorTexts } from '../../../src/ui/texts/monitorText';
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

/** All 340 monitors up, read four minutes ago, unless told otherwise. */
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

describe('the line above the rows', () => {
  const lines: [string, Partial<Summary>, string][] = [
    [
      'counts what wants an eye, in what is loaded',
      { ...part, counts: counts({ down: 4, degraded: 5, up: 111 }) },
      '4 down · 5 degraded — 120 of 340 · 4 min',
    ],
    [
      'says that none is down of a whole, fresh account whose statuses are known',
      {},
      'None down in all 340 · 4 min',
    ],
    ['does not, of a part', { ...part, counts: counts({ up: 120 }) }, '0 down in 120 of 340 · 4 min'],
    [
      'does not, of a part of nobody knows how many',
      { ...part, total: undefined, counts: counts({ up: 120 }) },
      '0 down in 120+ · 4 min',
    ],
    [
      'does not, where no status is known',
      { count: 34, total: 34, counts: counts({ unknown: 34 }) },
      'Status unknown for 34 of 34 · 4 min',
    ],
    [
      'does not, where one status is unknown',
      { counts: counts({ up: 339, unknown: 1 }) },
      'Status unknown for 1 of 340 · 4 min',
    ],
    [
      'tells of the unknown beside the others',
      { ...part, counts: counts({ down: 1, unknown: 3, up: 116 }) },
      '1 down · 3 unknown — 120 of 340 · 4 min',
    ],
    [
      'says that rows are old, and gives no all-clear of them',
      { readAt: NOW - 25 * HOUR },
      '0 down in all 340 · 1 day old',
    ],
    [
      'says what is filtered, how many match, and that not all is loaded',
      { ...part, filter: { text: 'tag:eu', matches: 12 } },
      '0 down — tag:eu · 12 in 120 of 340 · 4 min',
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
      '33 down · 12 degraded — status:problem · 45 of 1,000 · 4 min',
    ],
    [
      'says that none is down also behind a filter',
      { filter: { text: 'checkout', matches: 3 } },
      'None down — checkout · 3 of 340 · 4 min',
    ],
    [
      'says that none matches, and shows no icon or link out of a filter',
      { ...part, filter: { text: '$(flame) [x](command:y)', matches: 0 } },
      '0 down — $ (flame) [x] (command:y) · 0 in 120 of 340 · 4 min',
    ],
    [
      'writes numbers as the language does',
      { count: 1_200, total: 34_000, complete: false, counts: counts({ up: 1_200 }) },
      '0 down in 1,200 of 34,000 · 4 min',
    ],
  ];
  for (const [what, fields, expected] of lines) {
    it(what, () => assert.equal(toSummaryText(t, aSummary(fields)), expected));
  }

  it('never gives up a count, and begins with what is under way in place of the age', () => {
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
      'Page 3 failed · 1,234 down · 345 degraded · 34 unknown — 10,000 of 34,000 · 1 day old',
    );
    assert.equal(
      toSummaryText(t, summary),
      '1,234 down · 345 degraded · 34 unknown — 10,000 of 34,000 · 4 min',
    );
  });
});

describe('the badge', () => {
  const badge = (
    setting: 'down' | 'problems' | 'off',
    some: Partial<StatusCounts>,
    hidden: Partial<StatusCounts> = {},
  ) =>
    toBadge(t, {
      setting,
      summary: aSummary({ ...part, counts: counts(some) }),
      hidden: counts(hidden),
    });

  it('counts what is down, in what scope and of when', () => {
    assert.deepEqual(badge('down', { down: 4, degraded: 5 }), {
      value: 4,
      tooltip: '4 down in 120 of 340, read 4 minutes ago',
    });
  });

  it('counts what is degraded too, or nothing, as the user wants it', () => {
    assert.equal(badge('problems', { down: 4, degraded: 5 })?.value, 9);
    assert.equal(badge('off', { down: 4 }), undefined);
    assert.equal(badge('down', { degraded: 5 }), undefined);
  });

  it('leaves out what is hidden, and says so', () => {
    assert.deepEqual(badge('down', { down: 4 }, { down: 1 }), {
      value: 3,
      tooltip: '3 down in 120 of 340, read 4 minutes ago · 1 hidden from the badge',
    });
    assert.equal(badge('down', { down: 1 }, { down: 1 }), undefined);
  });
});

describe('the texts of a monitor', () => {
  const context = {
    change: undefined,
    since: undefined,
    now: NOW,
    isOld: false,
    isHidden: false,
    isUnderStatus: false,
  };
  const api = aMonitor({ name: 'API', target: 'https://api.example/health/', status: 'down' });

  it('are its name, its status where it is not up, and where it is up its target', () => {
    assert.deepEqual(toMonitorTexts(t, api, context), {
      label: 'API',
      description: 'down',
      aria: 'API, down, api.example/health',
    });
    assert.equal(toMonitorTexts(t, { ...api, status: 'up' }, context).description, 'api.example/health');
  });

  it('repeat no heading, but say it to who hears one row alone; where nothing else is known, its target', () => {
    const texts = toMonitorTexts(t, api, { ...context, isUnderStatus: true });
    assert.deepEqual(
      [texts.description, texts.aria],
      ['api.example/health', 'API, down, api.example/health'],
    );
    const odd = aMonitor({ status: 'unknown', rawStatus: 'wobbly' });
    assert.equal(toMonitorTexts(t, odd, { ...context, isUnderStatus: true }).description, 'status wobbly');
  });

  it('say how it changed', () => {
    const change = { kind: 'gotWorse', monitor: { ...api, status: 'degraded' }, was: 'up' } as const;
    const { description } = toMonitorTexts(t, change.monitor, { ...context, change });
    assert.equal(description, 'got worse: up → degraded');
  });

  it('begin, where it is down, with how long and with what failed', () => {
    const gone = aMonitor({ ...api, lastError: '503 [Service](command:evil) Unavailable' });
    const texts = (since: Since) =>
      toMonitorTexts(t, gone, { ...context, since, isUnderStatus: true }).description;
    const error = '503 [Service] (command:evil) Unavailable';
    assert.equal(texts({ source: 'service', at: NOW - 11 * MINUTE }), `11 min · ${error}`);
    assert.equal(texts({ source: 'service', at: NOW - 1 }), `just now · ${error}`);
    assert.equal(texts({ source: 'seen', at: NOW - 11 * MINUTE }), `over 11 min · ${error}`);
    assert.equal(texts({ source: 'seen', at: NOW - 1 }), error);
  });

  it('tell in the tooltip what a user wants once, as plain text', () => {
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

describe('larger pages', () => {
  const common = { monitors: 1_000, calls: 19, pageSize: 50, limit: undefined };

  it('are offered where they save calls', () => {
    assert.deepEqual(largerPage(common), { pageSize: 500, calls: 2 });
    assert.deepEqual(largerPage({ ...common, monitors: 100_000, calls: 1_999 }), {
      pageSize: 1_000,
      calls: 100,
    });
    assert.deepEqual(largerPage({ ...common, limit: 200 }), { pageSize: 200, calls: 5 });
  });

  it('are not where the service gives none, or they save nothing', () => {
    assert.equal(largerPage({ ...common, limit: 50 }), undefined);
    assert.equal(largerPage({ ...common, pageSize: 500, calls: 2 }), undefined);
    assert.equal(largerPage({ ...common, monitors: 100, calls: 1 }), undefined);
  });
});
