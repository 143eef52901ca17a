import assert from 'node:assert/strict';
import { AddressIndex, findAddress, splitAddress } from '../../../src/monitors/addressIndex';
import { maskText } from '../../../src/base/maskText';
import { aMonitor, idsOf } from '../../support/aMonitor';

const TARGETS: Readonly<Record<string, string>> = {
  site: 'https://shop.example.com/',
  cart: 'https://shop.example.com/cart',
  cartApi: 'https://shop.example.com/cart/api?deep=1',
  phone: 'https://api.example.com/v1/health',
  computer: 'https://API.example.com/v1/health/',
  database: 'db.example.com:5432',
  ping: '10.0.0.5',
  six: 'http://[2001:db8::1]:8080/up',
  hook: maskText('https://hooks.slack.com/services/T00000000/B00000000/a1b2c3d4e5f6g7h8i9j0k1l2'),
  user: maskText('https://ada:s3cr3t-Pa55@private.example.com/x?token=a1b2c3d4e5f6g7h8'),
  word: 'printer',
  nothing: '',
};

const INDEX = new AddressIndex([
  aMonitor({ id: 'none' }),
  ...Object.entries(TARGETS).map(([id, target]) => aMonitor({ id, target })),
]);

/** The monitors at `|` in a line. */
const at = (marked: string): string => {
  const column = marked.indexOf('|');
  const address = findAddress(marked.replace('|', ''), column);
  return address ? idsOf(INDEX.find(address.text)).join(' ') : 'no address';
};

describe('An address in a line', () => {
  const CASES: Readonly<Record<string, string>> = {
    'GET https://shop.exam|ple.com/cart': 'cart',
    '<a href="HTTPS://Shop.example.com/c|art#top">': 'cart',
    '[cart](https://shop.example.com/c|art).': 'cart',
    'https://shop.example.com/cart?sort=1|': 'cart',
    'https://shop.example.com/cart/api?deep=1|': 'cartApi',
    'https://shop.example.com/carts|': 'site',
    'https://api.example.com/v1/hea|lth': 'phone computer',
    'host: api.exam|ple.com': 'phone computer',
    'https://api.example.com/v2|': '',
    'postgres://app:secret@db.example.com|:5432/app': 'database',
    'db.example.com:5433|': '',
    'ping -c 1 10.0.0.50|': '',
    'version 10.5|': 'no address',
    'curl http://[2001:db8::1|]:8080/up': 'six',
    'https://hooks.slack.com/services/T00000000/B00000000/a1b2c3d4e5f6g7h8i9j0k1l2|': 'hook',
    'https://private.example.com/x?token=a1b2c3d4e5f6g7h8|': 'user',
    'the printer| is on': 'no address',
    'shop.example.com | and more': 'no address',
    'var/www/shop.example.com/cart|': 'no address',
  };
  for (const [line, monitors] of Object.entries(CASES)) {
    it(`"${line}" finds ${monitors || 'no monitor'}`, () => assert.equal(at(line), monitors));
  }

  it('is found in lines of 10,000 characters, and in no longer ones', () => {
    const line = 'shop.example.com'.padStart(10_000);
    assert.equal(findAddress(line, 9_990)?.from, 9_984);
    assert.equal(findAddress(` ${line}`, 9_990), undefined);
  });

  it('is found in linear time in hostile lines and among hostile addresses', () => {
    const parts = ['a', '.', '/', 'a.', '...?', 'a://', ':', '[a', '@', 'a@', 'a?b='];
    const started = process.cpuUsage();
    for (const part of parts) {
      const line = part.repeat(10_000).slice(0, 9_999);
      const found = findAddress(`${line}/`, 9_999);
      splitAddress(line);
      INDEX.find(found?.text ?? line);
    }
    const long = `https://shop.example.com/${'a/'.repeat(1_000)}`;
    const monitors = Array.from({ length: 10_000 }, (_, index) =>
      aMonitor({ id: `m${index}`, target: `${long}${index}` }),
    );
    const index = new AddressIndex(monitors);
    for (let look = 0; look < 20; look++) {
      assert.deepEqual(index.find(long.slice(0, -1)), []);
    }
    assert.deepEqual(idsOf(index.find(`${long}7`)), ['m7']);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 2_000_000, `${user / 1000} ms`);
  });
});
