import assert from 'node:assert/strict';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl, askForToken, aServiceClient } from '../../support/aServiceClient';
import { DAY } from '../../support/aSession';

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
});
