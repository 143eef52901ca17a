import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MonitorStatus } from '../../../../src/monitors/monitor';
import { readList } from '../../../support/readPages';
import { isConfident } from '../../../../src/service/mapping/mapping';
import { parseMappingSettings } from '../../../../src/service/mapping/settings';
import { RuleSet } from '../../../../src/service/mapping/learn/rules';
import { learnStatusValues, readStatusMeaning } from '../../../../src/service/mapping/learn/statusRules';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse } from '../../../support/corpus';

function readAll(records: readonly object[], settings = NO_MAPPING_SETTINGS) {
  const monitors = records.map((record, i) => ({ id: i + 1, name: `m${i + 1}`, ...record }));
  return readList(aResponse({ monitors }), { pageIndex: 0, pageSize: 50, settings });
}

const statusesOf = (records: readonly object[], settings = NO_MAPPING_SETTINGS) =>
  readAll(records, settings).monitors.map(({ status }) => status);

describe('reading status words', () => {
  const words: readonly (readonly [MonitorStatus, readonly string[]])[] = [
    ['up', ['up', 'UP', 'Ok', 'operational', 'Online', 'PASSING', 'NOT_ALERTING', 'Node status is Up.']],
    [
      'down',
      [
        'down',
        'Offline',
        'MAJOR_OUTAGE',
        'majorOutage',
        'unconfirmed_down',
        'Down (Acknowledged)',
        'CREATE_FAILED',
      ],
    ],
    [
      'degraded',
      ['degraded', 'DEGRADED_PERFORMANCE', 'Warning', 'partial_outage', 'Up (warning)', 'RECOVERING'],
    ],
    ['paused', ['paused', 'DISABLED', 'Paused (paused by parent)', 'ACTIVE_STOPPED', 'under_maintenance']],
    ['pending', ['pending', 'validating', 'not checked yet', 'new']],
    ['unknown', ['unknown', 'No Data', 'ACTIVE', 'enabled', 'MUTED', 'active (running)']],
  ];
  for (const [status, examples] of words) {
    it(`reads ${examples.join(', ')} as ${status}`, () => {
      for (const word of examples) {
        assert.equal(readStatusMeaning(word, new RuleSet(), new Map())?.status, status, word);
      }
    });
  }

  it('does not know what is not in its vocabulary, and does not guess from a negation', () => {
    const long = ['x'.repeat(300), `down ${'x'.repeat(300)}`];
    for (const word of ['AV', 'NR', '2', 'not really up', 'never down', ...long, '', 'up 99.9 %']) {
      assert.equal(readStatusMeaning(word, new RuleSet(), new Map()), undefined, word);
    }
  });

  it('reads a word alike in every style', () => {
    const styles = fc.constantFrom<(words: readonly string[]) => string>(
      (words) => words.join('_'),
      (words) => words.join('-').toUpperCase(),
      (words) => words.join(' '),
      (words) => words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(''),
    );
    fc.assert(
      fc.property(
        styles,
        fc.constantFrom(['partial', 'outage'], ['degraded', 'performance']),
        (style, phrase) => {
          assert.equal(readStatusMeaning(style(phrase), new RuleSet(), new Map())?.status, 'degraded');
        },
      ),
    );
  });
});

describe('a word that says of something that it is on', () => {
  const runningBeside = (words: readonly string[], own: Readonly<Record<string, MonitorStatus>> = {}) =>
    learnStatusValues(['running', ...words], [], new RuleSet(), new Map(Object.entries(own))).values[
      'running'
    ];

  it('is up where the others say what became of things, and none of them says up', () => {
    assert.equal(runningBeside(['exited']), 'up');
    assert.equal(runningBeside(['sleepy']), 'unknown');
    assert.equal(runningBeside(['exited', 'healthy']), 'unknown');
  });

  it('is so by what the user says of the others, too', () => {
    assert.equal(runningBeside(['sleepy'], { sleepy: 'down' }), 'up');
    assert.equal(runningBeside(['exited', 'fancy'], { fancy: 'up' }), 'unknown');
  });
});

describe('reading the status of monitors', () => {
  const cases: readonly (readonly [string, readonly object[], readonly MonitorStatus[]])[] = [
    ['a boolean that is good', [{ isUp: true }, { isUp: false }], ['up', 'down']],
    ['a boolean that is bad', [{ down: true }, { down: false }], ['down', 'up']],
    ['yes and no as numbers', [{ is_up: 1 }, { is_up: 0 }], ['up', 'down']],
    ['a boolean with a noun before it', [{ monitor_is_up: true }, { monitor_is_up: false }], ['up', 'down']],
    ['a boolean called status', [{ status: true }, { status: false }], ['up', 'down']],
    [
      'an object',
      [{ status: { code: 1, label: 'Down' } }, { status: { code: 2, label: 'Up' } }],
      ['down', 'up'],
    ],
    [
      'a code with its word beside it',
      [
        { status: 1, status_name: 'Up' },
        { status: 4, status_name: 'Major Outage' },
      ],
      ['up', 'down'],
    ],
    ['the last run', [{ last_run: { status: 'pass' } }, { last_run: { status: 'fail' } }], ['up', 'down']],
    [
      'paused before any word',
      [
        { status: 'down', paused: true },
        { status: 'up', paused: false },
      ],
      ['paused', 'up'],
    ],
    [
      'a pause by its time, where 0, false and nothing say that there is none',
      [
        { status: 'up', paused_at: '2026-03-04T11:20:31Z' },
        { status: 'up', paused_at: 0 },
        { status: 'up', paused_at: false },
        { status: 'up', paused_at: null },
      ],
      ['paused', 'up', 'up', 'up'],
    ],
    [
      'no pause out of when an earlier one was',
      [{ status: 'up', last_paused_at: '2026-03-04T11:20:31Z' }],
      ['up'],
    ],
    [
      'no pause out of how far along it is',
      [
        { status: 'up', phase: 'disabled' },
        { status: 'up', phase: 'active' },
      ],
      ['up', 'up'],
    ],
    [
      'what is told, and not a boolean that is null in all',
      [
        { is_up: null, result: 'ok' },
        { is_up: null, result: 'failed' },
      ],
      ['up', 'down'],
    ],
    [
      'a word that most leave empty',
      [{ status: '' }, { status: '' }, { status: 'up' }],
      ['unknown', 'unknown', 'up'],
    ],
    [
      'not enabled before any word',
      [
        { status: 'up', enabled: false },
        { status: 'up', enabled: true },
      ],
      ['paused', 'up'],
    ],
    [
      'not active before a boolean',
      [
        { up: true, active: false },
        { up: true, active: true },
      ],
      ['paused', 'up'],
    ],
    [
      'how it is before how it is set up',
      [
        { status: 'ENABLED', health: 'CRITICAL' },
        { status: 'ENABLED', health: 'OK' },
      ],
      ['down', 'up'],
    ],
    [
      'flags together, the worst of them',
      [
        { hasFailures: false, isDegraded: true },
        { hasFailures: true, isDegraded: true },
        { hasFailures: false, isDegraded: false },
      ],
      ['degraded', 'down', 'up'],
    ],
  ];
  for (const [what, records, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(statusesOf(records), expected));
  }

  const untold: readonly (readonly [string, object])[] = [
    ['enabled alone', { enabled: true }],
    ['active alone', { active: true }],
    ['muted', { muted: true }],
    ['a numeric code', { status: 2 }],
    ['a code as text', { status: '1' }],
    ['an HTTP code', { last_status: 200 }],
    ['a default', { default_status: 'UP' }],
    ['an incident', { lastIncident: { status: 'Resolved' } }],
    ['a provisioning state', { provisioningState: 'Failed' }],
    ['a threshold', { degradedAfter: 3000 }],
  ];
  for (const [what, record] of untold) {
    it(`is not told by ${what}`, () =>
      assert.deepEqual(statusesOf([record, record]), ['unknown', 'unknown']));
  }

  it('keeps the word it could not tell, names it once, and asks', () => {
    const { monitors, unknownStatusValues, questions, fields } = readAll([
      { status: 2 },
      { status: 9 },
      { status: 2 },
    ]);
    assert.deepEqual(
      monitors.map(({ rawStatus }) => rawStatus),
      ['2', '9', '2'],
    );
    assert.deepEqual(unknownStatusValues, ['2', '9']);
    assert.equal(fields.status && isConfident(fields.status), false);
    assert.deepEqual(
      questions.map(({ field }) => field),
      ['status'],
    );
    assert.deepEqual(questions[0]?.candidates[0], { path: ['status'], preview: '2, 9' });
  });

  it('takes on and off for neither up nor paused, and asks', () => {
    const { monitors, unknownStatusValues, questions } = readAll([{ state: 'on' }, { state: 'off' }]);
    assert.deepEqual(
      monitors.map(({ status }) => status),
      ['unknown', 'unknown'],
    );
    assert.deepEqual(unknownStatusValues, ['on', 'off']);
    assert.deepEqual(
      questions.map(({ field }) => field),
      ['status'],
    );
  });

  for (const [yes, no] of [
    [1, 2],
    [true, false],
  ] as const) {
    it(`asks no more where the user has said what ${yes} and ${no} mean`, () => {
      const records = [{ availability: yes }, { availability: no }];
      const { settings } = parseMappingSettings({ statusValues: { [`${yes}`]: 'up', [`${no}`]: 'down' } });
      assert.deepEqual(statusesOf(records, settings), ['up', 'down']);
      assert.deepEqual(
        readAll(records).questions.map(({ field }) => field),
        ['status'],
      );
      assert.deepEqual(readAll(records, settings).questions, []);
    });
  }

  it("follows the user's words, in any case, before its own", () => {
    const { settings } = parseMappingSettings({ statusValues: { 2: 'up', ' Nr ': 'down', ok: 'degraded' } });
    assert.deepEqual(statusesOf([{ status: 2 }, { status: 9 }], settings), ['up', 'unknown']);
    assert.deepEqual(statusesOf([{ status: 'NR' }, { status: 'OK' }], settings), ['down', 'degraded']);
  });

  it('follows the place and the expression a user chose', () => {
    const records = [{ status: 'up', second: { word: 'DOWN' } }];
    const chosen = { ...NO_MAPPING_SETTINGS, choices: { status: ['second', 'word'] } };
    assert.deepEqual(statusesOf(records, chosen), ['down']);
    const expressed = parseMappingSettings({ status: "second.word == 'DOWN'" }).settings;
    assert.deepEqual(statusesOf(records, expressed), ['up']);
  });
});
