import assert from 'node:assert/strict';
import fetch from 'node-fetch';
import {
  CancelledError,
  ConnectionLostError,
  ConnectionRefusedError,
  HostNotFoundError,
  RedirectError,
  TimeoutError,
  TlsError,
  ResponseTooLargeError,
  type TransportError,
} from '../../../src/service/errors';
import { postJson, type FetchInit, type PostLimits } from '../../../src/service/http';
import type { BrokenAnswer } from '../../simulator/brokenAnswers';
import { SimulatedService } from '../../simulator/simulatedService';
import { closedPort } from '../../support/rawListener';

const limits: PostLimits = { timeoutMs: 5_000, maxBytes: 1_000_000 };

function post(url: string, { signal, ...changed }: Partial<PostLimits> & { signal?: AbortSignal } = {}) {
  const request = { url, headers: { Authorization: 'Bearer t' }, body: { pageIndex: 0, pageSize: 10 } };
  return postJson(
    { fetch, now: () => 42 },
    request,
    { ...limits, ...changed },
    signal ?? new AbortController().signal,
  );
}

/** The failure, which must be of this class and name its cause. */
async function failureOf<F extends TransportError>(
  call: Promise<unknown>,
  type: abstract new (...args: never[]) => F,
): Promise<F> {
  const failure: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(failure instanceof type, `${String(failure)} is no ${type.name}`);
  assert.equal(failure.name, type.name);
  return failure;
}

describe('one call', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  /** The call reaches the service, which breaks its answer; afterwards nothing is left open, and it was one call. */
  async function callBroken(failure: BrokenAnswer, options: Parameters<typeof post>[1] = {}) {
    service.failNext(failure);
    const call = post(`${service.baseUrl}/monitors/list`, options);
    await call.catch(() => undefined);
    await service.idle();
    assert.equal(service.callCount(), 1);
    return call;
  }

  it('brings back status, headers, type, text, JSON, size and time of the answer', async () => {
    const answer = await callBroken({ kind: 'wrong JSON', value: { größe: '1 €' } });
    assert.deepEqual(
      [answer.status, answer.contentType, answer.json, answer.text, answer.bytes, answer.receivedAt],
      [200, 'application/json', { größe: '1 €' }, '{"größe":"1 €"}', 19, 42],
    );
    assert.equal(answer.header('CONTENT-type'), 'application/json; charset=utf-8');
    assert.equal(answer.header('x-credits'), undefined);
  });

  it('brings back a refusal as an answer', async () => {
    assert.equal((await callBroken({ kind: 'status', status: 503 })).status, 503);
  });

  it('brings back what is no JSON as text', async () => {
    const answer = await callBroken({ kind: 'not JSON' });
    assert.deepEqual([answer.json, answer.text], [undefined, 'OK, come back later']);
  });

  it('counts bytes after decompression', async () => {
    const answer = await callBroken({ kind: 'gzip bomb', megabytes: 1 }, { maxBytes: 2_000_000 });
    assert.equal(answer.bytes, 1024 * 1024 + 2);
  });

  describe('that never reaches a service', () => {
    it('for a host that does not exist', async () => {
      const failure = await failureOf(post('http://no-such-host.invalid/token'), HostNotFoundError);
      assert.ok(failure.cause);
    }).timeout(15_000);

    it('for a port on which nothing listens', async () => {
      const port = await closedPort();
      await failureOf(post(`http://127.0.0.1:${port}/token`), ConnectionRefusedError);
      await failureOf(post(`http://localhost:${port}/token`), ConnectionRefusedError);
    });

    it('for a certificate that nobody vouches for', async () => {
      const secure = await SimulatedService.start({ tls: true });
      const failure = await failureOf(post(`${secure.baseUrl}/token`), TlsError);
      assert.equal((failure.cause as { code?: string }).code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
      assert.equal(secure.callCount(), 0);
      await secure.stop();
    });

    it('for a service that does not speak TLS', async () => {
      const url = service.baseUrl.replace('http:', 'https:');
      await failureOf(post(`${url}/token`), TlsError);
      assert.equal(service.callCount(), 0);
    });

    it('for one that was taken back before', async () => {
      await failureOf(post(`${service.baseUrl}/token`, { signal: AbortSignal.abort() }), CancelledError);
      assert.equal(service.connectionCount, 0);
    });
  });

  describe('that is taken back', () => {
    for (const [when, failure] of [
      ['before the headers', { kind: 'stalled' }],
      ['in the body', { kind: 'stalled body' }],
    ] as const) {
      it(`${when}, ends the connection`, async () => {
        const controller = new AbortController();
        void service.nextCall().then(() => setTimeout(() => controller.abort(), 20));
        await failureOf(callBroken(failure, { signal: controller.signal }), CancelledError);
        assert.equal(service.calls[0]?.outcome, 'aborted by client');
      });
    }
  });

  describe('that takes too long', () => {
    for (const [when, failure] of [
      ['before the headers', { kind: 'stalled' }],
      ['in the body', { kind: 'stalled body' }],
      ['byte by byte', { kind: 'dripping body', everyMs: 10 }],
    ] as const) {
      it(`${when}, is given up`, async () => {
        const failed = await failureOf(callBroken(failure, { timeoutMs: 400 }), TimeoutError);
        assert.equal(failed.timeoutMs, 400);
        assert.equal(service.calls[0]?.outcome, 'aborted by client');
      });
    }
  });

  describe('that is redirected', () => {
    for (const status of [301, 302, 303, 307, 308] as const) {
      it(`with ${status}, goes nowhere else`, async () => {
        const other = await SimulatedService.start();
        const location = `${other.baseUrl}/token`;
        await failureOf(callBroken({ kind: 'redirect', location, status }), RedirectError);
        assert.equal(other.connectionCount, 0);
        await other.stop();
      });
    }

    it('within the service, goes nowhere either', async () => {
      await failureOf(callBroken({ kind: 'redirect', location: '/monitors/list' }), RedirectError);
    });

    it('to what is no address, is a redirect all the same', async () => {
      await failureOf(callBroken({ kind: 'redirect', location: 'http://[/' }), RedirectError);
    });

    for (const status of [300, 304, 305]) {
      it(`with ${status}, which names no place, has brought no answer`, async () => {
        const failure = await failureOf(callBroken({ kind: 'status', status }), RedirectError);
        assert.equal(failure.message, `status ${status}`);
      });
    }
  });

  describe('whose answer is too large', () => {
    for (const failure of [{ kind: 'too large' }, { kind: 'gzip bomb' }] as const) {
      it(`(${failure.kind}) is cut short at the limit`, async () => {
        const failed = await failureOf(callBroken(failure, { maxBytes: 1_000_000 }), ResponseTooLargeError);
        assert.equal(failed.limitBytes, 1_000_000);
      });
    }

    it('is taken at the limit and refused one byte beyond', async () => {
      const value = 'x'.repeat(98);
      assert.equal((await callBroken({ kind: 'wrong JSON', value }, { maxBytes: 100 })).bytes, 100);
      service.forgetCalls();
      await failureOf(
        callBroken({ kind: 'wrong JSON', value: `${value}x` }, { maxBytes: 100 }),
        ResponseTooLargeError,
      );
    });
  });

  describe('whose connection breaks', () => {
    const breaks: BrokenAnswer[] = [
      { kind: 'reset' },
      { kind: 'truncated body' },
      { kind: 'truncated body', chunked: true },
    ];
    for (const failure of breaks) {
      it(`(${JSON.stringify(failure)}) is lost, and not repeated`, async () => {
        await failureOf(callBroken(failure), ConnectionLostError);
      });
    }
  });

  it('leaves no timer behind that would still abort it', async () => {
    const signals: AbortSignal[] = [];
    const network = {
      now: Date.now,
      fetch: (url: string, init: FetchInit) => {
        signals.push(init.signal);
        return fetch(url, init);
      },
    };
    const request = { url: `${service.baseUrl}/token`, headers: {}, body: {} };
    await postJson(network, request, { ...limits, timeoutMs: 500 }, new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false],
    );
  });
});
