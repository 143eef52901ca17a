import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cacheMatches, matchesFilter, parseFilter } from '../../../src/monitors/filter';
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
    ['a host with a port, which looks like a field', 'com:8443'],
    ['quotes that are not closed yet', '"check'],
    ['a status that is still being typed', 'status:do'],
    ['problem of any kind', 'status:problem'],
    ["the service's own status", 'status:crit'],
    ['a type and a tag without their fields', 'http pay'],
    ['a target by its field', 'target:shop'],
    ['a tag by its field', 'tag:pay'],
    ['a tag in quotes, exactly', 'tag:"payments"'],
    ['a type by its field', 'TYPE:http'],
    ['a name by its field', 'name:api'],
    ['a host', 'host:shop.example'],
    ['an id, exactly', 'id:mon_7'],
    ['a field of the record', 'region:eu'],
    ['a number in the record', 'probes:3'],
    ['a yes or no in the record', 'muted:false'],
    ['a field inside of a field', 'owner.team:billing'],
    ['one of several values', 'on:grace'],
    ['fields and words together', 'status:down region:eu checkout'],
    ['what has no such tag', '-tag:staging'],
    ['what has no such word, beside one that it has', 'checkout -dublin'],
    ['a status in quotes', 'status:"down"'],
    ['such a field of the record too', 'host:db7'],
  ] as const;
  for (const [what, text] of found) {
    it(`finds ${what}: ${text}`, () => assert.ok(finds(text)));
  }

  const missed = [
    ['a word that is nowhere', 'dublin'],
    ['a tag that it must not have', '-tag:payments'],
    ['a minus alone, as any other word', '- zzz'],
    ['another status', 'status:up'],
    ['a part of a tag in quotes', 'tag:"pay"'],
    ['a value in another field', 'region:billing'],
    ['a field that is not there', 'zone:eu'],
    ['a part of an id', 'id:mon'],
    ['words in quotes in another order', '"1 tier"'],
    ['a field of a field by that of another', 'region.team:billing'],
  ] as const;
  for (const [what, text] of missed) {
    it(`does not find ${what}: ${text}`, () => assert.ok(!finds(text)));
  }

  describe('ignores differences that a user does not see, such as', () => {
    const same = [
      ['é as one character or as two', 'Cafe\u0301 Zürich', 'café zu\u0308rich'],
      ['full-width letters', 'ＡＰＩ　東京', 'api 東京'],
      ['half-width kana', 'ﾃﾞｰﾀ', 'データ'],
      ['a blank that does not break', 'Checkout\u00a0API', 'checkout api'],
      ['several blanks in a row', 'Checkout \t API', 'checkout api'],
      ['a hyphen that does not break', 'eu\u2011west', 'eu-west'],
      ['a character that is not seen', 'Check\u00adout\u200b', 'checkout'],
      ['ß and SS', 'STRASSE', 'straße'],
      ['both forms of the Greek sigma', 'ΔΟΚΙΜΗΣ', 'δοκιμησ'],
      ['the dotted capital I', 'İstanbul', 'istanbul'],
      ['a ligature', 'ﬁrewall', 'firewall'],
      ['an emoji with its variant or without', '❤\ufe0f', '❤'],
    ] as const;
    for (const [what, text, other] of same) {
      it(what, () => {
        assert.ok(finds(`"${other}"`, aMonitor({ name: text })));
        assert.ok(finds(`owner:"${text}"`, aMonitor({ raw: { owner: other } })));
        assert.ok(finds(`tag:"${other}"`, aMonitor({ tags: [text] })));
      });
    }

    it('case and normal form', () => {
      const text = fc.string({ unit: 'binary', minLength: 1 }).map((name) => name.toWellFormed());
      const change = fc.constantFrom(
        (name: string) => name.toUpperCase(),
        (name: string) => name.toLowerCase(),
        (name: string) => name.normalize('NFD'),
        (name: string) => name.normalize('NFKC'),
      );
      fc.assert(
        fc.property(text, change, (name, changed) => {
          const typed = changed(name).replace(/["＂]/g, '');
          const filter = parseFilter(`name:"${typed}"`);
          assert.ok(
            !filter || matchesFilter(filter, aMonitor({ name: name.replace(/["＂]/g, '') })),
          );
        }),
      );
    });
  });

  it('is undefined without a term', () => {
    for (const text of ['', '   ', '"', '""', 'status:', 'status:""']) {
      assert.equal(parseFilter(text), undefined, text);
    }
  });

  it('searches six levels deep, and 2,000 values of a list', () => {
    const nested = (levels: number): unknown =>
      levels === 0
        ? 'needle'
        : levels % 2 === 0
          ? { deep: nested(levels - 1) }
          : [nested(levels - 1)];
    assert.ok(finds('deep:needle', aMonitor({ raw: nested(6) })));
    assert.ok(!finds('deep:needle', aMonitor({ raw: nested(7) })));
    const list = (before: number): unknown => ({
      list: [...Array<string>(before).fill('x'), 'needle'],
    });
    assert.ok(finds('list:needle', aMonitor({ raw: list(1_999) })));
    assert.ok(!finds('list:needle', aMonitor({ raw: list(2_000) })));
  });
});

describe('A filter for a field of the records', () => {
  it('reads each record once, with pauses', async () => {
    let looks = 0;
    const monitors = Array.from({ length: 1_000 }, (_, index) =>
      Object.defineProperty(aMonitor({ id: `mon_${index}` }), 'raw', {
        get: () => {
          looks += 1;
          return { region: index % 2 === 0 ? 'eu' : 'us' };
        },
      }),
    );
    const looksAtPauses: number[] = [];
    const pause = (): Promise<void> => Promise.resolve(void looksAtPauses.push(looks));
    const filter = parseFilter('region:eu')!;
    assert.equal(await cacheMatches(filter, monitors, pause, new AbortController().signal), true);
    assert.deepEqual(looksAtPauses, [250, 500, 750, 1_000]);
    assert.equal(monitors.filter((monitor) => matchesFilter(filter, monitor)).length, 500);
    assert.equal(looks, 1_000);
  });
});
