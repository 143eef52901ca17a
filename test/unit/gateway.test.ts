import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { addSession } from '../support/aServiceClient';
import { aView } from '../support/aView';
import { aWindowAt } from '../support/aWindow';
import { useTemporaryFolder } from '../support/temporaryFolder';
import { someMonitors } from '../support/useScenario';

const KEY = 'k7Qm2xV9bT4n';
const PASSWORD = 'garden-7';

describe('The gateway of docs/gateway.mjs', () => {
  const folder = useTemporaryFolder();
  const owned: { close(): unknown }[] = [];
  let other = '';
  /** Answers for a service of another kind. */
  let answer: (request: IncomingMessage) => { status?: number; body: unknown };

  beforeEach(async () => {
    const server = createServer((request, response) => {
      const { status = 200, body } = answer(request);
      const headers = { 'content-type': 'application/json', 'x-total-count': '23' };
      response.writeHead(status, headers).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    owned.push(server);
    other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => Promise.all(owned.splice(0).map((part) => part.close())));

  /** Starts the gateway. @returns its base URL, and all that it printed so far */
  async function startGateway(...args: readonly string[]) {
    const script = join(checkout(), 'docs', 'gateway.mjs');
    const env = { ...process.env, GATEWAY_PASSWORD: PASSWORD, PORT: '0' };
    const child = spawn(process.execPath, [script, ...args], { env });
    owned.push({ close: () => child.kill() });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => (printed += String(data)));
    }
    await once(child.stdout, 'data');
    return { baseUrl: /http:\S+/.exec(printed)![0], printed: () => printed };
  }

  /** Signs in, and asks for the first page. */
  async function loadFrom(baseUrl: string, password = PASSWORD) {
    const window = aWindowAt(baseUrl, { folder: folder() });
    owned.push({ close: () => window.dispose() });
    window.settings.pageSize = 10;
    await window.app.start();
    await addSession(window.app, { baseUrl, email: 'ines@example.org', password });
    await window.app.list!.loadMore();
    return window;
  }

  it('turns a list by offset into pages, with the key in a header', async () => {
    const monitors = someMonitors(23, 20);
    const asked: string[] = [];
    answer = ({ headers, url }) => {
      asked.push(`${String(headers['x-api-key'])} ${url}`);
      const { searchParams } = new URL(url!, other);
      const offset = Number(searchParams.get('offset'));
      return {
        body: { checks: monitors.slice(offset, offset + Number(searchParams.get('limit'))) },
      };
    };
    const url = `${other}/checks?offset={offset}&limit={size}`;
    const { baseUrl } = await startGateway(url, 'GET', `x-api-key: ${KEY}`);
    const window = await loadFrom(baseUrl);
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
    answer = () => assert.fail('It was asked.');
    const { baseUrl } = await startGateway(other);
    await assert.rejects(loadFrom(baseUrl, 'wrong'), { reason: 'badLogin' });
  });

  it('never repeats the key, in an answer or in what it prints', async () => {
    answer = () => ({ status: 400, body: { error: `the key ${KEY} is odd` } });
    const gateway = await startGateway(other, 'GET', `authorization: Bearer ${KEY}`);
    const { app } = await loadFrom(gateway.baseUrl);
    assert.ok(app.list!.failure);
    const texts = [JSON.stringify(app.list!.failure), gateway.printed()];
    assert.doesNotMatch(texts.join('\n'), new RegExp(KEY));
  });
});
