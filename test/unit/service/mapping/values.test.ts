import assert from 'node:assert/strict';
import { toGetter, valueAt, valuesAt } from '../../../../src/service/mapping/read/paths';
import {
  isTarget,
  readAmount,
  readDuration,
  readFlag,
  readInstant,
  readInterval,
  readTags,
  readText,
  readUnit,
} from '../../../../src/service/mapping/read/values';

describe('a point in time', () => {
  const noon = Date.UTC(2026, 2, 4, 12);
  const times: readonly (readonly [value: unknown, ms: number])[] = [
    ['2026-03-04T12:00:00Z', noon],
    ['2026-03-04T12:00:00.250Z', noon + 250],
    ['2026-03-04T12:34:56.789Z', Date.UTC(2026, 2, 4, 12, 34, 56, 789)],
    ['2026-12-31T23:59:59Z', Date.UTC(2026, 11, 31, 23, 59, 59)],
    [' 2026-03-04 12:00 ', noon],
    ['2026-03-04', Date.UTC(2026, 2, 4)],
    ['2026-03-04 12:00:00 UTC', noon],
    ['2026-03-04 12:00:00 GMT', noon],
    ['2026-03-04T14:00:00+02:00', noon],
    ['2026-03-04T14:00:00+0200', noon],
    ['2026-03-04T07:00:00-05', noon],
    ['2026-03-04 07:00:00-05', noon],
    ['2026-03-04 12:00Z'.padStart(120), noon],
    ['2026-03-04T12:00:00,5', noon + 500],
    ['2026-03-04T12:00:00.123456789Z', noon + 123],
    ['2026-03-04T12:00:00.123456789', noon + 123],
    ['Wed, 04 Mar 2026 12:00:00 GMT', noon],
    ['Wednesday, 04-Mar-26 12:00:00 GMT', noon],
    ['Wed, 4 Mar 2026 12:00:00', noon],
    ['Wed, 04 Mar 2026 14:00:00 +0200', noon],
    [noon, noon],
    [noon + 0.5, noon],
    [noon / 1_000, noon],
    [String(noon), noon],
    [String(noon / 1_000), noon],
    [`${noon / 1_000}.5`, noon + 500],
    [`${noon / 1_000}.250`, noon + 250],
    [Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 1)],
    [Date.UTC(2100, 0, 1) - 1, Date.UTC(2100, 0, 1) - 1],
  ];
  for (const [value, ms] of times) {
    it(`is ${JSON.stringify(value)}`, () => assert.equal(readInstant(value), ms));
  }

  const others: readonly unknown[] = [
    '',
    'now',
    '12:00:00',
    '04.03.2026',
    '2026-3-4',
    '2026-13-04T12:00:00+00:00',
    '2026-13-04T12:00:00Z',
    '2026-01-32T12:00:00Z',
    '2026-01-04T24:30:00Z',
    '2026-01-04T12:60:00.000Z',
    'x2026-03-04T12:00:00Z',
    '2026-03-04T12:00:00Zx',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-03-04T12:00:00.1234567890Z',
    'id 1772625600',
    '1772625600 s',
    '12345678',
    '12345678901234567890',
    `2026-03-04T12:00:00${' '.repeat(110)}Z`,
    '2026-03-04 12:00Z'.padStart(121),
    'Wed, 04 Mar 2026 12:00:00 GMT, at last',
    'the Wed, 04 Mar 2026 12:00:00 GMT',
    'Wed, 04 Mar 2026 12:00:00 PST',
    0,
    -1,
    1e8,
    NaN,
    Infinity,
    Date.UTC(2000, 0, 1) - 1,
    Date.UTC(2100, 0, 1),
    true,
    null,
    {},
  ];
  for (const value of others) {
    it(`is not ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`, () =>
      assert.equal(readInstant(value), undefined));
  }
});

describe('a length of time', () => {
  const lengths: readonly (readonly [text: string, seconds: number | undefined])[] = [
    ['30s', 30],
    ['500 ms', 0.5],
    ['1h30m', 5_400],
    ['1h 30m', 5_400],
    ['1.5h', 5_400],
    ['7 days', 604_800],
    ['2 Weeks', 1_209_600],
    ['every 5 minutes', 300],
    ['Each  2 hrs', 7_200],
    ['every 60sec', 60],
    ['hourly', 3_600],
    ['@daily', 86_400],
    ['minutely', 60],
    ['WEEKLY', 604_800],
    ['*/5 * * * *', 300],
    ['*/15 * * * *', 900],
    [' 5 m ', 300],
    ['', undefined],
    ['0s', undefined],
    ['*/0 * * * *', undefined],
    ['5', undefined],
    ['5 fortnights', undefined],
    ['m', undefined],
    ['5m!', undefined],
    ['x5m', undefined],
    ['5m and more', undefined],
    ['*/5 * * * 1', undefined],
    ['1 */5 * * * *', undefined],
    ['1m every 5m', undefined],
    ['x@daily', undefined],
    [`${' '.repeat(60)}5m`, 300],
    [`5m ${'1s '.repeat(13)}`, undefined],
  ];
  for (const [text, seconds] of lengths) {
    it(`is ${seconds === undefined ? 'not' : `${seconds} s:`} "${text.trim()}"`, () =>
      assert.equal(readDuration(text), seconds === undefined ? undefined : seconds * 1_000));
  }

  it('has a unit in any case, by its name or a short one', () => {
    assert.deepEqual(['MS', 'secs', 'Min', 'hrs', 'day', 'w', 'y', ''].map(readUnit), [
      1,
      1_000,
      60_000,
      3_600_000,
      86_400_000,
      604_800_000,
      undefined,
      undefined,
    ]);
  });

  it('as an interval needs a unit beside a number, and is less than 400 days', () => {
    assert.equal(readInterval(5, 60_000), 300_000);
    assert.equal(readInterval('5', 60_000), 300_000);
    assert.equal(readInterval('5m', 1), 300_000);
    assert.equal(readInterval(399, 86_400_000), 399 * 86_400_000);
    for (const value of [5, '5', {}, null, true, [], 'x']) {
      assert.equal(readInterval(value, undefined), undefined, JSON.stringify(value));
    }
    for (const value of [0, -5, 400 * 86_400, NaN, Infinity]) {
      assert.equal(readInterval(value, 1_000), undefined, String(value));
    }
  });
});

describe('an amount', () => {
  it('is a number, or a text that is one without sign', () => {
    assert.deepEqual(
      [
        5,
        -5,
        '30',
        ' 2.50 ',
        '0'.repeat(40),
        '-5',
        '5x',
        'x5',
        '1.2.3',
        '.5',
        '',
        '1'.repeat(41),
        true,
        null,
      ].map(readAmount),
      [5, -5, 30, 2.5, 0, ...Array.from({ length: 9 }, () => undefined)],
    );
  });
});

describe('yes or no', () => {
  it('is written in many ways', () => {
    for (const yes of [true, 1, 'true', 'true'.padStart(10), ' Yes ', 'Y', '1', 'ON', 'active']) {
      assert.equal(readFlag(yes), true, String(yes));
    }
    for (const no of [false, 0, 'false', 'no', 'N', '0', 'off', ' inactive']) {
      assert.equal(readFlag(no), false, String(no));
    }
    for (const neither of [2, '', 'maybe', null, undefined, {}, `${' '.repeat(10)}yes`]) {
      assert.equal(readFlag(neither), undefined);
    }
  });
});

describe('what is checked', () => {
  const targets = [
    'https://a.example',
    'tcp://a:443/x',
    'a.example',
    'a.example:8080/path?x#y',
    'db_1.internal',
    'a.example.',
    'localhost',
    'LOCALHOST:3000',
    '10.0.0.1',
    '10.0.0.1:53',
    '::1',
    '[::1]:80',
    '2001:db8::1',
  ];
  for (const text of targets) {
    it(`may be ${text}`, () => assert.ok(isTarget(text)));
  }

  const others = [
    '',
    'word',
    'two words',
    'https://',
    'https:///path',
    'https://a b',
    'see https://a.example',
    'a.example and more',
    '-a.example',
    'a..example',
    'x localhost',
    'localhosts',
    '10.0.0',
    '12:30',
    'a.example:123456',
    `https://a.example/${'x'.repeat(2_040)}`,
  ];
  for (const text of others) {
    it(`is not ${text.slice(0, 40) || 'nothing'}`, () => assert.ok(!isTarget(text)));
  }
});

describe('a text', () => {
  it('is one that is not empty, or a number', () => {
    assert.deepEqual([' a ', '', ' ', 0, 1.5, NaN, Infinity, true, null, {}, []].map(readText), [
      'a',
      undefined,
      undefined,
      '0',
      '1.5',
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});

describe('tags', () => {
  const cases: readonly (readonly [value: unknown, ...tags: string[]])[] = [
    ['a, b c ,,d', 'a', 'b c', 'd'],
    ['a b\tc', 'a', 'b', 'c'],
    [''],
    [['a', ' b ', 7, '', null, {}], 'a', 'b', '7'],
    [[{ name: 'n', label: 'l' }], 'n'],
    [[{ slug: 's', value: 'v' }], 'v'],
    [
      [{ name: '', label: 'l' }, { tag: 't' }, { key: 'k' }, { title: 'i' }, { text: 'x' }, { slug: 's' }],
      'l',
      't',
      'k',
      'i',
      'x',
      's',
    ],
    [
      { env: 'prod', tier: 1, flag: true, more: {}, none: null },
      'env:prod',
      'tier:1',
      'flag:',
      'more',
      'none',
    ],
    [7],
    [null],
  ];
  for (const [value, ...tags] of cases) {
    it(`are ${JSON.stringify(tags)} in ${JSON.stringify(value)}`, () =>
      assert.deepEqual(readTags(value), tags));
  }

  it('are 100 at the most', () => {
    const many = Array.from({ length: 101 }, (_, at) => `t${at}`);
    assert.equal(readTags(many).length, 100);
    assert.equal(readTags(many.join(',')).length, 100);
    assert.equal(readTags(Object.fromEntries(many.map((tag) => [tag, 1]))).length, 100);
  });
});

describe('a place', () => {
  const json = { a: [{ b: 1 }, { b: 2 }], toString: 5, 0: 'zero' };

  it('is found step by step, -1 being the last of a list', () => {
    assert.equal(valueAt(json, ['a', 1, 'b']), 2);
    assert.equal(valueAt(json, ['a', -1, 'b']), 2);
    assert.equal(valueAt(json, []), json);
    for (const path of [
      ['x'],
      ['a', 'b'],
      ['a', 'length'],
      ['a', 5, 'b'],
      ['a', 0, 'b', 'c'],
      ['constructor'],
    ]) {
      assert.equal(valueAt(json, path), undefined, path.join('.'));
    }
    assert.equal(valueAt(json, ['toString']), 5);
  });

  it('stands with * for each of a list, or of an object', () => {
    assert.deepEqual(valuesAt(json, ['a', '*', 'b']), [1, 2]);
    assert.deepEqual(valuesAt({ x: { p: 1 }, y: { p: 2 } }, ['*', 'p']), [1, 2]);
    assert.deepEqual(valuesAt(7, ['*']), []);
  });

  it('is found as quickly where it is the same in all records', () => {
    assert.equal(toGetter(['a', 0, 'b'])(json), 1);
    assert.equal(toGetter(['a'])(json), json.a);
    assert.equal(toGetter(['x', 'y'])(json), undefined);
    assert.equal(toGetter(['a'])([1]), undefined);
    assert.equal(toGetter(['a'])(null), undefined);
    assert.equal(toGetter(['toString'])(json), 5);
    assert.equal(toGetter(['toString'])({}), undefined);
    assert.equal(toGetter([])(json), json);
  });
});
