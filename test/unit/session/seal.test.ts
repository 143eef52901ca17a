import assert from 'node:assert/strict';
import fc from 'fast-check';
import { makeSealingKey, readSealingKey, seal, serialiseSealingKey, unseal } from '../../../src/session/seal';

const PURPOSE = 'test v1';
const key = makeSealingKey();

describe('a sealed text', () => {
  it('opens with its key, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        assert.equal(unseal(seal(text, key.bytes, PURPOSE), key.bytes, PURPOSE), text),
      ),
    );
  });

  it('opens with no other key and for no other purpose', () => {
    const sealed = seal('text', key.bytes, PURPOSE);
    assert.equal(unseal(sealed, makeSealingKey().bytes, PURPOSE), undefined);
    assert.equal(unseal(sealed, key.bytes, 'test v2'), undefined);
  });

  it('does not open once anything in it was changed', () => {
    const bytes = Buffer.from(seal('a text of some length', key.bytes, PURPOSE), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.equal(unseal(changed.toString('base64url'), key.bytes, PURPOSE), undefined, `byte ${at}`);
      const cut = bytes.subarray(0, at).toString('base64url');
      assert.equal(unseal(cut, key.bytes, PURPOSE), undefined, `cut at ${at}`);
    }
  });

  it('is another each time, and shows nothing of the text', () => {
    const texts = Array.from({ length: 100 }, () => seal('token-of-ines', key.bytes, PURPOSE));
    assert.equal(new Set(texts).size, 100);
    assert.ok(texts.every((text) => !Buffer.from(text, 'base64url').toString('latin1').includes('ines')));
  });

  it('is opened out of anything at all without a throw', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(unseal(text, key.bytes, PURPOSE), undefined)));
  });
});

describe('a key for sealing', () => {
  it('comes back from its text, with the same id', () => {
    const again = readSealingKey(serialiseSealingKey(key));
    assert.equal(again?.id, key.id);
    assert.equal(unseal(seal('text', key.bytes, PURPOSE), again?.bytes ?? Buffer.alloc(0), PURPOSE), 'text');
  });

  it('has an id that is none of its bytes', () => {
    assert.match(key.id, /^[0-9a-f]{16}$/);
    assert.equal(Buffer.from(key.bytes).toString('hex').includes(key.id), false);
    assert.notEqual(makeSealingKey().id, key.id);
  });

  it('is not read out of a text that is none', () => {
    for (const text of ['', 'short', serialiseSealingKey(key) + 'AAAA']) {
      assert.equal(readSealingKey(text), undefined, text);
    }
  });
});
