import assert from 'node:assert/strict';
import type { Monitor } from '../../../src/monitors/monitor';
import { STATUS } from '../../../src/monitors/run';
import type { Since } from '../../../src/monitors/since';
import { aMonitor } from '../../support/aMonitor';
import { aRow } from '../../support/aRow';
import { runsAt } from '../../support/aRun';

const NOW = new Date(2026, 0, 15, 12).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const api = aMonitor({ name: 'API', target: 'https://api.example/health/', status: 'down' });
const hourAgo: Since = { source: 'service', at: NOW - HOUR };

describe('The row of a monitor', () => {
  const row = (monitor: Monitor, more: Partial<Parameters<typeof aRow>[1]> = {}) =>
    aRow(monitor, { nowMs: NOW, ...more });

  it('has the status unless the monitor is up or its heading says it, and the address', () => {
    const { label, description, aria } = row(api);
    assert.deepEqual([label, description], ['API', 'down · api.example/health']);
    assert.equal(aria, 'API, down, api.example/health');
    assert.equal(row({ ...api, status: 'up' }).description, 'api.example/health');
    assert.equal(row(api, { isUnderStatus: true }).description, 'api.example/health');
    const odd = aMonitor({ status: 'unknown', rawStatus: 'wobbly' });
    assert.equal(row(odd, { isUnderStatus: true }).description, 'status wobbly');
    const nameless = aMonitor({ name: ' ', target: 'https://a.example/' });
    assert.deepEqual([row(nameless).label, row(nameless).description], ['a.example', '']);
  });

  it('has duration and cause before all else, in place of the address', () => {
    const [from, to] = runsAt([
      ['up', NOW - 2 * HOUR],
      ['down', NOW - HOUR],
    ]);
    const change = new Map([[STATUS, { from: from!, to: to! }]]);
    const gone = { ...api, lastError: '503 Service Unavailable (nginx)' };
    const { description, aria } = row(gone, { change, since: hourAgo, isUnderStatus: true });
    assert.equal(description, '1h · 503 Service Unavailable (nginx) · was up');
    assert.equal(
      aria,
      'API, down, 1h, 503 Service Unavailable (nginx), was up, api.example/health',
    );
  });

  it('cuts a long name if it says since when or why the monitor is down', () => {
    const name = 'Production Europe – Checkout';
    const others = [aMonitor({ name: 'Production Europe – Search' })];
    const down = { ...api, name };
    assert.equal(row(down, { others, since: hourAgo }).label, '…Checkout');
    assert.match(row(down, { others, since: hourAgo }).aria!, /^Production Europe – Checkout, /);
    assert.equal(row(down, { others }).label, name);
    assert.equal(row({ ...down, status: 'up' }, { others, since: hourAgo }).label, name);
  });

  it('begins with a mute, or that it was not read again, and is dimmed, as if it is old', () => {
    const mute = { id: api.id, until: 'unmuted', note: 'waiting for [DNS](command:x)' } as const;
    const muted = row(api, { mute, isUnderStatus: true });
    assert.match(muted.description!, /^muted: waiting for \[DNS\] \(command:x\) · /);
    const old = row(api, { isNotReadAgain: true, readAt: NOW - 3 * MINUTE });
    assert.match(old.description!, /^not read again · 3m ago · down · /);
    const stale = row(api, { readAt: NOW - HOUR - 1 });
    assert.match(stale.aria!, /, loaded more than an hour ago$/);
    for (const { color, aria, description } of [muted, old, stale]) {
      assert.equal(color, 'disabledForeground');
      assert.ok(aria!.includes(description!.split(' · ')[0]!));
    }
  });

  it('says how long a status is only if the service says since when', () => {
    const lasting = (source: Since['source'], ms: number) =>
      row(api, { since: { source, at: NOW - ms }, isUnderStatus: true }).description;
    assert.equal(lasting('service', 11 * MINUTE), '11m');
    assert.equal(lasting('service', 1), 'just now');
    assert.equal(lasting('seen', 11 * MINUTE), 'seen since 11:49 AM');
    assert.equal(lasting('seen', 1), 'api.example/health');
  });

  it('has a tooltip with news and facts, as plain text', () => {
    const monitor = aMonitor({
      name: '[x](command:evil)',
      target: 'https://a.example then words',
      status: 'down',
      lastCheckedAt: NOW - 2 * MINUTE,
      lastError: `503 ${'x'.repeat(100)}`,
    });
    const { toTooltip } = aRow(monitor, { nowMs: NOW, since: hourAgo });
    const [name, news, ...facts] = toTooltip!().split('\n');
    assert.deepEqual([name, news], ['[x] (command:evil)', `Down 1h — 503 ${'x'.repeat(100)}`]);
    assert.match(facts.join(), /Last check: 2m ago,.*Address: https:\/\/a\.example then words/);
  });
});
