import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { addSession } from '../support/aServiceClient';
import { aView } from '../support/aView';
import { aWindowAt } from '../support/aWindow';
import { useTemporaryFolder } from '../support/temporaryFolder';

const KEY = 'k7Qm2xV9bT4n';
const PASSWORD = 'garden-7';

const monitors = Array.from({ length: 23 }, (_, index) => ({
  id: `w${index}`,
  name: `Watch ${index}`,
  status: index === 20 ? 'down' : 'up',
}));

describe('The gateway of docs/gateway.mjs', () => {
  const folder = useTemporaryFolder();
  const owned: { close(): unknown }[] = [];
  let answer: (request: IncomingMessage) => Promise<{ status?: number; body: unknown }>;

  afterEach(() => Promise.all(owned.splice(0).map((part) => part.close())));

  /** Starts a service of another kind. */
  async function startOther(): Promise<string> {
    const server: Server = createServer((request, response) => {
      void answer(request).then(({ status = 200, body }) => {
        const headers = { 'content-type': 'application/json', 'x-total-count': '23' };
        response.writeHead(status, headers).end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    owned.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts the gateway. @returns its base URL, and all that it printed so far */
  async function startGateway(...args: readonly string[]) {
    const script = join(checkout(), 'docs', 'gateway.mjs');
    const env = { ...process.env, GATEWAY_PASSWORD: PASSWORD, PORT: '0' };
    const child: ChildProcess = spawn(process.execPath, [script, ...args], { env });
    owned.push({ close: () => child.kill() });
    let printed = '';
    child.stderr?.on('data', (data) => (printed += String(data)));
    child.stdout?.on('data', (data) => (printed += String(data)));
    await once(child.stdout!, 'data');
    return { baseUrl: /http:\S+/.exec(printed)![0], printed: () => printed };
  }

  async function signIn(baseUrl: string, password = PASSWORD) {
    const window = aWindowAt(baseUrl, { folder: folder() });
    owned.push({ close: () => window.dispose() });
    window.settings.pageSize = 10;
    await window.app.start();
    await addSession(window.app, { baseUrl, email: 'ines@example.org', password });
    return window;
  }

  it('turns a list by offset into pages, with the key in a header', async () => {
    const asked: (string | undefined)[] = [];
    const other = await startOther();
    answer = (request) => {
      asked.push(`${String(request.headers['x-api-key'])} ${request.url}`);
      const { searchParams } = new URL(request.url!, other);
      const offset = Number(searchParams.get('offset'));
      const size = Number(searchParams.get('limit'));
      return Promise.resolve({ body: { checks: monitors.slice(offset, offset + size) } });
    };
    const url = `${other}/checks?offset={offset}&limit={size}`;
    const { baseUrl } = await startGateway(url, 'GET', `x-api-key: ${KEY}`);
    const window = await signIn(baseUrl);
    await window.app.list!.loadMore();
    await window.app.list!.loadAll(10);
    const view = aView(window);
    assert.equal(view.line, '1 down — all 23');
    view.dispose();
    assert.deepEqual(
      asked,
      [0, 10, 20].map((offset) => `${KEY} /checks?offset=${offset}&limit=10`),
    );
  });

  it('refuses a wrong password, and asks the other service nothing', async () => {
    const other = await startOther();
    answer = () => Promise.reject(new Error('It was asked.'));
    const { baseUrl } = await startGateway(other);
    await assert.rejects(signIn(baseUrl, 'wrong'), { reason: 'badLogin' });
  });

  it('never repeats the key, in an answer or in what it prints', async () => {
    const other = await startOther();
    answer = () => Promise.resolve({ status: 400, body: { error: `the key ${KEY} is odd` } });
    const gateway = await startGateway(other, 'GET', `authorization: Bearer ${KEY}`);
    const window = await signIn(gateway.baseUrl);
    await window.app.list!.loadMore();
    assert.doesNotMatch(JSON.stringify(window.app.list!.failure), new RegExp(KEY));
    assert.ok(window.app.list!.failure);
    assert.doesNotMatch(gateway.printed(), new RegExp(KEY));
  });
});
