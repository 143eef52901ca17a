import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toTokenMapping } from '../../../../src/service/mapping/learn/readToken';
import { readList } from '../../../support/readPages';
import { toPathText } from '../../../../src/service/mapping/mapping';
import { compileExpression } from '../../../../src/service/mapping/settings';
import { describeShape, sampleOf, toPreview, typeName } from '../../../../src/service/shape';
import { maskToken } from '../../../../src/service/mapping/learn/readToken';
import { readToken } from '../../../../src/service/mapping/learn/readToken';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse, listCases, tokenCases } from '../../../support/corpus';

describe('describing the shape of a response', () => {
  it('shows keys and types', () => {
    const json = {
      data: [
        { id: 1, name: 'a' },
        { id: 2, tags: [] },
      ],
      total: 2,
      next: null,
    };
    assert.equal(
      describeShape(json),
      '{data: [{id: number, name: string, tags: []} × 2], total: number, next: null}',
    );
  });

  it('hides keys that are values', () => {
    assert.equal(describeShape({ 'ines@yard.example': 1, 'tom@yard.example': 2 }), '{<key>: number × 2}');
    assert.equal(describeShape({ '355000041200001': {}, '355000041200044': {} }), '{<key>: {} × 2}');
    assert.equal(
      describeShape({ token: 'x', 'https://a.example/': true }),
      '{token: string, <key>: boolean}',
    );
  });

  it('cleans keys', () => {
    assert.equal(describeShape({ 'a\u202eb\nc: {x}': 1 }), '{<key>: number × 1}');
    assert.equal(describeShape({ 'a\u200bb': 1, 'c{d}': 2 }), '{ab: number, c_d_: number}');
    assert.equal(describeShape({ '\u200b': 1, b: 2, c: 3 }), '{<key>: number, b: number, c: number}');
  });

  it('never shows a value', () => {
    const secret = fc.stringMatching(/^S3CRET[a-z]{4}$/);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), secret, (json, value) => {
        assert.doesNotMatch(describeShape({ json, list: [value, { value }], value }), /S3CRET/);
      }),
    );
  });

  it('shows each make of a mixed list, and merges records that differ in what they leave out', () => {
    assert.equal(describeShape([1, 'a', 2, null]), '[number | string | null × 4]');
    assert.equal(describeShape([{ a: null }, { b: 1 }, { a: 'x' }]), '[{a: string, b: number} × 3]');
    assert.equal(describeShape([{ a: 'x' }, { b: 1 }, { a: null }]), '[{a: string, b: number} × 3]');
    assert.equal(describeShape([{ a: 1 }, 7]), '[{a: number} | number × 2]');
    assert.equal(describeShape({}), '{}');
    assert.equal(describeShape(undefined), 'nothing');
  });

  it('shows objects of one make as what they are filed under', () => {
    const record = (id: number, name: string): object => ({ id, name });
    assert.equal(
      describeShape({ web: record(1, 'a'), db: record(2, 'b') }),
      '{<key>: {id: number, name: string} × 2}',
    );
    assert.equal(
      describeShape({ web: { name: 'a', id: 1 }, db: record(2, 'b') }),
      '{<key>: {name: string, id: number} × 2}',
    );
    assert.equal(describeShape({ web: record(1, 'a') }), '{web: {id: number, name: string}}');
    assert.equal(describeShape({ web: { a: 1 }, db: { b: 1 } }), '{web: {a: number}, db: {b: number}}');
    assert.equal(describeShape({ web: {}, db: {} }), '{web: {}, db: {}}');
    assert.equal(describeShape({ web: 1, db: 2 }), '{web: number, db: number}');
  });

  it('takes for a value in place of a key what nobody would name a field', () => {
    const values = [
      '355',
      '2026-01-02',
      '-5',
      'a@b.example',
      'a/b',
      'a b',
      'x'.repeat(49),
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      'abcdabcd-abcd-',
      'mon_12345',
      'abcde123',
      'server-0042',
    ];
    for (const key of values) {
      assert.equal(
        describeShape({ [key]: 1, other: 2, another: 3 }),
        '{<key>: number, other: number, another: number}',
        key,
      );
    }
    const names = [
      'v2',
      'x'.repeat(48),
      ' padded ',
      'sha256',
      'abcd123',
      'abcdef12',
      'abcdefghij123',
      'x-abcdabcd-abcd-',
      'pm2.5',
      '24h',
    ];
    for (const key of names) {
      assert.doesNotMatch(describeShape({ [key]: 1, other: 2, another: 3 }), /<key>/, key);
    }
  });

  it('shows 40 keys, and how many more there are', () => {
    const named = (count: number): object =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${'abcdefghij'[at % 10]!}${'klmno'[Math.floor(at / 10)]!}`,
          1,
        ]),
      );
    assert.doesNotMatch(describeShape(named(40)), /more/);
    assert.match(describeShape(named(42)), /, … 2 more}$/);
    assert.equal(describeShape(named(42)).split(': number').length - 1, 40);
  });

  it('shows six levels', () => {
    const nested = (levels: number, end: unknown = 1): unknown =>
      levels === 0 ? end : { a: nested(levels - 1, end) };
    assert.equal(describeShape(nested(6)), '{a: {a: {a: {a: {a: {a: number}}}}}}');
    assert.equal(describeShape(nested(7)), '{a: {a: {a: {a: {a: {a: {… × 1}}}}}}}');
    assert.equal(describeShape(nested(6, {})), '{a: {a: {a: {a: {a: {a: {}}}}}}}');
    assert.equal(describeShape([[[[[[[1]]]]]]]), '[[[[[[[… × 1] × 1] × 1] × 1] × 1] × 1] × 1]');
  });

  it('is bounded in length, depth and number of keys', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`name${'x'.repeat(i % 30)}`, { a: { b: i } }]),
    );
    assert.ok(describeShape(wide).length <= 4_000);
    assert.ok(describeShape({ a: wide, b: wide, c: [wide] }).length <= 4_000);
    assert.equal(describeShape([[[[[[[[1]]]]]]]]).includes('…'), true);
  });

  it('leaves off what comes once it is long enough, and says so', () => {
    const long = 'x'.repeat(40);
    const part = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((key) => [key + long, { [key]: 1, y: { z: 1 } }]),
    );
    const parts = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${'abcdefghijklmnopqrstuvwxyzABCD'[at]!}${long}`, [part, at]]),
    );
    const shape = describeShape(parts);
    assert.ok(shape.length <= 4_000 && shape.length > 2_000, String(shape.length));
    assert.match(shape, /\], … \d+ more}$/);

    // Wherever it ends, an object of which nothing is shown any more is no list that begins with a comma.
    const shapes = Array.from({ length: 48 }, (_, at) =>
      describeShape({ ['p'.repeat(at + 1)]: 1, ...parts }),
    );
    assert.ok(shapes.some((cut) => cut.includes('{… × ')));
    assert.ok(shapes.every((cut) => !cut.includes('{, ')));
  });

  it('is cut in the end where short keys have long types', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'.split('');
    const holder = (own: string): object => Object.fromEntries(letters.map((letter) => [letter + own, true]));
    const shape = describeShape(Object.fromEntries(letters.map((letter) => [letter, holder(letter)])));
    assert.equal(shape.length, 4_000);
    assert.match(shape, /^{a: {aa: boolean, .*…$/);
  });
});

describe('a sample of a list', () => {
  const list = Array.from({ length: 20 }, (_, at) => at);

  it('is the list where that is no longer', () => {
    assert.equal(sampleOf(list, 20), list);
    assert.deepEqual(sampleOf([], 5), []);
  });

  it('is its first elements and a spread over the rest', () => {
    assert.deepEqual(sampleOf(list, 6), [0, 1, 2, 3, 8, 14]);
    assert.deepEqual(sampleOf(list, 5), [0, 1, 2, 3, 11]);
    assert.deepEqual(sampleOf(list, 19).length, 19);
  });
});

describe('a look at a value', () => {
  it('is short, and says what is in it where it is no text or number', () => {
    assert.deepEqual(['a\nb', 'x'.repeat(70).length, [1, 2], {}, null, true, 1.5].map(toPreview), [
      'a b',
      '70',
      '[2]',
      '{…}',
      'null',
      'true',
      '1.5',
    ]);
    assert.equal(toPreview('x'.repeat(70)).length, 60);
  });

  it('names its type as JSON does', () => {
    assert.deepEqual([null, undefined, [], {}, '', 0, false].map(typeName), [
      'null',
      'nothing',
      'array',
      'object',
      'string',
      'number',
      'boolean',
    ]);
  });
});

describe('a mapping', () => {
  it('never holds a token, an id, a name or a target of the corpus', () => {
    for (const { response } of tokenCases('documented')) {
      const extraction = readToken(aResponse(response), {
        requestedLifetimeMs: 1,
        settings: NO_MAPPING_SETTINGS,
      });
      if (!extraction.token) {
        continue;
      }
      assert.equal(JSON.stringify(toTokenMapping(extraction)).includes(extraction.token.value), false);
    }
    for (const { response, file } of listCases('documented')) {
      const extraction = readList(aResponse(response), {
        pageIndex: 0,
        pageSize: 50,
        settings: NO_MAPPING_SETTINGS,
      });
      const text = JSON.stringify(extraction.mapping);
      for (const { id, target } of extraction.monitors) {
        assert.equal(target !== undefined && text.includes(target), false, file);
        assert.equal(id.length > 8 && text.includes(id), false, `${file} ${id}`);
      }
    }
  });
});

describe('writing paths as text', () => {
  it('writes what JMESPath finds the value by, whatever the keys', () => {
    const key = fc.string({ maxLength: 12 }).filter((text) => text !== '*' && text !== '__proto__');
    const step = fc.oneof(key, fc.nat(3), fc.constantFrom('a b', '"', '\\', '', '0'));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (path) => {
        const json = path.reduceRight<unknown>(
          (value, at) => (typeof at === 'number' ? [...Array<unknown>(at).fill(0), value] : { [at]: value }),
          'found',
        );
        const expression = compileExpression(toPathText(path));
        assert.ok('apply' in expression);
        assert.deepEqual(expression.apply(json), { value: 'found' });
      }),
    );
  });

  it('is the notation of JMESPath', () =>
    assert.equal(toPathText(['data', 0, 'a b', 'id']), 'data[0]."a b".id'));
});

describe('masking a token', () => {
  it('shows little of a long one, less of a short one and nothing of a very short one', () => {
    assert.equal(maskToken('eyJhbGciOiJIUzI1NiJ9.e30.x'), 'eyJh….x (26)');
    assert.equal(maskToken('0123456789abcdef'), '01…ef (16)');
    assert.equal(maskToken('secret'), '•••• (6)');
  });
});
