import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, signIn } from '../../support/simulatorClient';

describe('Delays of the simulated service', () => {
  let service: SimulatedService;
  let token: string;
  beforeEach(async () => {
    service = await SimulatedService.start();
    token = await signIn(service);
  });
  afterEach(() => service.stop());

  it('make a response as late as the latency says', async () => {
    service.latency = 60;
    const before = performance.now();
    await list(service, token);
    assert.ok(performance.now() - before >= 55);
  });

  it('may let a later call overtake an earlier one', async () => {
    service.latency = ({ pageIndex }) => (pageIndex === 0 ? 200 : 0);
    const order: number[] = [];
    const ask = async (pageIndex: number) => {
      await list(service, token, { pageIndex, pageSize: 5 });
      order.push(pageIndex);
    };
    await Promise.all([ask(0), ask(1)]);
    assert.deepEqual(order, [1, 0]);
  });

  it('hold responses of one kind alone, until they are released', async () => {
    const gate = service.holdResponses({ of: 'list' });
    let answered = false;
    const held = list(service, token).then(() => (answered = true));
    await signIn(service);
    assert.equal(answered, false);
    gate.release();
    await held;
    assert.equal((await list(service, token)).status, 200);
  });

  it('do not change what a call is answered', async () => {
    const gate = service.holdResponses();
    const next = service.nextCall();
    const held = list(service, token);
    await next;
    await new Promise(setImmediate);
    service.revokeTokens();
    gate.release();
    assert.equal((await held).status, 200);
  });

  it('do not keep the service from stopping', async () => {
    service.latency = 60_000;
    service.holdResponses();
    const next = service.nextCall();
    const held = assert.rejects(list(service, token));
    const call = await next;
    await service.stop();
    await held;
    assert.equal(call.outcome, 'broken on purpose');
    await service.stop();
  });

  it('are no obstacle to two services side by side, on IPv6 too where there is one', async function () {
    const other = await SimulatedService.start({ host: '::1' }).catch(() => this.skip());
    try {
      assert.match(other.baseUrl, /^http:\/\/\[::1\]:\d+$/);
      assert.equal((await list(other, await signIn(other))).status, 200);
    } finally {
      await other.stop();
    }
  });
});
