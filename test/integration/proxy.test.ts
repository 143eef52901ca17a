import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import type { Page } from '../../src/monitors/page';
import { toErrorLine, type CallError } from '../../src/service/errors';
import { SimulatedService } from '../simulator/simulatedService';
import { callErrorOf } from '../support/aFetch';
import { startProxy, VIA } from '../support/aProxy';
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
    await useProxy(proxy.url);
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

  /** The error of a sign-in over https, of which the service gets nothing. */
  async function failure(): Promise<CallError> {
    const secure = await SimulatedService.start({ host: HOST, tls: true });
    const error = await callErrorOf(askForToken(aServiceClient(), secure));
    assert.equal(secure.callCount(), 0);
    await secure.stop();
    return error;
  }

  it('that asks for a login, the message says so, and the service gets nothing', async () => {
    await useProxy(proxyWithLogin.url);
    assert.equal((await failure()).reason, 'proxy');
  });

  const unusable: [string, () => Promise<string>][] = [
    ['that is down', async () => `http://127.0.0.1:${await closedPort()}`],
    ['that nobody knows', () => Promise.resolve('http://no-such-proxy.invalid:3128')],
    ['that is spoken to in https', () => Promise.resolve(proxy.url.replace('http', 'https'))],
  ];
  for (const [what, url] of unusable) {
    it(`${what}, the message says that the proxy can’t be reached, and the log has the cause`, async () => {
      await useProxy(await url());
      assert.match(toErrorLine(await failure()), /^proxy \S/);
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
      assert.doesNotMatch(
        await headOf(`http://127.0.0.1:${listener.port}`),
        /proxy-authorization/i,
      );
      const withLogin = `http://ada:secret@127.0.0.1:${listener.port}`;
      assert.match(await headOf(withLogin), new RegExp(`proxy-authorization: Basic ${login}`, 'i'));
    } finally {
      await settings.update('proxyAuthorization', undefined, vscode.ConfigurationTarget.Global);
      await listener.stop();
    }
  });

  it('an untrusted certificate is refused in spite of http.proxyStrictSSL', async () => {
    const settings = vscode.workspace.getConfiguration('http');
    try {
      await settings.update('proxyStrictSSL', false, vscode.ConfigurationTarget.Global);
      assert.equal((await failure()).reason, 'certificate');
    } finally {
      await settings.update('proxyStrictSSL', undefined, vscode.ConfigurationTarget.Global);
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
