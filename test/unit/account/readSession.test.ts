import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl, askForToken, aServiceClient } from '../../support/aServiceClient';
import { DAY, HOUR } from '../../support/aSession';

describe('The response to a sign-in', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

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
    const { email, password } = service;
    const request = { baseUrl: aBaseUrl(service.baseUrl), email, password };
    const { session } = await parts.service.readSession(request, { ...response, header });
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
    const { email, password } = service;
    const request = { baseUrl: aBaseUrl(service.baseUrl), email, password };
    const read = await parts.service.readSession(request, response);
    assert.ok(texts.includes(read.session!.token));
    assert.equal(service.callCount(), 1);
  });

  for (const [what, answer, reason] of [
    ['nothing could be a token', { hello: 'world' }, 'unreadable'],
    ['the service wants a further step', { mfa_required: true }, 'signInStep'],
  ] as const) {
    it(`is an error if ${what}`, async () => {
      service.tokenShape = () => answer;
      await assert.rejects(signIn(), { reason });
    });
  }
});
