import assert from 'node:assert/strict';
import { copyJson } from '../../../src/base/copyJson';

describe('A copy of parsed JSON', () => {
  it('is equal, and shares nothing that can change', () => {
    const json: unknown = JSON.parse('{"a":[1,{"b":null}],"__proto__":{"c":"d"},"e":true}');
    const copy = copyJson(json) as { a: [number, { b: unknown }] };
    assert.deepEqual(copy, json);
    assert.equal(JSON.stringify(copy), JSON.stringify(json));
    copy.a[1].b = 'changed';
    assert.ok(!JSON.stringify(json).includes('changed'));
    assert.deepEqual([copyJson('text'), copyJson(null), copyJson(undefined)], ['text', null, undefined]);
  });

  it('works at any depth', () => {
    const depth = 100_000;
    let inner = copyJson(JSON.parse('[{"a":'.repeat(depth) + '7' + '}]'.repeat(depth)));
    for (let level = 0; level < depth; level++) {
      [{ a: inner }] = inner as [{ a: unknown }];
    }
    assert.equal(inner, 7);
  });
});
