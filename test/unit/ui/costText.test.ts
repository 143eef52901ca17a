import assert from 'node:assert/strict';
import { toAllowText, toCostText } from '../../../src/ui/texts/costText';

describe('The cost of an action', () => {
  it('says how many calls the daily limit leaves only if it takes more', () => {
    assert.equal(toCostText(7, 4), '7 calls, 4 left today');
    assert.equal(toCostText(1, 1), '1 call');
    assert.equal(toCostText(7, Infinity), '7 calls');
  });
});

describe('The offer of calls beyond the daily limit', () => {
  for (const [pages, text] of [
    [[], 'Allow 1 More Call'],
    [[4], 'Allow 1 More: Page 5'],
    [[4, 5, 6], 'Allow 3 More: Pages 5 to 7'],
    [[0, 4, 9], 'Allow 3 More: Pages 1 and Later'],
  ] as const) {
    it(`is "${text}" for the pages at [${pages.join()}]`, () => {
      assert.equal(toAllowText(pages), text);
    });
  }
});
