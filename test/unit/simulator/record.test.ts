import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, post, signIn } from '../../support/simulatorClient';

describe('The record of calls of the simulated service', () => {
  let service: SimulatedService;
  beforeEach(async () => (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  it('has each call with what was asked and what was answered', async () => {
    const before = Date.now();
    const token = await signIn(service);
    await (await list(service, token, { pageIndex: 2, pageSize: 50 })).text();
    await service.idle();
    const [first, second] = service.calls;
    assert.deepEqual(first?.body, { email: service.email, password: service.password });
    assert.deepEqual(
      [first?.kind, first?.method, first?.path, first?.status, first?.outcome, first?.pageIndex],
      ['token', 'POST', '/token', 200, 'answered', undefined],
    );
    assert.deepEqual(
      [second?.kind, second?.path, second?.status, second?.outcome, second?.pageIndex, second?.pageSize],
      ['list', '/monitors/list', 200, 'answered', 2, 50],
    );
    assert.equal(second?.headers.authorization, `Bearer ${token}`);
    assert.ok(second && second.at >= before && second.at <= Date.now());
    assert.ok((second.durationMs ?? -1) >= 0);
  });

  it('counts calls by kind, and from 1 again once it is emptied', async () => {
    const token = await signIn(service);
    await list(service, token);
    await list(service, token);
    await post(service, '/elsewhere', {});
    assert.deepEqual(
      [
        service.callCount(),
        service.callCount('token'),
        service.callCount('list'),
        service.callCount('other'),
      ],
      [4, 1, 2, 1],
    );
    service.forgetCalls();
    assert.equal(service.callCount(), 0);
    await list(service, token);
    assert.deepEqual([service.calls[0]?.number, service.calls[0]?.numberOfKind], [1, 1]);
  });

  it('hands out the next call before it is answered', async () => {
    const gate = service.holdResponses();
    const next = service.nextCall();
    const response = post(service, '/token', { email: 'x', password: 'y' });
    const call = await next;
    assert.deepEqual(call.body, { email: 'x', password: 'y' });
    assert.equal(call.outcome, 'in flight');
    gate.release();
    await (await response).text();
    await service.idle();
    assert.equal(call.outcome, 'answered');
  });

  it('knows how many calls are in flight, and how many were at most', async () => {
    const token = await signIn(service);
    const gate = service.holdResponses();
    const responses = [list(service, token), list(service, token), list(service, token)];
    while (service.callCount('list') < 3) {
      await service.nextCall();
    }
    assert.equal(service.inFlight, 3);
    gate.release();
    await Promise.all(responses);
    await service.idle();
    assert.deepEqual([service.inFlight, service.maxInFlight], [0, 3]);
    service.forgetCalls();
    await list(service, token);
    assert.equal(service.maxInFlight, 1);
  });

  it('tells a call that the client gave up', async () => {
    const token = await signIn(service);
    const gate = service.holdResponses();
    const next = service.nextCall();
    const controller = new AbortController();
    const response = list(service, token, undefined, controller.signal);
    const call = await next;
    controller.abort();
    await assert.rejects(response);
    await service.idle();
    assert.deepEqual([call.outcome, call.status], ['aborted by client', undefined]);
    gate.release();
    assert.equal((await list(service, token)).status, 200);
  });

  it('tells a call whose body never arrived', async () => {
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    while (service.callCount() === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket.destroy();
    await service.idle();
    assert.equal(service.calls[0]?.outcome, 'aborted by client');
  });

  it('tells each call to a listener when it has ended', async () => {
    const ended: string[] = [];
    service.onCallEnded = ({ kind, outcome }) => ended.push(`${kind} ${outcome}`);
    service.failNext({ kind: 'reset' });
    await assert.rejects(signIn(service));
    await signIn(service);
    await service.idle();
    assert.deepEqual(ended, ['token broken on purpose', 'token answered']);
  });

  it('counts connections even where nothing is said on them', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    while (service.connectionCount === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.deepEqual([service.connectionCount, service.callCount()], [1, 0]);
    socket.destroy();
  });
});
