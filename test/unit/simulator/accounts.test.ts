import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, listPage, post, signIn } from '../../support/simulatorClient';

const minute = 60_000;
const ada = { email: 'ada@example.com', password: ' päss "wörd" 🔑 ', monitors: 3 };
const bob = { email: 'bob@example.com', password: 'b', monitors: 5, credits: 2 };

describe('Accounts of the simulated service', () => {
  let service: SimulatedService;
  beforeEach(
    async () => (service = await SimulatedService.start({ accounts: [ada, bob], creditsPerCall: 1 })),
  );
  afterEach(() => service.stop());

  it('have monitors of their own', async () => {
    const ofAda = await listPage(service, await signIn(service, ada), 0, 10);
    const ofBob = await listPage(service, await signIn(service, bob), 0, 10);
    assert.deepEqual([ofAda.total, ofBob.total], [3, 5]);
    const ids = new Set([...ofAda.monitors, ...ofBob.monitors].map(({ id }) => id));
    assert.equal(ids.size, 8);
  });

  it('know their password in every character', async () => {
    for (const password of [ada.password, ada.password.trim()]) {
      const response = await post(service, '/token', { email: ada.email, password });
      assert.equal(response.status, password === ada.password ? 200 : 401);
    }
  });

  it('pay for each call, and are told 402 once they cannot', async () => {
    service.creditsHeader = 'X-Credits-Remaining';
    const token = await signIn(service, bob);
    const paid = await list(service, token);
    assert.equal(paid.headers.get('x-credits-remaining'), '0');
    const unpaid = await list(service, token);
    assert.equal(unpaid.status, 402);
    assert.equal(unpaid.headers.get('x-credits-remaining'), '0');
    assert.equal(service.account(bob.email).credits, 0);
    assert.equal(service.credits, 10_000);
  });

  it('pay nothing for a contract violation or a wrong password', async () => {
    await post(service, '/token', { ...bob });
    await post(service, '/token', { email: bob.email, password: 'wrong' });
    assert.equal(service.account(bob.email).credits, 2);
  });

  it('pay for a call whose response is broken on purpose', async () => {
    service.failNext({ kind: 'status', status: 500 });
    await post(service, '/token', { email: bob.email, password: bob.password });
    assert.equal(service.account(bob.email).credits, 1);
  });

  it('are noted in the record of calls', async () => {
    await list(service, await signIn(service, bob));
    assert.deepEqual(
      service.calls.map(({ account }) => account),
      [bob.email, bob.email],
    );
  });

  it('keep a token for 24 hours', async () => {
    const token = await signIn(service);
    service.advanceClock(24 * 60 * minute - minute);
    assert.equal((await list(service, token)).status, 200);
    service.advanceClock(minute);
    assert.equal((await list(service, token)).status, 401);
    assert.deepEqual(service.violations, []);
  });

  it('keep a token for as many milliseconds as were asked for', async () => {
    const token = await signIn(service, ada, 30 * minute);
    service.advanceClock(29 * minute);
    assert.equal((await list(service, token)).status, 200);
    service.advanceClock(minute);
    assert.equal((await list(service, token)).status, 401);
  });

  it('lose their tokens when they are revoked, and can sign in anew', async () => {
    const token = await signIn(service);
    service.revokeTokens();
    assert.equal((await list(service, token)).status, 401);
    assert.equal((await list(service, await signIn(service))).status, 200);
  });

  it('of another service are strangers here', async () => {
    const other = await SimulatedService.start({ accounts: [ada] });
    try {
      assert.equal((await list(service, await signIn(other))).status, 401);
    } finally {
      await other.stop();
    }
  });
});
