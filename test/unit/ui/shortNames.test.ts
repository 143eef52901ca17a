import assert from 'node:assert/strict';
import { toSafeText } from '../../../src/base/text';
import { createShortNames } from '../../../src/ui/tree/shortNames';

/** What the list has, and what rows with news show of these names. */
const CASES: readonly [title: string, names: readonly string[], shown: readonly string[]][] = [
  ['keeps names that fit', ['Prod – Shop', 'Prod – Blog'], ['Prod – Shop', 'Prod – Blog']],
  [
    'leaves out what all names begin with',
    ['Production Europe – Checkout', 'Production Europe – Search'],
    ['…Checkout', '…Search'],
  ],
  [
    'leaves out what all names end with',
    ['checkout.production.eu.example', 'search.production.eu.example'],
    ['checkout…', 'search…'],
  ],
  [
    'leaves out whole words only',
    ['Frankfurt Checkout API 1', 'Frankfurt Checkout API 12 with a tail'],
    ['Frankfurt Checkout API 1', '…12 with a tail'],
  ],
  [
    'leaves out the end of what is still too long',
    ['Checkout API in the data center of Frankfurt 1', 'Search'],
    ['Checkout API in the dat…', 'Search'],
  ],
  [
    'keeps long names that would look the same',
    ['Checkout API eu-central-1 in Frankfurt', 'Checkout API eu-central-2 in Frankfurt', 'Shop'],
    ['Checkout API eu-central-1 in Frankfurt', 'Checkout API eu-central-2 in Frankfurt', 'Shop'],
  ],
  [
    'cuts no emoji or letter with marks in two',
    ['A monitor of the moon 🌕🌕🌕🌕🌕🌕', 'e\u0301'.repeat(20)],
    ['A monitor of the moon…', `${'e\u0301'.repeat(11)}…`],
  ],
];

describe('A long name in a row with news', () => {
  for (const [title, names, shown] of CASES) {
    it(title, () => {
      const all = names.map((name) => toSafeText(name, 200));
      const shortNameOf = createShortNames(all, all);
      assert.deepEqual(all.map(shortNameOf), shown);
    });
  }
});
