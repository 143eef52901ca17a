import assert from 'node:assert/strict';
import { toPageResponse } from '../../../src/mapping/toPageResponse';
import { aResponse } from '../../support/corpus';

type Response = Parameters<typeof toPageResponse>[0];

const convert = (response: Response, pause = () => Promise.resolve()) =>
  toPageResponse(response, 'the sent token', pause);

const records = [{ id: 1, name: 'Shop', status: 'up' }];

describe('A response of the list', () => {
  it('is kept with the headers that say something about the list', async () => {
    const headers = { Date: 'Wed, 04 Mar 2026 11:30:00 GMT', 'X-Total-Count': '7', Link: '<x>' };
    const page = await convert(aResponse({ monitors: records }, { headers }));
    assert.deepEqual(page.response, { monitors: records });
    assert.deepEqual(page.headers, { date: headers.Date, total: '7', link: '<x>' });
  });

  it('is null if it says that there are no monitors', async () => {
    const empty = aResponse({ error: 'No such page', data: [] });
    assert.equal((await convert(empty)).response, null);
  });

  it('is refused with the reason, unless it has a list beside errors', async () => {
    const json = { data: { monitors: records }, errors: [{ message: 'one region is late' }] };
    assert.deepEqual((await convert(aResponse(json))).response, json);
    const refused = convert(aResponse(json, { status: 500 }));
    await assert.rejects(refused, { reason: 'serviceError' });
  });
});

describe('The secrets of a page', () => {
  const url = 'https://admin:HUNTER2@shop.example/health?api_key=AKSECRET';
  const record = {
    id: url,
    name: `Shop ${url}`,
    url,
    tags: ['eu', url],
    api_token: 'zz91yy82xx73',
  };
  const SECRETS = /HUNTER|AKSECRET|zz91yy/;
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...record, nr: i }));

  for (const [what, json] of [
    ['a record', { monitors: [record] }],
    ['each of many records', { result: { monitors: many(300) }, password: 'HUNTER2' }],
    ['each record of an object', { monitors: Object.fromEntries(many(300).entries()) }],
    ['what is under a secret key', { secrets: many(300).map(({ nr }) => ({ nr, a: 'HUNTER2' })) }],
    ['a key', { monitors: Object.fromEntries(many(60).map((one, i) => [`${url}&n=${i}`, one])) }],
  ] as const) {
    it(`are masked in ${what}`, async () => {
      const { response } = await convert(aResponse(json));
      assert.doesNotMatch(JSON.stringify(response), SECRETS);
    });
  }

  it('include the sent token in any place', async () => {
    const token = 'k7Qm2xV9bT4nW8rZ';
    const json = {
      monitors: [{ id: 1, note: `seen ${token}`, [token]: 1, url: `https://x/${token}` }],
    };
    const { response, addresses } = await toPageResponse(aResponse(json), token, () =>
      Promise.resolve(),
    );
    assert.doesNotMatch(JSON.stringify([response, [...addresses]]), /k7Qm2xV9bT4nW8rZ/);
  });

  it('stay in the address to open', async () => {
    const { addresses } = await convert(aResponse({ monitors: [record] }));
    assert.equal(addresses.get('https://•••@shop.example/health?api_key=•••'), url);
  });

  it('are in no address if two look alike', async () => {
    const other = { ...record, url: url.replace('HUNTER2', 'HUNTER3') };
    const { addresses } = await convert(aResponse({ monitors: [record, other] }));
    assert.doesNotMatch(JSON.stringify([...addresses]), SECRETS);
  });

  it('are masked with pauses if there are many records', async () => {
    let pauses = 0;
    const pause = () => Promise.resolve((pauses += 1));
    const clean = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `Shop in street ${id}, in the town of Bonn`,
    }));
    const json = { monitors: clean };
    const { response } = await toPageResponse(aResponse(json), '', pause);
    assert.ok(pauses >= 10);
    assert.equal(response, json, 'what has no secrets is not copied');
  });
});
