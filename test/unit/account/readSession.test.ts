import assert from 'node:assert/strict';
import { readToken } from '../../../src/mapping/token';
import { readSession } from '../../../src/account/readSession';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl, aServiceClient } from '../../support/aServiceClient';
import { DAY, HOUR } from '../../support/aSession';

describe('The response to a sign-in', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  async function received() {
    const { email, password } = service;
    const request = { baseUrl: aBaseUrl(service.baseUrl), email, password, lifetimeMs: 7 * DAY };
    const { response } = await aServiceClient().client.createToken(
      request,
      new AbortController().signal,
    );
    return { request, response, extraction: readToken(response, { requestedLifetimeMs: DAY }) };
  }

  it('is a session of that origin, without the password', async () => {
    const { request, response, extraction } = await received();
    const session = readSession(request, response, extraction);
    assert.equal(session!.id, `${new URL(service.baseUrl).origin}|${service.email}`);
    assert.equal(session!.lifetimeMs, 7 * DAY);
    assert.ok(!JSON.stringify(session).includes(service.password));
  });

  it('has the end of the session, even if the service’s clock is wrong', async () => {
    const itsNow = Date.now() + 400 * DAY;
    service.tokenShape = ({ token }) => ({
      token,
      expiresAt: new Date(itsNow + HOUR).toISOString(),
    });
    const { request, response: own } = await received();
    const header = (name: string): string | undefined =>
      name.toLowerCase() === 'date' ? new Date(itsNow).toUTCString() : own.header(name);
    const response = { ...own, header };
    const extraction = readToken(response, { requestedLifetimeMs: DAY });
    const { expiresAt, issuedAt } = readSession(request, response, extraction)!;
    assert.ok(Math.abs(expiresAt - issuedAt - HOUR) < 5_000, String(expiresAt - issuedAt));
  });

  it('becomes a session when the user has chosen which of two texts is the token', async () => {
    const [one, other] = ['k7Jq2mX9vB4tR8wL1cZ6', 'p3Nf5hY0dS2gQ7uE9aK4'];
    service.tokenShape = () => ({ accessToken: one, access_token: other });
    const { request, response, extraction } = await received();
    assert.equal(readSession(request, response, extraction), undefined);
    const token = [extraction.choices[1]!.path];
    const picked = readToken(response, { requestedLifetimeMs: DAY, picks: { token } });
    const session = readSession(request, response, picked);
    assert.ok([one, other].includes(session!.token));
    assert.equal(service.callCount(), 1);
  });

  it('is an error if nothing could be a token, and names a further step that the service wants', async () => {
    const { request, response, extraction } = await received();
    const { expiresAt } = extraction;
    const none = { expiresAt, choices: [] };
    assert.throws(() => readSession(request, response, none), { reason: 'unreadable' });
    const wanting = { ...none, signInStep: 'secondFactor' } as const;
    assert.throws(() => readSession(request, response, wanting), { reason: 'signInStep' });
  });
});
