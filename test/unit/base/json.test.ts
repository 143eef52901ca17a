import assert from 'node:assert/strict';
import { tryParseJson } from '../../../src/base/json';

describe('JSON', () => {
  it('keeps the digits of an integer that a number would round', () => {
    const texts = [
      '1285704473650880703',
      '-1285704473650880703',
      '9007199254740993',
      '9'.repeat(400),
    ];
    for (const text of texts) {
      assert.equal(tryParseJson(text), text);
      assert.deepEqual(tryParseJson(` [${text}]`), [text]);
      assert.deepEqual(tryParseJson(`{"a":${text},"b":{"c": [1,\n${text} ,2]}}`), {
        a: text,
        b: { c: [1, text, 2] },
      });
    }
  });

  it('reads every other number as a number', () => {
    const texts = [
      '9007199254740991',
      '-0',
      '1e300',
      '12345678901234567890.5',
      '0.12345678901234567890',
      '1700000000000000',
    ];
    for (const text of texts) {
      assert.deepEqual(tryParseJson(`{"id":12345678901234567890,"a":[${text}]}`), {
        id: '12345678901234567890',
        a: [Number(text)],
      });
      assert.deepEqual(tryParseJson(`[${text}]`), [Number(text)]);
    }
  });

  it('keeps texts, keys and the order of keys', () => {
    const text =
      '{"b":"12345678901234567890, 12345678901234567890","12345678901234567890":1,"__proto__":[null]}';
    const withId = text.replace('{', '{"id":12345678901234567890,');
    assert.deepEqual(tryParseJson(text), JSON.parse(text));
    assert.equal(JSON.stringify(tryParseJson(withId)), withId.replace(/(\d{20})/, '"$1"'));
  });

  it('reads nothing from invalid JSON', () => {
    for (const text of [
      '',
      '{',
      '[1285704473650880702',
      '01285704473650880702',
      '- 1285704473650880702',
    ]) {
      assert.equal(tryParseJson(text), undefined, text);
    }
  });
});
