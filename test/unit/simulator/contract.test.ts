import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, post, signIn } from '../../support/simulatorClient';

describe('The contract of the simulated service', () => {
  let service: SimulatedService;
  beforeEach(async () => (service = await SimulatedService.start({ pathPrefix: '/api/v2/' })));
  afterEach(() => service.stop());

  it('is kept by a sign-in and a page', async () => {
    const token = await signIn(service);
    assert.equal((await list(service, token)).status, 200);
    assert.deepEqual(service.violations, []);
  });

  it('has both endpoints under the base URL with its path prefix', () => {
    assert.match(service.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
  });

  for (const path of ['/tokens', '/token/', '//token', '/token?page=1', '/TOKEN', '/monitors', '/../token']) {
    it(`has no endpoint ${path}`, async () => {
      assert.equal((await post(service, path, { email: 'a', password: 'b' })).status, 404);
      assert.match(service.violations.join(), /^POST \S+: there is no such endpoint$/);
      assert.equal(service.callCount('other'), 1);
    });
  }

  it('wants POST', async () => {
    const response = await fetch(`${service.baseUrl}/token`);
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST');
    assert.deepEqual(service.violations, ['GET /api/v2/token: the method must be POST']);
  });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8']) {
    it(`does not take ${type}`, async () => {
      const credentials = { email: service.email, password: service.password };
      const response = await post(service, '/token', credentials, { headers: { 'Content-Type': type } });
      assert.equal(response.status, 415);
      assert.equal(service.violations.length, 1);
    });
  }

  it('refuses Authorization on the token endpoint', async () => {
    const credentials = { email: service.email, password: service.password };
    const response = await post(service, '/token', credentials, { headers: { Authorization: 'Bearer x' } });
    assert.equal(response.status, 400);
    assert.match(service.violations.join(), /Authorization must not be sent/);
  });

  for (const authorization of [undefined, 'Basic YTpi', 'Bearer', 'Bearer a b', 'bearer abc', 'abc']) {
    it(`takes no list call with Authorization ${authorization ?? 'missing'}`, async () => {
      const response = await post(
        service,
        '/monitors/list',
        { pageIndex: 0, pageSize: 10 },
        authorization === undefined ? {} : { headers: { Authorization: authorization } },
      );
      assert.equal(response.status, 401);
      assert.equal(service.violations.length, 1);
    });
  }

  const tokenBodies: [what: string, body: unknown][] = [
    ['text that is no JSON', '{"email":'],
    ['an empty body', ''],
    ['an array', []],
    ['null', null],
    ['no e-mail', { password: 'p' }],
    ['an empty e-mail', { email: '', password: 'p' }],
    ['an e-mail that is a number', { email: 1, password: 'p' }],
    ['no password', { email: 'a' }],
    ['an empty password', { email: 'a', password: '' }],
    ['expiresIn as text', { email: 'a', password: 'p', expiresIn: '1000' }],
    ['expiresIn null', { email: 'a', password: 'p', expiresIn: null }],
    ['expiresIn 0', { email: 'a', password: 'p', expiresIn: 0 }],
    ['expiresIn with a fraction', { email: 'a', password: 'p', expiresIn: 1.5 }],
    ['an unknown field', { email: 'a', password: 'p', username: 'a' }],
  ];
  for (const [what, body] of tokenBodies) {
    it(`takes no token call with ${what}`, async () => {
      assert.equal((await post(service, '/token', body)).status, 400);
      assert.equal(service.violations.length, 1);
    });
  }

  const listBodies: [what: string, body: unknown][] = [
    ['an empty object', {}],
    ['no pageSize', { pageIndex: 0 }],
    ['a negative pageIndex', { pageIndex: -1, pageSize: 10 }],
    ['pageIndex as text', { pageIndex: '0', pageSize: 10 }],
    ['pageSize 0', { pageIndex: 0, pageSize: 0 }],
    ['pageSize with a fraction', { pageIndex: 0, pageSize: 0.5 }],
    ['an unknown field', { pageIndex: 0, pageSize: 10, status: 'down' }],
  ];
  for (const [what, body] of listBodies) {
    it(`takes no list call with ${what}`, async () => {
      const token = await signIn(service);
      assert.equal((await list(service, token, body)).status, 400);
      assert.equal(service.violations.length, 1);
    });
  }

  it('is not violated by a wrong password, nor is an unknown e-mail told apart from it', async () => {
    const wrongPassword = await post(service, '/token', { email: service.email, password: 'wrong' });
    const wrongEmail = await post(service, '/token', {
      email: 'eve@example.com',
      password: service.password,
    });
    assert.deepEqual([wrongPassword.status, wrongEmail.status], [401, 401]);
    assert.equal(await wrongPassword.text(), await wrongEmail.text());
    assert.deepEqual(service.violations, []);
  });

  it('tells violations without the values that were sent', async () => {
    await post(service, '/token', { email: 'secret@example.com', password: 'hunter2', expiresIn: 'never' });
    assert.deepEqual(service.violations, [
      'POST /api/v2/token: "expiresIn" must be an integer of at least 1',
    ]);
  });
});
