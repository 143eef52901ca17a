import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { BrokenResponse } from '../../simulator/brokenResponses';
import { errorStyles } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, post, signIn } from '../../support/simulatorClient';

describe('Failures of the simulated service', () => {
  let service: SimulatedService;
  let token: string;
  beforeEach(async () => {
    service = await SimulatedService.start();
    token = await signIn(service);
  });
  afterEach(() => service.stop());

  const responseTo = (failure: BrokenResponse, signal?: AbortSignal) => {
    service.failNext(failure);
    return list(service, token, undefined, signal);
  };
  const outcomeOfLast = async () => {
    await service.idle();
    const call = service.calls.at(-1);
    return [call?.failure?.kind, call?.status, call?.outcome];
  };

  for (const status of [400, 401, 402, 403, 404, 410, 422, 429, 500, 503]) {
    it(`can be status ${status}`, async () => {
      const response = await responseTo({ kind: 'status', status, message: 'Because.' });
      assert.equal(response.status, status);
      assert.equal(((await response.json()) as { detail: string }).detail, 'Because.');
      assert.deepEqual(await outcomeOfLast(), ['status', status, 'broken on purpose']);
      assert.deepEqual(service.violations, []);
    });
  }

  it('can be a 429 with Retry-After', async () => {
    const response = await responseTo({ kind: 'status', status: 429, retryAfter: 17 });
    assert.equal(response.headers.get('retry-after'), '17');
  });

  it('can be a gateway’s page with status 502', async () => {
    const response = await responseTo({ kind: 'status', status: 502 });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /^<!DOCTYPE html>[^]*502 Bad Gateway/);
  });

  it('can be worded in a style of their own', async () => {
    const style = errorStyles.errorList;
    const response = await responseTo({ kind: 'status', status: 403, message: 'No.', style });
    assert.equal(await response.text(), style(403, 'No.').text);
  });

  it('can be a connection that is reset', async () => {
    const error = await responseTo({ kind: 'reset' }).catch((reason: Error) => reason);
    assert.ok(error instanceof Error);
    assert.equal((error.cause as { code: string }).code, 'ECONNRESET');
    assert.deepEqual(await outcomeOfLast(), ['reset', undefined, 'broken on purpose']);
  });

  it('can be silence, until the client gives up', async () => {
    await assert.rejects(responseTo({ kind: 'stalled' }, AbortSignal.timeout(50)), { name: 'TimeoutError' });
    assert.deepEqual(await outcomeOfLast(), ['stalled', undefined, 'aborted by client']);
  });

  it('can be silence after the first bytes', async () => {
    const controller = new AbortController();
    const response = await responseTo({ kind: 'stalled body' }, controller.signal);
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), '{"monito');
    const rest = reader?.read();
    controller.abort();
    await assert.rejects(rest ?? Promise.resolve(), { name: 'AbortError' });
    assert.deepEqual(await outcomeOfLast(), ['stalled body', 200, 'aborted by client']);
  });

  it('can be a body that drips', async () => {
    service.failNext({ kind: 'dripping body', everyMs: 1 });
    const response = await list(service, token, { pageIndex: 9999, pageSize: 1 });
    assert.deepEqual(await response.json(), { monitors: [], total: 340 });
  });

  it('can be a gzip bomb, small on the wire and valid JSON', async () => {
    service.failNext({ kind: 'gzip bomb', megabytes: 20 });
    const { encoding, body } = await receiveRaw();
    assert.equal(encoding, 'gzip');
    assert.ok(body.length < 50_000, `${body.length} bytes on the wire`);
    const plain = gunzipSync(body).toString();
    assert.ok(plain.length > 20_000_000);
    assert.deepEqual(JSON.parse(plain), []);
  });

  it('can be a gzip bomb of a gigabyte, of which a client need not take more than it likes', async () => {
    const response = await responseTo({ kind: 'gzip bomb' });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    assert.deepEqual((await outcomeOfLast())[0], 'gzip bomb');
  });

  it('can be a body that is too large', async () => {
    const response = await responseTo({ kind: 'too large' });
    assert.equal(response.headers.get('content-length'), null);
    assert.ok((await response.text()).length > 11_000_000);
  });

  for (const status of [301, 302, 303, 307, 308] as const) {
    it(`can be a redirect with status ${status}`, async () => {
      const location = 'http://127.0.0.1:9/token';
      const response = await responseTo({ kind: 'redirect', location, status });
      assert.deepEqual([response.status, response.headers.get('location')], [status, location]);
    });
  }

  for (const chunked of [false, true]) {
    it(`can be a body that is cut short${chunked ? ' between chunks' : ''}`, async () => {
      const response = await responseTo({ kind: 'truncated body', chunked });
      assert.equal(response.headers.has('content-length'), !chunked);
      await assert.rejects(response.text(), { message: 'terminated' });
      assert.deepEqual(await outcomeOfLast(), ['truncated body', 200, 'broken on purpose']);
    });
  }

  const unreadable: [BrokenResponse, type: string, body: RegExp][] = [
    [{ kind: 'truncated JSON' }, 'application/json; charset=utf-8', /^\{"monitors":\[\{.*[^}]$/],
    [{ kind: 'HTML' }, 'text/html; charset=utf-8', /^<!DOCTYPE html>/],
    [{ kind: 'not JSON' }, 'application/json; charset=utf-8', /^OK/],
    [{ kind: 'empty body' }, 'application/json; charset=utf-8', /^$/],
    [{ kind: 'wrong JSON' }, 'application/json; charset=utf-8', /^\{"hello":1\}$/],
    [{ kind: 'wrong JSON', value: null }, 'application/json; charset=utf-8', /^null$/],
    [{ kind: 'invalid UTF-8' }, 'application/json; charset=utf-8', /\ufffd/],
  ];
  for (const [failure, type, body] of unreadable) {
    it(`can be ${JSON.stringify(failure)} with status 200`, async () => {
      const response = await responseTo(failure);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, type]);
      assert.match(await response.text(), body);
    });
  }

  it('come at the call with the number given, of its kind', async () => {
    service.forgetCalls();
    service.failAt(3, { kind: 'status', status: 500 });
    service.failAt(3, { kind: 'status', status: 503 }, { of: 'list' });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) {
      statuses.push((await list(service, token)).status);
    }
    assert.deepEqual(statuses, [200, 200, 500, 200, 200]);
    assert.equal((await list(service, token)).status, 200);
    service.failAt(2, { kind: 'status', status: 503 }, { of: 'token' });
    await signIn(service);
    await assert.rejects(signIn(service), /503/);
  });

  it('come as many times as they are told, one after the other', async () => {
    service.failNext({ kind: 'status', status: 500 }, { times: 2 });
    service.failNext({ kind: 'status', status: 503 }, { of: 'list' });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) {
      statuses.push((await list(service, token)).status);
    }
    assert.deepEqual(statuses, [500, 500, 503, 200]);
  });

  it('come for ever, until they are stopped', async () => {
    service.failNext({ kind: 'status', status: 500 }, { times: Infinity, of: 'list' });
    for (let call = 0; call < 3; call++) {
      assert.equal((await list(service, token)).status, 500);
    }
    await signIn(service);
    service.stopFailing();
    assert.equal((await list(service, token)).status, 200);
  });

  it('do not come to a client that has already given up', async () => {
    const gate = service.holdResponses();
    const controller = new AbortController();
    const next = service.nextCall();
    const response = responseTo({ kind: 'reset' }, controller.signal);
    const call = await next;
    controller.abort();
    await assert.rejects(response, { name: 'AbortError' });
    await service.idle();
    gate.release();
    await new Promise(setImmediate);
    assert.equal(call.outcome, 'aborted by client');
  });

  it('do not hide a contract violation', async () => {
    service.failNext({ kind: 'status', status: 500 });
    assert.equal((await post(service, '/token', {})).status, 500);
    assert.equal(service.violations.length, 1);
  });

  /** As fetch does not give it: not decompressed. */
  function receiveRaw(): Promise<{ encoding: string | undefined; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const call = request(`${service.baseUrl}/monitors/list`, { method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
        );
      });
      call.on('error', reject).end(JSON.stringify({ pageIndex: 0, pageSize: 10 }));
    });
  }
});
