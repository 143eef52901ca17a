import { parsePath, toPath } from '../../../src/base/path';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeShape } from '../../../src/base/shape';

describe('The shape of a response', () => {
  it('shows keys and types', () => {
    const json = {
      data: [
        { id: 1, name: 'a', tags: [] },
        { id: 2, name: 'b', tags: [] },
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
    assert.equal(
      describeShape({ 'ines@yard.example': 1, 'tom@yard.example': 2 }),
      '{<key>: number × 2}',
    );
    assert.equal(
      describeShape({ '355000041200001': {}, '355000041200044': {} }),
      '{<key>: {} × 2}',
    );
    assert.equal(
      describeShape({ token: 'x', 'https://a.example/': true }),
      '{token: string, <key>: boolean}',
    );
  });

  it('cleans keys', () => {
    assert.equal(describeShape({ 'a\u202eb\nc: {x}': 1 }), '{<key>: number × 1}');
    assert.equal(describeShape({ 'a\u200bb': 1, 'c{d}': 2 }), '{ab: number, c_d_: number}');
    assert.equal(
      describeShape({ '\u200b': 1, b: 2, c: 3 }),
      '{<key>: number, b: number, c: number}',
    );
  });

  it('never shows a value', () => {
    const secret = fc.stringMatching(/^S3CRET[a-z]{4}$/);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), secret, (json, value) => {
        assert.doesNotMatch(describeShape({ json, list: [value, { value }], value }), /S3CRET/);
      }),
    );
  });

  it('is limited in length, depth and number of keys', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`name${'x'.repeat(i % 30)}`, { a: { b: i } }]),
    );
    assert.ok(describeShape(wide).length <= 4_000);
    assert.ok(describeShape({ a: wide, b: wide, c: [wide] }).length <= 4_000);
    const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
    assert.ok(describeShape(deep).length <= 4_000);
  });
});

describe('A path as text', () => {
  it('leads to the value for any keys', () => {
    const key = fc.string({ maxLength: 12 }).filter((text) => text !== '*' && text !== '__proto__');
    const step = fc.oneof(key, fc.nat(3), fc.constantFrom('a b', '"', '\\', '', '0', 'a.b'));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        assert.deepEqual(parsePath(toPath(steps)), steps);
      }),
    );
  });
});
