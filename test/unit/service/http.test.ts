import assert from 'node:assert/strict';
import fetch from 'node-fetch';
import { withConnectionState } from '../../../src/ui/connectionState';
import type { CallError, CallErrorReason } from '../../../src/service/errors';
import { postJson, type PostLimits } from '../../../src/service/http';
import type { BrokenResponse } from '../../simulator/brokenResponses';
import { SimulatedService } from '../../simulator/simulatedService';
import { aFetch, callErrorOf } from '../../support/aFetch';
import { silentListener } from '../../support/rawListener';

const limits: PostLimits = { timeoutMs: 5_000, maxBytes: 1_000_000 };

function post(
  url: string,
  { signal, ...changed }: Partial<PostLimits> & { signal?: AbortSignal } = {},
) {
  const request = {
    url,
    headers: { Authorization: 'Bearer t' },
    body: { pageIndex: 0, pageSize: 10 },
  };
  return postJson(
    { fetch: aFetch, now: () => 42 },
    request,
    { ...limits, ...changed },
    signal ?? new AbortController().signal,
  );
}

/** Waits for a call to fail for this reason. */
async function failureOf(call: Promise<unknown>, kind: CallErrorReason): Promise<CallError> {
  const failure = await callErrorOf(call);
  assert.equal(failure.reason, kind);
  return failure;
}

describe('A call', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  /** Makes one call whose response the service breaks, and waits until no call is open. */
  async function callBroken(failure: BrokenResponse, options: Parameters<typeof post>[1] = {}) {
    service.failNext(failure);
    const call = post(`${service.baseUrl}/monitors/list`, options);
    await call.catch(() => undefined);
    await service.idle();
    assert.equal(service.callCount(), 1);
    return call;
  }

  it('returns status, headers, type, text, JSON, size and time of the response', async () => {
    const response = await callBroken({ kind: 'wrong JSON', value: { größe: '1 €' } });
    const { header, url, ...rest } = response;
    assert.deepEqual(rest, {
      status: 200,
      contentType: 'application/json',
      json: { größe: '1 €' },
      text: '{"größe":"1 €"}',
      bytes: 19,
      receivedAt: 42,
    });
    assert.ok(url.endsWith('/monitors/list'));
    assert.equal(header('CONTENT-type'), 'application/json; charset=utf-8');
    assert.equal(header('x-credits'), undefined);
  });

  const encodings: [contentType: string, encode: (text: string) => Buffer][] = [
    ['application/json; v=1; charset = "ISO-8859-1" ; q=1', (text) => Buffer.from(text, 'latin1')],
    ['application/json; charset=utf-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['application/json; charset=klingon', (text) => Buffer.from(text)],
  ];
  for (const [contentType, encode] of encodings) {
    it(`decodes text with type "${contentType}" and bytes ${encode('{').toString('hex')}…`, async () => {
      const text = '{"name":"Zürich, ¡mañana!"}';
      const response = await callBroken({
        kind: 'changed',
        headers: { 'Content-Type': contentType },
        body: () => encode(text),
      });
      assert.deepEqual([response.text, response.json], [text, JSON.parse(text)]);
    });
  }

  it('is not made if it was canceled before', async () => {
    await failureOf(post(`${service.baseUrl}/token`, { signal: AbortSignal.abort() }), 'canceled');
    assert.equal(service.connectionCount, 0);
  });

  describe('that is canceled', () => {
    for (const [when, failure] of [
      ['before the headers', { kind: 'stalled' }],
      ['in the body', { kind: 'stalled body' }],
    ] as const) {
      it(`${when}, ends the connection`, async () => {
        const app = new AbortController();
        void service.nextCall().then(() => setTimeout(() => app.abort(), 20));
        await failureOf(callBroken(failure, { signal: app.signal }), 'canceled');
        assert.equal(service.calls[0]?.outcome, 'aborted by client');
      });
    }
  });

  it('that takes too long byte by byte is aborted, and says how much had arrived', async () => {
    const { facts } = await failureOf(
      callBroken({ kind: 'dripping body' }, { timeoutMs: 1_500 }),
      'timeout',
    );
    assert.equal(facts.timeoutMs, 1_500);
    assert.ok(facts.receivedBytes! > 1 && facts.receivedBytes! < 20, String(facts.receivedBytes));
    assert.equal(service.calls[0]?.outcome, 'aborted by client');
  });

  describe('that takes too long before it is connected', () => {
    it('because the handshake hangs sends nothing, and does not blame the service', async () => {
      const silent = await silentListener();
      const url = `https://127.0.0.1:${silent.port}/token`;
      const { facts } = await failureOf(post(url, { timeoutMs: 500 }), 'timeout');
      assert.deepEqual([facts.timeoutMs, facts.mayBeSent], [500, false]);
      assert.doesNotMatch(silent.received(), /POST/);
      await silent.stop();
    });

    it('sends nothing if it is canceled while fetch is still loading', async () => {
      const abort = new AbortController();
      let loaded: () => void = () => undefined;
      const loading = new Promise<void>((resolve) => (loaded = resolve));
      const network = {
        now: Date.now,
        fetch: withConnectionState(() => loading.then(() => fetch)),
      };
      const request = { url: `${service.baseUrl}/token`, headers: {}, body: {} };
      const call = postJson(network, request, limits, abort.signal);
      abort.abort();
      loaded();
      await assert.rejects(call, { reason: 'canceled' });
      assert.equal(service.connectionCount, 0);
    });
  });

  it('that is redirected is not followed, and the message has its target', async () => {
    const other = await SimulatedService.start();
    const location = `${other.baseUrl}/v2/monitors/list`;
    const call = callBroken({ kind: 'redirect', location, status: 308 });
    const { facts } = await failureOf(call, 'notTheService');
    assert.deepEqual([facts.status, facts.location], [308, location]);
    assert.equal(other.connectionCount, 0);
    await other.stop();
  });

  describe('whose response is too large', () => {
    it('after decompression, is cut short at the limit', async () => {
      const call = callBroken({ kind: 'gzip bomb' }, { maxBytes: 1_000_000 });
      assert.equal((await failureOf(call, 'tooLarge')).facts.limitBytes, 1_000_000);
    });

    it('is read at the limit and refused one byte beyond', async () => {
      const value = 'x'.repeat(98);
      assert.equal((await callBroken({ kind: 'wrong JSON', value }, { maxBytes: 100 })).bytes, 100);
      service.forgetCalls();
      await failureOf(
        callBroken({ kind: 'wrong JSON', value: `${value}x` }, { maxBytes: 100 }),
        'tooLarge',
      );
    });
  });
});
