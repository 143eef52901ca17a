import assert from 'node:assert/strict';
import type { CallError, CallErrorReason } from '../../../src/service/errors';
import type { StatusResponse } from '../../simulator/brokenResponses';
import type { ErrorStyle } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { callErrorOf } from '../../support/aFetch';
import { askForPage, askForToken, aServiceClient } from '../../support/aServiceClient';

const DAY = 24 * 60 * 60 * 1000;

const AMBIGUOUS = { message: 'Unauthorized: rate limit, payment, plan, not found' };
const NO_CREDITS = { message: 'Your credits are used up: 0 credits left. Credits exhausted.' };
const WRONG_LOGIN = { message: 'Wrong e-mail or password: invalid credentials.' };
const PAGE = '<!doctype html><title>Bad Request</title><p>pageSize must be at most 100</p>';

/** Refusals of a page. A text is no JSON. */
const CASES: readonly (readonly [CallErrorReason, status: number, body: object | string])[] = [
  ['invalid', 400, AMBIGUOUS],
  ['sessionEnded', 401, AMBIGUOUS],
  ['outOfCredits', 402, AMBIGUOUS],
  ['forbidden', 403, AMBIGUOUS],
  ['notTheService', 404, AMBIGUOUS],
  ['tooManyCalls', 429, AMBIGUOUS],
  ['outOfCredits', 403, NO_CREDITS],
  ['serviceError', 500, NO_CREDITS],
  ['tooManyCalls', 400, { message: 'You have made too many requests.' }],
  ['invalid', 422, WRONG_LOGIN],
  // A code or a field that names the token ends the session.
  ['sessionEnded', 403, { message: 'Forbidden', code: 'token_expired' }],
  ['forbidden', 403, { message: 'Forbidden', code: 'plan_expired' }],
  ['sessionEnded', 422, { errors: { token: ['The token is invalid.'] } }],
  ['sessionEnded', 403, { detail: 'Authentication credentials were not provided.' }],
  ['sessionEnded', 400, { message: 'Session not found' }],
  ['sessionEnded', 400, { error: 'invalid_token' }],
  ['sessionEnded', 419, { message: 'Session expired' }],
  ['sessionEnded', 422, { message: 'You must log in' }],
  ['sessionEnded', 440, { message: 'Login time-out' }],
  ['sessionEnded', 498, { message: 'Token is invalid' }],
  ['sessionEnded', 500, { message: 'jwt expired' }],
  ['forbidden', 403, { message: 'Your license has expired' }],
  ['invalid', 400, { message: 'The trial has expired' }],
  ['invalid', 400, { message: 'Page token not found' }],
  // Of a proxy or gateway, or not.
  ['serviceError', 502, '<title>502 Bad Gateway</title>'],
  ['serviceError', 504, ''],
  ['notTheService', 402, PAGE],
  ['sessionEnded', 401, PAGE],
  // With a successful status, the body says it.
  ['notTheService', 200, ''],
  ['notTheService', 200, 'OK, come back later'],
  ['noConnection', 200, '{"monitors": [{"id": 1}, {"id": 2}'],
  ['sessionEnded', 200, { code: 401, detail: null, message: 'no' }],
  ['sessionEnded', 200, { status: 'error', data: 'Session expired' }],
  ['outOfCredits', 200, { error: 'Payment required' }],
  ['sessionEnded', 200, { code: '401', message: 'Please sign in' }],
  ['sessionEnded', 200, { error: 'Not authenticated' }],
  ['invalid', 200, { code: 600, message: 'oops' }],
  ['serviceError', 200, { error: 'The database is away.' }],
];

const toStyle = (body: object | string): ErrorStyle => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = text.startsWith('<') ? 'text/html' : 'application/json';
  return () => ({ contentType, text });
};

describe('A refusal', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  const signIn = (): Promise<unknown> => askForToken(aServiceClient(), service);

  /** Makes one call, for a page by default, that is refused. @returns its error */
  async function refusalOf(
    response: Omit<StatusResponse, 'kind'>,
    ask = () => askForPage(aServiceClient(), service.baseUrl) as Promise<unknown>,
  ): Promise<CallError> {
    service.forgetCalls();
    service.failNext({ kind: 'status', ...response });
    const failure = await callErrorOf(ask());
    assert.equal(service.callCount(), 1);
    return failure;
  }

  for (const [reason, status, body] of CASES) {
    it(`with ${status} and ${JSON.stringify(body)} is reported as ${reason}`, async () => {
      const failure = await refusalOf({ status, style: toStyle(body) });
      assert.deepEqual([failure.reason, failure.facts.status], [reason, status]);
    });
  }

  for (const [reason, status, body] of [
    ['badLogin', 422, WRONG_LOGIN],
    ['outOfCredits', 401, NO_CREDITS],
  ] as const) {
    it(`of a sign-in with ${status} is reported as ${reason}`, async () => {
      const failure = await refusalOf({ status, style: toStyle(body) }, signIn);
      assert.equal(failure.reason, reason);
    });
  }

  it('shows the service’s own sentence, but not in the log', async () => {
    const failure = await refusalOf({ status: 400, message: 'pageSize must be positive.' });
    assert.equal(failure.facts.serviceMessage, 'pageSize must be positive.');
    assert.equal(failure.message, 'invalid');
  });

  it('with 429 has the time of the next call from Retry-After or RateLimit-Reset, at most a day ahead', async () => {
    const retryAt = async (headers: Readonly<Record<string, string>>) =>
      (await refusalOf({ status: 429, headers })).facts.retryAt;
    const toDate = (at: number): string => new Date(at).toUTCString();
    const before = Date.now();
    const at = await retryAt({ 'Retry-After': '17' });
    assert.ok(at !== undefined && at >= before + 17_000 && at <= Date.now() + 17_000, String(at));
    const soon = Math.floor(before / 1000) * 1000 + 90_000;
    assert.equal(await retryAt({ 'Retry-After': toDate(soon) }), soon);
    const headers = { 'Retry-After': 'soon', 'RateLimit-Reset': String(soon / 1000) };
    assert.equal(await retryAt(headers), soon);
    for (const absurd of ['20000000', '-1', toDate(before + 4 * DAY), toDate(before - DAY)]) {
      assert.equal(await retryAt({ 'Retry-After': absurd }), undefined, absurd);
    }
  });

  it('by a page that wants another login is not of the service', async () => {
    const headers = { 'WWW-Authenticate': 'Basic realm="x"' };
    const failure = await refusalOf({ status: 401, style: toStyle(PAGE), headers });
    assert.equal(failure.reason, 'notTheService');
  });

  it('without JSON is quoted only if it is a sentence, because it may contain secrets', async () => {
    const secret = 'mst_5f0c2b7e9a';
    const messageOf = async (text: string, ask?: typeof signIn): Promise<string | undefined> =>
      (await refusalOf({ status: 200, style: toStyle(text) }, ask)).facts.serviceMessage;
    for (const text of [`{"token":"${secret}`, `${secret} is no JSON`]) {
      assert.equal(await messageOf(text, signIn), undefined, text);
    }
    for (const text of [`[{"name": "API", "api_key": "${secret}`, `\n{monitors: "${secret}"}`]) {
      assert.equal(await messageOf(text), undefined, text);
    }
    assert.equal(
      await messageOf('<title>Sign in to the network</title>', signIn),
      'Sign in to the network',
    );
    assert.equal(await messageOf('OK, come back later [7]'), 'OK, come back later [7]');
  });
});
