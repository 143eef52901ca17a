import assert from 'node:assert/strict';
import { matchesFilter, parseFilter } from '../../../src/monitors/filter';
import type { Monitor } from '../../../src/monitors/monitor';
import { aMonitor } from '../../support/aMonitor';

const checkout = aMonitor({
  id: 'mon_7',
  name: 'Checkout API',
  target: 'https://shop.example.com:8443/health',
  type: 'HTTP',
  status: 'down',
  rawStatus: 'CRIT',
  tags: ['payments', 'Tier 1'],
  raw: {
    region: 'eu-central',
    owner: { team: 'Billing', on: ['Ada', 'Grace'] },
    probes: 3,
    muted: false,
    host: 'db7',
  },
});

const finds = (text: string, monitor: Monitor = checkout): boolean => {
  const filter = parseFilter(text);
  return filter !== undefined && matchesFilter(filter, monitor);
};

describe('a filter', () => {
  const found = [
    ['a part of the name, in any case', 'CHECK'],
    ['an address, whose colon is not that of a field', 'https://shop'],
    ['a status that is still being typed', 'status:do'],
    ['problem of any kind', 'status:problem'],
    ["the service's own status", 'status:crit'],
    ['a tag by its field', 'tag:pay'],
    ['a tag in quotes, exactly', 'tag:"payments"'],
    ['a host', 'host:shop.example'],
    ['an id, exactly', 'id:mon_7'],
    ['a field of the record', 'region:eu'],
    ['one of several values', 'on:grace'],
    ['fields and words together', 'status:down region:eu checkout'],
    ['what has no such tag', '-tag:staging'],
  ] as const;
  for (const [what, text] of found) {
    it(`finds ${what}: ${text}`, () => assert.ok(finds(text)));
  }

  const missed = [
    ['a word that is nowhere', 'dublin'],
    ['a tag that it must not have', '-tag:payments'],
    ['a part of a tag in quotes', 'tag:"pay"'],
    ['a field that is not there', 'zone:eu'],
    ['words in quotes in another order', '"1 tier"'],
  ] as const;
  for (const [what, text] of missed) {
    it(`does not find ${what}: ${text}`, () => assert.ok(!finds(text)));
  }

  for (const [what, text, other] of [
    ['é as one character or as two', 'Cafe\u0301 Zürich', 'café zu\u0308rich'],
    ['full-width letters', 'ＡＰＩ　東京', 'api 東京'],
    ['a blank that does not break', 'Checkout\u00a0API', 'checkout api'],
    ['a character that is not seen', 'Check\u00adout\u200b', 'checkout'],
    ['ß and SS', 'STRASSE', 'straße'],
    ['the dotted capital I', 'İstanbul', 'istanbul'],
    ['an emoji with its variant or without', '❤\ufe0f', '❤'],
  ] as const) {
    it(`ignores ${what}`, () => {
      assert.ok(finds(`"${other}"`, aMonitor({ name: text })));
      assert.ok(finds(`owner:"${text}"`, aMonitor({ raw: { owner: other } })));
    });
  }

  it('is undefined without a term', () => {
    for (const text of ['', '   ', '"', '""', 'status:', 'status:""']) {
      assert.equal(parseFilter(text), undefined, text);
    }
  });
});
