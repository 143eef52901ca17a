import assert from 'node:assert/strict';
import type { CallError } from '../../../src/service/errors';
import { toSession } from '../../../src/session/session';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('an environment in which Node accepts any certificate', () => {
  const folder = useTemporaryFolder();
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const before = process.env[name];
  let service: SimulatedService;
  let window: Window;
  beforeEach(async () => {
    // Its certificate is self-signed.
    service = await SimulatedService.start({ monitors: 20, tls: true });
    window = aWindow(service, { folder: folder() });
  });
  afterEach(async () => {
    if (before === undefined) {
      delete process.env[name];
    } else {
      process.env[name] = before;
    }
    window.dispose();
    await service.stop();
  });

  const made = async (): Promise<unknown> => [service.connectionCount, (await window.meter.readState()).used];

  it('keeps the password from an https address', async () => {
    process.env[name] = '0';
    await assert.rejects(window.signIn(), { reason: 'uncheckedCertificates' });
    assert.deepEqual(await made(), [0, 0]);
  });

  it('keeps the token from an https address', async () => {
    const { baseUrl } = service;
    const lifetime = { receivedAt: window.now(), lifetimeMs: 3_600_000 };
    await window.sessions.add(toSession({ baseUrl, email: 'ada@example.com', token: 'secret', ...lifetime }));
    process.env[name] = '0';
    await window.controller.loadMore();
    const error = window.controller.list!.failure?.error as CallError;
    assert.equal(error.reason, 'uncheckedCertificates');
    assert.deepEqual(await made(), [0, 0]);
  });

  it('changes nothing with another value, or for http on this machine', async () => {
    process.env[name] = '1';
    await assert.rejects(window.signIn(), { reason: 'untrustedCertificate' });
    process.env[name] = '0';
    const plain = await SimulatedService.start({ monitors: 20 });
    const other = aWindow(plain, { folder: folder() });
    await other.signIn();
    other.dispose();
    await plain.stop();
  });
});
