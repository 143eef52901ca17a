import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl, askForToken, aServiceClient } from '../../support/aServiceClient';
import { DAY, HOUR } from '../../support/aSession';

describe('The response to a sign-in', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  const request = () => ({ ...service.accounts[0], baseUrl: aBaseUrl(service.baseUrl) });
  const signIn = (parts = aServiceClient()) =>
    askForToken(parts, service, { expiresInMs: 7 * DAY });

  it('is a session of that origin, without the password', async () => {
    const { session } = await signIn();
    assert.equal(session!.id, `${new URL(service.baseUrl).origin}|${service.email}`);
    assert.equal(session!.lifetimeMs, 7 * DAY);
    assert.ok(!JSON.stringify(session).includes(service.password));
  });

  it('has the end of the session, even if the service’s clock is wrong', async () => {
    const parts = aServiceClient();
    const itsNow = Date.now() + 400 * DAY;
    service.tokenShape = ({ token }) => ({
      token,
      expiresAt: new Date(itsNow + HOUR).toISOString(),
    });
    const { response } = await signIn(parts);
    const header = (name: string): string | undefined =>
      name.toLowerCase() === 'date' ? new Date(itsNow).toUTCString() : response.header(name);
    const { session } = await parts.service.readSession(request(), { ...response, header });
    const lasts = session!.expiresAt - session!.issuedAt;
    assert.ok(Math.abs(lasts - HOUR) < 5_000, String(lasts));
  });

  it('is a session as soon as the user has chosen which of two texts is the token, without a call', async () => {
    const texts = ['k7Jq2mX9vB4tR8wL1cZ6', 'p3Nf5hY0dS2gQ7uE9aK4'];
    service.tokenShape = () => ({ accessToken: texts[0], access_token: texts[1] });
    const parts = aServiceClient();
    const { response, session, choices } = await signIn(parts);
    assert.equal(session, undefined);
    parts.service.pick({ fields: { token: [choices[1]!.path] } }, []);
    const read = await parts.service.readSession(request(), response);
    assert.ok(texts.includes(read.session!.token));
    assert.equal(service.callCount(), 1);
  });

  it('is an error if the service wants a further step', async () => {
    service.tokenShape = () => ({ mfa_required: true });
    await assert.rejects(signIn(), { reason: 'signInStep' });
  });
});
