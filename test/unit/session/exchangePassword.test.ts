import assert from 'node:assert/strict';
import { readToken } from '../../../src/mapping/token';
import {
  exchangePassword,
  SignInIncompleteError,
  toPasswordExchange,
  type TokenResponse,
} from '../../../src/session/exchangePassword';
import { SimulatedService } from '../../simulator/simulatedService';
import { aBaseUrl, aServiceClient } from '../../support/aServiceClient';
import { DAY, HOUR } from '../../support/aSession';

const aJwt = (claims: object): string =>
  [{ alg: 'HS256' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

describe('A sign-in', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  const responses: TokenResponse[] = [];
  const aRequest = (lifetimeMs = DAY) => {
    const { email, password } = service;
    return { baseUrl: aBaseUrl(service.baseUrl), email, password, lifetimeMs };
  };
  const exchange = (request = aRequest()) =>
    exchangePassword(request, async (call) => {
      const response = await aServiceClient().client.createToken(call, new AbortController().signal);
      const received = { response, extraction: readToken(response, { requestedLifetimeMs: DAY }) };
      responses.push(received);
      return received;
    });

  it('makes one call, and returns a session of that origin without the password', async () => {
    const result = await exchange(aRequest(7 * DAY));
    assert.ok('session' in result);
    assert.equal(result.session.origin, new URL(service.baseUrl).origin);
    assert.equal(result.session.lifetimeMs, 7 * DAY);
    assert.equal(JSON.stringify(result).includes(service.password), false);
    assert.equal(service.callCount(), 1);
  });

  it('asks for a lifetime in milliseconds unless it is 24 hours', async () => {
    for (const lifetimeMs of [DAY, 7 * DAY, 30 * DAY]) {
      await exchange(aRequest(lifetimeMs));
    }
    const asked = service.calls.map(({ body }) => (body as { expiresIn?: number }).expiresIn);
    assert.deepEqual(asked, [undefined, 604_800_000, 2_592_000_000]);
  });

  const inAnHour: Record<string, (token: string, itsNow: number) => object> = {
    'a point in time': (token, itsNow) => ({ token, expiresAt: new Date(itsNow + HOUR).toISOString() }),
    'the claim of a JWT': (_, itsNow) => ({ token: aJwt({ exp: Math.round((itsNow + HOUR) / 1_000) }) }),
    'a lifetime': (token) => ({ token, expires_in: 3_600 }),
  };
  for (const [told, respond] of Object.entries(inAnHour)) {
    it(`knows the end even if the service’s clock is wrong, from ${told}`, async () => {
      const itsNow = Date.now() + 400 * DAY;
      service.tokenShape = ({ token }) => respond(token, itsNow);
      await exchange();
      const { response: received } = responses.at(-1)!;
      const header = (name: string): string | undefined =>
        name.toLowerCase() === 'date' ? new Date(itsNow).toUTCString() : received.header(name);
      const response = { ...received, header };
      const extraction = readToken(response, { requestedLifetimeMs: DAY });
      const result = toPasswordExchange(aRequest(), { response, extraction });
      assert.ok('session' in result);
      const lasts = result.session.expiresAt - result.session.issuedAt;
      assert.ok(Math.abs(lasts - HOUR) < 5_000, String(lasts));
    });
  }

  it('asks which text is the token if it is unclear, and continues without another call', async () => {
    const [one, other] = ['k7Jq2mX9vB4tR8wL1cZ6', 'p3Nf5hY0dS2gQ7uE9aK4'];
    service.tokenShape = () => ({ accessToken: one, access_token: other });
    const request = aRequest();
    const result = await exchange(request);
    assert.ok('choices' in result);
    const token = [result.choices[1]!.path];
    const extraction = readToken(result.response, { requestedLifetimeMs: DAY, picks: { token } });
    const again = toPasswordExchange(request, { response: result.response, extraction });
    assert.ok('session' in again && [one, other].includes(again.session.token));
    assert.equal(service.callCount(), 1);
  });

  it('throws the error of the call, and another one if nothing could be a token', async () => {
    await assert.rejects(exchange({ ...aRequest(), password: 'wrong' }), { reason: 'badLogin' });
    service.tokenShape = () => ({ ok: true });
    await assert.rejects(exchange(), { reason: 'noToken' });
  });

  it('says which further step the service wants', async () => {
    await exchange();
    const { response, extraction } = responses.at(-1)!;
    const { expiresAt, isExpiryTold } = extraction;
    const wanting = {
      response,
      extraction: { expiresAt, isExpiryTold, choices: [], nextStep: 'secondFactor' as const },
    };
    assert.throws(
      () => toPasswordExchange(aRequest(), wanting),
      (error) => error instanceof SignInIncompleteError && error.step === 'secondFactor',
    );
  });
});
