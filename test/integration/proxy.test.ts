import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { Page } from '../../src/monitors/page';
import { toErrorLine } from '../../src/service/errors';
import { SimulatedService } from '../simulator/simulatedService';
import { callErrorOf } from '../support/aFetch';
import { DENIED_HOST, startProxy, VIA } from '../support/aProxy';
import { askForPage, askForToken, aServiceClient } from '../support/aServiceClient';
import { closedPort, silentListener } from '../support/rawListener';

/** VS Code calls localhost and 127.0.0.1 without the proxy, and no other host. */
const HOST = '127.0.0.2';

async function useProxy(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('http')
    .update('proxy', url, vscode.ConfigurationTarget.Global);
}

const lengthOf = ({ response }: Page): number => (response as { monitors: [] }).monitors.length;

/** Through VS Code's own agent for proxies, like every call of the extension. */
describe('Behind a proxy', function () {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let proxyWithLogin: typeof proxy;
  let service: SimulatedService;
  const through = (port: number): string => `http://127.0.0.1:${port}`;

  before(async function () {
    if (process.platform === 'darwin') {
      console.log(`Skipped: macOS has no ${HOST}, and VS Code calls 127.0.0.1 without a proxy.`);
      this.skip();
    }
    proxy = await startProxy();
    proxyWithLogin = await startProxy({ wantsLogin: true });
  });

  after(async () => {
    await useProxy(undefined);
    await proxy?.stop();
    await proxyWithLogin?.stop();
  });

  beforeEach(async () => {
    service = await SimulatedService.start({ host: HOST });
    await useProxy(through(proxy.port));
  });

  afterEach(() => service.stop());

  it('sign-in and pages go through it', async () => {
    const parts = aServiceClient();
    const { session } = await askForToken(parts, service);
    const page = await askForPage(parts, service.baseUrl, { token: session!.token });
    assert.equal(lengthOf(page), 10);
    for (const { headers } of service.calls) {
      assert.equal(headers.via, VIA);
    }
    assert.deepEqual(service.violations, []);
  });

  it('that asks for a login, the message says so, and the service gets nothing', async () => {
    await useProxy(through(proxyWithLogin.port));
    const secure = await SimulatedService.start({ host: HOST, tls: true });
    const error = await callErrorOf(askForToken(aServiceClient(), secure));
    assert.deepEqual([error.reason, secure.callCount()], ['proxy', 0]);
    await secure.stop();
  });

  it('that denies the host, the error is that of a wrong address', async () => {
    const denied = { ...service, email: 'a@b', password: 'p', baseUrl: `http://${DENIED_HOST}:80` };
    const error = await callErrorOf(askForToken(aServiceClient(), denied));
    assert.deepEqual([error.reason, error.facts.status], ['notTheService', 403]);
  });

  const unusable: [string, () => Promise<string>][] = [
    ['that is down', async () => through(await closedPort())],
    ['that nobody knows', () => Promise.resolve('http://no-such-proxy.invalid:3128')],
    ['that is spoken to in https', () => Promise.resolve(`https://127.0.0.1:${proxy.port}`)],
  ];
  for (const [what, url] of unusable) {
    it(`${what}, the message says that the proxy can’t be reached, and the log has the cause`, async () => {
      await useProxy(await url());
      const secure = await SimulatedService.start({ host: HOST, tls: true });
      const error = await callErrorOf(askForToken(aServiceClient(), secure));
      assert.equal(error.reason, 'proxy', toErrorLine(error.cause));
      assert.match(toErrorLine(error), /^proxy \S/);
      assert.equal(secure.callCount(), 0);
      await secure.stop();
    });
  }

  it('the login comes from the proxy’s address, and not from http.proxyAuthorization', async () => {
    const login = Buffer.from('ada:secret').toString('base64');
    const listener = await silentListener({ closes: true });
    const headOf = async (url: string): Promise<string> => {
      await useProxy(url);
      await callErrorOf(askForToken(aServiceClient(), service));
      return listener.received();
    };
    const settings = vscode.workspace.getConfiguration('http');
    try {
      await settings.update(
        'proxyAuthorization',
        `Basic ${login}`,
        vscode.ConfigurationTarget.Global,
      );
      assert.doesNotMatch(await headOf(through(listener.port)), /proxy-authorization/i);
      const withLogin = `http://ada:secret@127.0.0.1:${listener.port}`;
      assert.match(await headOf(withLogin), new RegExp(`proxy-authorization: Basic ${login}`, 'i'));
    } finally {
      await settings.update('proxyAuthorization', undefined, vscode.ConfigurationTarget.Global);
      await listener.stop();
    }
  });

  it('an untrusted certificate is refused in spite of http.proxyStrictSSL', async () => {
    const settings = vscode.workspace.getConfiguration('http');
    const secure = await SimulatedService.start({ host: HOST, tls: true });
    try {
      await settings.update('proxyStrictSSL', false, vscode.ConfigurationTarget.Global);
      const error = await callErrorOf(askForToken(aServiceClient(), secure));
      assert.deepEqual([error.reason, secure.callCount()], ['certificate', 0]);
    } finally {
      await settings.update('proxyStrictSSL', undefined, vscode.ConfigurationTarget.Global);
      await secure.stop();
    }
  });
});

/** Through VS Code's own agent, which asks for the end of each connection. */
describe('Without a proxy', () => {
  it('a complete response with a trailer is read when its connection closes', async () => {
    const service = await SimulatedService.start();
    const body = gzipSync(JSON.stringify({ monitors: [{ id: 'a', name: 'A', status: 'up' }] }));
    const head =
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    const packets = [
      `${head}${body.length.toString(16)}\r\n`,
      body,
      '\r\n0\r\nX-Checksum: abc\r\n\r\n',
    ];
    service.failNext({
      kind: 'pieces',
      pieces: () => [Buffer.concat(packets.map((part) => Buffer.from(part)))],
    });
    assert.equal(lengthOf(await askForPage(aServiceClient(), service.baseUrl)), 1);
    await service.stop();
  });
});
