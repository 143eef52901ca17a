import assert from 'node:assert/strict';
import type { CallError } from '../../../src/service/errors';
import { aSession, HOUR } from '../../support/aSession';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

describe('an environment in which Node accepts any certificate', () => {
  // Its certificate is self-signed.
  const windows = useWindows({ monitors: 20, tls: true });
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const before = process.env[name];
  let window: Window;
  beforeEach(async () => void (window = await windows.open()));
  afterEach(() => void (process.env[name] = before ?? '1'));

  const made = (): unknown => [windows.service.connectionCount, window.app.budget.readState().used];

  it('keeps the password from an https address', async () => {
    process.env[name] = '0';
    await assert.rejects(window.signIn(), { reason: 'certificate' });
    assert.deepEqual(made(), [0, 0]);
  });

  it('keeps the token from an https address', async () => {
    const { baseUrl } = windows.service;
    await window.sessions.add(
      aSession({ baseUrl, issuedAt: window.now(), expiresAt: window.now() + HOUR }),
    );
    process.env[name] = '0';
    await window.app.list!.loadMore();
    const error = window.app.list!.failure?.error as CallError;
    assert.equal(error.reason, 'certificate');
    assert.deepEqual(made(), [0, 0]);
  });
});
