import assert from 'node:assert/strict';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';

/** Each record gets an ID and a name. */
function read(records: readonly object[], statusValues = {}) {
  const monitors = records.map((record, i) => ({ id: i + 1, name: `Monitor ${i + 1}`, ...record }));
  return readList(aResponse({ monitors }), { picks: { statusValues } });
}

const statusesOf = (records: readonly object[], statusValues = {}) =>
  read(records, statusValues)
    .monitors.map(({ status }) => status)
    .join(' ');

const others =
  'prior build archive pairing onboarding enrollment invitation blacklist dnssec scheduling interview screenshot';
const statusesOfOthers = Object.fromEntries(
  others.split(' ').map((other) => [`${other}_status`, 'failed']),
);

describe('The status', () => {
  const rows: readonly [title: string, expected: string, records: readonly object[]][] = [
    [
      'is paused by a switch of the monitor',
      'paused paused paused paused',
      [
        { status: 'down', enabled: false },
        { status: 'down', is_active: 'no' },
        { status: 'up', paused: 1 },
        { status: 'up', monitor_enabled: false },
      ],
    ],
    [
      'ignores switches of other things',
      'down down down down down',
      [
        { status: 'down', keyword_enabled: false, api_enabled: false },
        { status: 'down', trigger_active: false, alerts_enabled: false },
        { status: 'down', keyword: { enabled: false }, trigger: { active: false } },
        { status: 'down', public_enabled: false, ssl: { enabled: false } },
        { status: 'down', notifications: { paused: true } },
      ],
    ],
    [
      'is paused in maintenance',
      'paused paused paused paused paused paused up',
      [
        { status: 'down', maintenance: true },
        { status: 'up', in_downtime: true },
        { status: 'down', scheduled_downtime_depth: 1 },
        { status: 'down', scheduled_downtime_depth: 2 },
        { status: 'down', under_maintenance: true },
        { status: 'down', is_in_maintenance: true },
        { status: 'up', maintenance: false, scheduled_downtime_depth: 0 },
      ],
    ],
    [
      'is a word that is known whole',
      'up degraded down down degraded paused pending unknown',
      [
        { status: 'Operational' },
        { status: 'trouble', connected: false },
        { status: 'MONITOR_DOWN' },
        { status: 'service unavailable' },
        { status: 'partial_outage' },
        { status: 'under maintenance' },
        { status: 'Not yet checked' },
        { status: 'running:healthy' },
      ],
    ],
    [
      'is unknown if a text only contains known words',
      'up unknown unknown unknown unknown unknown unknown unknown unknown unknown down',
      [
        { status: 'up' },
        { status: '0 issues' },
        { status: 'error-free' },
        { status: 'Recovered from down' },
        { status: 'alerting disabled' },
        { status: 'no longer down' },
        { status: 'down for maintenance of the up link' },
        { status: 'up 99.9 %' },
        { status: 'not really up' },
        { status: 'keine Fehler' },
        { status: 'down' },
      ],
    ],
    ['is a flag if there is no word', 'up down', [{ is_up: true }, { is_up: false }]],
    [
      'is a word before a flag, and a failing flag is an alarm',
      'down down up',
      [
        { status: 'ok', online: false },
        { status: 'ok', in_alarm: true },
        { status: 'ok', in_alarm: false },
      ],
    ],
    [
      'is no flag of a part',
      'up up up',
      [
        { status: 'up', agent_online: false },
        { status: 'up', ssl_valid: false },
        { status: 'up', keyword_up: false },
      ],
    ],
    ['is no flag of a part alone', 'unknown', [{ agent_online: false }]],
    [
      'is not the availability of a product',
      'unknown unknown',
      [
        { price: 24.5, in_stock: false, available: false, availability: 'unavailable' },
        { price: 19, in_stock: true, available: true, availability: 'available' },
      ],
    ],
    [
      'is the last result before a flag',
      'down up',
      [
        { last_result: 'failure', connected: true },
        { last_result: 'success', connected: true },
      ],
    ],
    [
      'is not the last one beside the present one',
      'up down up',
      [
        { state: 'up', last_state: 'down' },
        { state: 'down', last_state: 'up' },
        { state: 'up', last_state: 'degraded' },
      ],
    ],
    ['is no result alone, which may be that of a rule', 'unknown', [{ result: false }]],
    ['is not that of something else', 'unknown', [statusesOfOthers]],
    [
      'is no "running", even beside failures',
      'unknown down',
      [{ status: 'running' }, { status: 'failed' }],
    ],
    [
      'is paused by the time of a pause, but not by 0 or null in its place',
      'paused up up',
      [
        { status: 'up', paused_at: '2026-03-04T11:20:31Z' },
        { status: 'up', paused_at: 0 },
        { status: 'up', paused_at: null },
      ],
    ],
    [
      'is how it is before how it is set up',
      'down up',
      [
        { status: 'ENABLED', health: 'CRITICAL' },
        { status: 'ENABLED', health: 'OK' },
      ],
    ],
    [
      'is the worst of several flags',
      'degraded down down',
      [
        { hasFailures: false, isDegraded: true, infected: false },
        { hasFailures: true, isDegraded: true, infected: false },
        { hasFailures: false, isDegraded: false, infected: true },
      ],
    ],
    [
      'is no result of anything else',
      'unknown unknown unknown unknown',
      [
        { degradedAfter: 3000 },
        { headers: { status: '200 OK' } },
        { authentication: { status: 'valid' } },
        { active: true, outage_status: 'resolved' },
      ],
    ],
    ['is unknown for a code without words', 'unknown unknown', [{ status: 2 }, { status: 9 }]],
  ];
  for (const [title, expected, records] of rows) {
    it(title, () => assert.equal(statusesOf(records), expected));
  }

  it("follows the user's meaning of a value, in any case, before known words", () => {
    const meanings = { 2: 'up', nr: 'down', ok: 'degraded' };
    assert.equal(statusesOf([{ status: 2 }, { status: 9 }], meanings), 'up unknown');
    assert.equal(statusesOf([{ status: 'NR' }, { status: 'OK' }], meanings), 'down degraded');
  });

  it('is asked for by its unknown values', () => {
    assert.deepEqual(read([{ status: 2 }, { status: 9 }]).unknownValues, ['2', '9']);
    const texts = [{ status: 'up' }, { status: '0 issues' }, { status: 'error-free' }];
    assert.deepEqual(read(texts).unknownValues, ['0 issues', 'error-free']);
    assert.deepEqual(read([{ status: '0 issues' }]).unknownValues, ['0 issues']);
  });

  const contradictions: readonly (readonly object[])[] = [
    [{ status: 'up', health: 'down' }],
    [
      { status: 'error', is_failed: false },
      { status: 'gelb', is_failed: false },
      { status: 'blau', is_failed: false },
    ],
  ];
  it('is asked for if two words, or a word and a flag, contradict', () => {
    for (const records of contradictions) {
      const { asks, monitors } = read(records);
      assert.deepEqual([asks, monitors[0]?.status], [['status'], 'unknown']);
    }
  });
});
