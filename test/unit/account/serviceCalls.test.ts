import assert from 'node:assert/strict';
import { errorStyles } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { askForPage, askForToken, aServiceClient } from '../../support/aServiceClient';

describe('A call', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start({ pathPrefix: '/api' })));
  afterEach(() => service.stop());

  it('is logged with path, status, time and size, or its failure', async () => {
    const parts = aServiceClient();
    const { response } = await askForToken(parts, service);
    service.failNext({ kind: 'status', status: 401 });
    await assert.rejects(askForPage(parts, service.baseUrl, { pageIndex: 3 }), {
      reason: 'sessionEnded',
    });
    service.failNext({ kind: 'reset' });
    await assert.rejects(askForPage(parts, service.baseUrl), { reason: 'noConnection' });
    const lines = parts.log.map((line) => line.replace(/\d+ ms/, 'N ms'));
    assert.equal(lines[0], `POST /api/token 200 N ms ${response.bytes} B`);
    assert.match(lines[1]!, /^POST \/api\/monitors\/list page 3 401 N ms \d+ B$/);
    assert.match(lines[2]!, /^POST \/api\/monitors\/list page 0 noConnection ECONNRESET N ms$/);
  });

  it('is logged without password, token and body', async () => {
    const parts = aServiceClient({ limits: { timeoutMs: 1_000 } });
    const password = 'hunter2-hunter2';
    service.accounts[0].password = password;
    const { session } = await askForToken(parts, service);
    const token = session!.token;
    for (const failure of [
      { kind: 'reset' },
      { kind: 'stalled' },
      { kind: 'status', status: 200, style: errorStyles.html },
      { kind: 'redirect', location: `${service.baseUrl}/?t=${token}` },
      { kind: 'wrong JSON', value: { hello: token, more: password } },
      { kind: 'status', status: 400, message: `${token} ${password}` },
    ] as const) {
      service.failNext(failure, { times: 2 });
      // What can't be read is asked about, also a text that may be the token.
      await askForPage(parts, service.baseUrl, { token }).catch(() => undefined);
      await askForToken(parts, service).catch(() => undefined);
    }
    await askForPage(parts, service.baseUrl, { token });
    assert.equal(parts.log.length, 14);
    for (const line of parts.log) {
      assert.ok(!line.includes(token) && !line.includes(password) && !line.includes('mon_'), line);
    }
  });
});
