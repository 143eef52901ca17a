import assert from 'node:assert/strict';
import type { App } from '../../../src/account/app';
import { countStatuses, type StatusCounts } from '../../../src/monitors/monitor';
import type { LoadedMonitors } from '../../../src/monitors/loadedMonitors';
import { toNewsText } from '../../../src/ui/texts/monitorText';
import type { Since } from '../../../src/monitors/since';
import { toSummaryText, type LoadedSummary } from '../../../src/ui/texts/summaryText';
import { aMonitor } from '../../support/aMonitor';

const NOW = new Date(2026, 0, 15, 12).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const counts = (some: Partial<StatusCounts> = {}): StatusCounts => ({
  ...countStatuses([]),
  ...some,
});

const NUMBERS = { count: 340, total: 340, complete: true, end: 'end', tellsStatus: true };
const toLoaded = (fields: Partial<LoadedMonitors> = {}) =>
  ({ ...NUMBERS, ...fields }) as LoadedMonitors;
const PART = toLoaded({ count: 120, complete: false, end: 'more' });

/** By default all 340 monitors are up and were read four minutes ago. */
const aSummary = (fields: Partial<LoadedSummary> = {}): LoadedSummary => ({
  loaded: toLoaded(),
  muted: countStatuses([]),
  counts: counts({ up: 340 }),
  readAt: NOW - 4 * MINUTE,
  ...fields,
});

describe('The line above the rows', () => {
  const line = (
    fields: Partial<LoadedSummary>,
    more?: Parameters<typeof toSummaryText>[2],
  ): string => toSummaryText(aSummary(fields), NOW, more);

  it('says "None down" only if all monitors are loaded, recent, and have known statuses', () => {
    const muted = counts({ down: 1 });
    const cases: [Partial<LoadedSummary>, string][] = [
      [{}, 'None down in all 340 · 4m'],
      [{ counts: counts({ up: 339, unknown: 1 }) }, '1 unknown — all 340 · 4m'],
      [{ readAt: NOW - 25 * HOUR }, '0 down in all 340 · 1d old'],
      [{ counts: counts({ up: 339 }), muted }, '1 down, muted — all 340 · 4m'],
      [
        { loaded: PART, counts: counts({ down: 3, degraded: 5, unknown: 3, up: 108 }), muted },
        '3 down · 5 degraded · 3 unknown · 1 down, muted — 120 of 340 · 4m',
      ],
    ];
    for (const [fields, text] of cases) {
      assert.equal(line(fields), text);
    }
  });

  it('begins with the filter and what matches, and counts problems behind the filter, too', () => {
    const filter = { text: 'tag:eu', matches: 12 };
    const cases: [Partial<LoadedSummary>, string][] = [
      [{ loaded: PART }, '0 down in 120 of 340'],
      [{}, 'None down in all 340'],
      [{ counts: counts({ down: 33, degraded: 12 }) }, '33 down · 12 degraded — all 340'],
      [{ loaded: toLoaded({ tellsStatus: false }), counts: counts({ unknown: 340 }) }, 'all 340'],
    ];
    for (const [fields, text] of cases) {
      assert.equal(line(fields, { filter }), `tag:eu · 12 matching — ${text} · 4m`);
    }
    const hostile = { text: '$(flame) [x](command:y)', matches: 0 };
    assert.match(line({}, { filter: hostile }), /^\$ \(flame\) \[x\] \(command:y\) · 0 matching/);
  });
});

describe('The news of a monitor', () => {
  it('has ages by the clock of its service, and what was seen here by the clock of this machine', () => {
    const date = new Date(NOW - 24 * HOUR).toUTCString();
    const call = { number: 1, begun: NOW, ended: NOW };
    const says = (since: Since) => {
      const page = { index: 0, headers: { date }, call };
      const app: unknown = { shown: { sinceOf: () => since }, now: () => NOW };
      return toNewsText(app as App, { monitor: aMonitor({ status: 'down' }), page });
    };
    assert.equal(says({ source: 'service', at: NOW - 25 * HOUR }), 'Down 1h');
    assert.equal(says({ source: 'seen', at: NOW - 2 * HOUR }), 'Down, seen since 10:00 AM');
  });
});
