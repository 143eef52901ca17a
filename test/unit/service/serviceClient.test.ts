import assert from 'node:assert/strict';
import { isCallError } from '../../../src/service/errors';
import type { BrokenResponse } from '../../simulator/brokenResponses';
import { SimulatedService } from '../../simulator/simulatedService';
import { askForPage, askForToken, aServiceClient } from '../../support/aServiceClient';
import { rawListener } from '../../support/rawListener';

const ADA = { email: 'ada@example.com', password: 'p' };

describe('the service client', () => {
  describe('sends exactly what is documented', () => {
    /** One call to a listener that keeps every byte. */
    async function bytesOf(response: unknown, call: (baseUrl: string) => Promise<unknown>) {
      const listener = await rawListener(response);
      await call(`${listener.baseUrl}/api`);
      const { head, body } = await listener.received;
      await listener.stop();
      const [requestLine, ...lines] = head.split('\r\n');
      const headers = new Map(
        lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1]]),
      );
      return { requestLine, headers, body };
    }

    it('for a token: no Authorization, and expiresIn only if it is asked for', async () => {
      const askFor = (lifetime: { expiresInMs?: number }) =>
        bytesOf({ token: 'mst_abcdefghijklmnop' }, (baseUrl) =>
          askForToken(aServiceClient(), { baseUrl, ...ADA }, lifetime),
        );
      const { requestLine, headers, body } = await askFor({});
      assert.equal(requestLine, 'POST /api/token HTTP/1.1');
      assert.equal(body, '{"email":"ada@example.com","password":"p"}');
      const long = await askFor({ expiresInMs: 43_200_000 });
      assert.equal(long.body, body.replace('}', ',"expiresIn":43200000}'));
      headers.delete('host');
      assert.deepEqual(Object.fromEntries(headers), {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'close',
        'content-length': String(body.length),
        'content-type': 'application/json',
        'user-agent': 'monitor-explorer/0.0.0 (test)',
      });
    });

    it('for a page: the token, and the page', async () => {
      const { requestLine, headers, body } = await bytesOf({ monitors: [] }, (baseUrl) =>
        askForPage(aServiceClient(), baseUrl, { pageIndex: 3, pageSize: 50 }),
      );
      assert.equal(requestLine, 'POST /api/monitors/list HTTP/1.1');
      assert.equal(body, '{"pageIndex":3,"pageSize":50}');
      assert.equal(headers.get('authorization'), 'Bearer token-of-ada');
    });
  });

  describe('with the service', () => {
    let service: SimulatedService;
    beforeEach(
      async () => void (service = await SimulatedService.start({ pathPrefix: '/api/v2' })),
    );
    afterEach(() => service.stop());

    async function signedIn(parts = aServiceClient()) {
      const { session } = await askForToken(parts, service);
      return { ...parts, token: session!.token };
    }

    it('does not send a token that would add a header', async () => {
      const parts = aServiceClient();
      for (const character of ['\n', '\r\nX-Evil: 1', '\u0000', '🐎']) {
        const token = `mst_abcdef${character}ghijkl`;
        await assert.rejects(askForPage(parts, service.baseUrl, { token }), {
          facts: { mayBeSent: false },
        });
      }
      assert.equal(service.connectionCount, 0);
    });

    it('hides password and token that the service repeats, with any status and beside an empty list', async () => {
      const { token, ...parts } = await signedIn();
      const { email, baseUrl } = service;
      const password = 'Tr0ub4dor&3';
      const echo = `${token} or ${password} or ?t=${encodeURIComponent(password)} is bad`;
      const failures: BrokenResponse[] = [
        { kind: 'status', status: 500, message: echo },
        { kind: 'wrong JSON', value: { success: false, message: echo, data: [] } },
      ];
      for (const failure of failures) {
        service.failNext(failure, { times: 2 });
        const says = (text: string) => (error: unknown) =>
          isCallError(error) && error.facts.serviceMessage === text;
        await assert.rejects(
          askForPage(parts, baseUrl, { token }),
          says(`••• or ${password} or ?t=••• is bad`),
        );
        await assert.rejects(
          askForToken(parts, { email, password, baseUrl }),
          says(`${token} or ••• or ?t=••• is bad`),
        );
      }
    });
  });
});
