import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';

describe('The simulated service', () => {
  it('counts each call by kind, whether answered, refused, broken or aborted', async () => {
    const service = await SimulatedService.start();
    const post = (path: string, body: object, init: RequestInit = {}): Promise<Response> =>
      fetch(service.baseUrl + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
        ...init,
      });
    try {
      const { email, password } = service;
      assert.equal((await post('/token', { email, password })).status, 200);
      assert.equal((await post('/monitors/list', { pageIndex: 0, pageSize: 10 })).status, 401);
      assert.equal((await post('/elsewhere', {})).status, 404);
      service.failNext({ kind: 'reset' });
      await assert.rejects(post('/token', { email, password }));
      const gate = service.holdResponses();
      const arrived = service.nextCall();
      const abort = new AbortController();
      const given = assert.rejects(post('/token', { email, password }, { signal: abort.signal }));
      await arrived;
      abort.abort();
      await given;
      gate.release();
      await service.idle();
      const counts = [service.callCount('token'), service.callCount('list'), service.callCount('other')];
      assert.deepEqual([service.callCount(), ...counts], [5, 3, 1, 1]);
      service.forgetCalls();
      assert.equal(service.callCount(), 0);
    } finally {
      await service.stop();
    }
  });
});
