import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { SimulatedService } from '../../simulator/simulatedService';
import { testCertificate } from '../../simulator/testCertificate';
import { signIn } from '../../support/simulatorClient';

function receive(send: typeof request, url: string, options: RequestOptions, body: unknown) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { method: 'POST', agent: false, ...options }, resolve)
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

describe('The protocol of the simulated service', () => {
  it('is UTF-8, with gzip for those alone who accept it', async () => {
    const service = await SimulatedService.start();
    try {
      const page = { pageIndex: 0, pageSize: 20 };
      const common = { 'Content-Type': 'application/json', Authorization: `Bearer ${await signIn(service)}` };
      const url = `${service.baseUrl}/monitors/list`;
      const plain = await receive(request, url, { headers: common }, page);
      assert.equal(plain.headers['content-encoding'], undefined);
      const text = (await buffer(plain)).toString('utf8');
      assert.match(text, /"Checkout API – Frankfurt"[^]*"Mail relay – Tōkyō"/);
      const headers = { ...common, 'Accept-Encoding': 'gzip, br' };
      const compressed = await receive(request, url, { headers }, page);
      assert.equal(compressed.headers['content-encoding'], 'gzip');
      assert.equal(gunzipSync(await buffer(compressed)).toString('utf8'), text);
      service.compresses = false;
      const again = await receive(request, url, { headers }, page);
      assert.equal(again.headers['content-encoding'], undefined);
      again.resume();
    } finally {
      await service.stop();
    }
  });

  it('keeps a connection for several calls', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const service = await SimulatedService.start();
    try {
      const options = { agent, headers: { 'Content-Type': 'application/json' } };
      const credentials = { email: service.email, password: service.password };
      for (let call = 0; call < 3; call++) {
        await buffer(await receive(request, `${service.baseUrl}/token`, options, credentials));
      }
      assert.deepEqual([service.callCount(), service.connectionCount], [3, 1]);
    } finally {
      agent.destroy();
      await service.stop();
    }
  });

  it('is TLS on demand, with a certificate that nobody trusts by itself', async () => {
    const service = await SimulatedService.start({ tls: true });
    try {
      assert.match(service.baseUrl, /^https:\/\/127\.0\.0\.1:\d+$/);
      const url = `${service.baseUrl}/token`;
      const headers = { 'Content-Type': 'application/json' };
      const credentials = { email: service.email, password: service.password };
      await assert.rejects(receive(tlsRequest, url, { headers }, credentials), {
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      assert.equal(service.callCount(), 0);
      const trusting = { headers, ca: testCertificate.cert };
      assert.equal((await receive(tlsRequest, url, trusting, credentials)).statusCode, 200);
      service.failNext({ kind: 'reset' });
      await assert.rejects(receive(tlsRequest, url, trusting, credentials), { code: 'ECONNRESET' });
    } finally {
      await service.stop();
    }
  });
});
