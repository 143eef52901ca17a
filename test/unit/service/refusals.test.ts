import assert from 'node:assert/strict';
import type { CallError, CallErrorReason } from '../../../src/service/errors';
import type { StatusResponse } from '../../simulator/brokenResponses';
import { errorStyles, type ErrorStyle } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { callErrorOf } from '../../support/aFetch';
import { askForPage, askForToken, aServiceClient } from '../../support/aServiceClient';

const DAY = 24 * 60 * 60 * 1000;

const html =
  (text: string): ErrorStyle =>
  () => ({ contentType: 'text/html; charset=utf-8', text });
const flask400 = html(
  `<!doctype html>\n<html lang=en>\n<title>400 Bad Request</title>\n<h1>Bad Request</h1>\n` +
    `<p>pageSize must be at most 100</p>\n`,
);

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

  const kinds: [number, CallErrorReason][] = [
    [400, 'invalid'],
    [401, 'sessionEnded'],
    [402, 'outOfCredits'],
    [403, 'forbidden'],
    [404, 'notTheService'],
    [429, 'tooManyCalls'],
    [500, 'serviceError'],
  ];
  for (const [status, kind] of kinds) {
    it(`with ${status} is reported as ${kind}, in spite of ambiguous words`, async () => {
      const failure = await refusalOf({
        status,
        style: errorStyles.problem,
        message: 'Unauthorized: rate limit, payment, plan, not found',
      });
      assert.deepEqual([failure.reason, failure.facts.status], [kind, status]);
    });
  }

  const credits = 'Your credits are used up: 0 credits left. Credits exhausted.';
  const calls = 'You have made too many requests. Please try again later.';
  const login = 'Wrong e-mail or password: invalid credentials.';
  const cases: ['page' | 'sign-in', string, number, CallErrorReason][] = [
    ['page', credits, 403, 'outOfCredits'],
    ['page', credits, 500, 'serviceError'],
    ['page', calls, 400, 'tooManyCalls'],
    ['page', "You don't have enough credits.", 400, 'outOfCredits'],
    ['page', login, 422, 'invalid'],
    ['sign-in', login, 422, 'badLogin'],
    ['sign-in', credits, 401, 'outOfCredits'],
  ];
  for (const [what, message, status, kind] of cases) {
    it(`of a ${what} is ${kind} for "${message}" with ${status}`, async () => {
      const ask = what === 'sign-in' ? signIn : undefined;
      assert.equal((await refusalOf({ status, message }, ask)).reason, kind);
    });
  }

  it('by a code or a field that names the token ends the session', async () => {
    const bodies: [number, object, CallErrorReason][] = [
      [403, { error: { code: 'TOKEN_EXPIRED' } }, 'sessionEnded'],
      [403, { message: 'Forbidden', code: 'token_expired' }, 'sessionEnded'],
      [403, { message: 'Forbidden', code: 'plan_expired' }, 'forbidden'],
      [422, { errors: { token: ['The token is invalid.'] } }, 'sessionEnded'],
      [403, { detail: 'Authentication credentials were not provided.' }, 'sessionEnded'],
      [400, { message: 'Session not found' }, 'sessionEnded'],
      [400, { message: 'Page token not found' }, 'invalid'],
    ];
    for (const [status, json, reason] of bodies) {
      const text = JSON.stringify(json);
      const style: ErrorStyle = () => ({ contentType: 'application/json', text });
      assert.equal((await refusalOf({ status, style })).reason, reason, text);
    }
  });

  it('shows the service’s own sentence, but not in the log', async () => {
    const failure = await refusalOf({ status: 400, message: 'pageSize must be positive.' });
    assert.equal(failure.facts.serviceMessage, 'pageSize must be positive.');
    assert.equal(failure.message, 'invalid');
  });

  it('with 429 has the time of the next call from Retry-After or RateLimit-Reset, at most a day ahead', async () => {
    const retryAt = async (retryAfter: string | number): Promise<number | undefined> => {
      return (await refusalOf({ status: 429, retryAfter })).facts.retryAt;
    };
    const toDate = (at: number): string => new Date(at).toUTCString();
    const before = Date.now();
    const at = await retryAt(17);
    assert.ok(at !== undefined && at >= before + 17_000 && at <= Date.now() + 17_000, String(at));
    const soon = Math.floor(before / 1000) * 1000 + 90_000;
    assert.equal(await retryAt(toDate(soon)), soon);
    const headers = { 'Retry-After': 'soon', 'RateLimit-Reset': String(soon / 1000) };
    assert.equal((await refusalOf({ status: 429, headers })).facts.retryAt, soon);
    for (const absurd of [2e7, -1, 'soon', toDate(before + 4 * DAY), toDate(before - 3_600_000)]) {
      assert.equal(await retryAt(absurd), undefined, String(absurd));
    }
  });

  describe('by a proxy or gateway', () => {
    const gateways: [Omit<StatusResponse, 'kind'>, message?: string][] = [
      [{ status: 502, style: html('<title>502 Bad Gateway</title>') }, '502 Bad Gateway'],
      [{ status: 504, style: errorStyles.empty }],
    ];
    for (const [response, message] of gateways) {
      it(`with ${response.status} is not blamed on the service`, async () => {
        const { reason, facts } = await refusalOf(response);
        assert.deepEqual([reason, facts.serviceMessage], ['serviceError', message]);
      });
    }

    const basic = { 'WWW-Authenticate': 'Basic realm="x"' };
    const ofTheService: [string, Omit<StatusResponse, 'kind'>, CallErrorReason][] = [
      ['JSON with 402 through nginx', { status: 402, headers: { Via: '1.1 x' } }, 'outOfCredits'],
      [
        'a page that speaks of Cloudflare',
        { status: 503, style: html('<title>cloudflare</title>') },
        'serviceError',
      ],
      [
        'a web page with 402, as of a captive portal',
        { status: 402, style: flask400 },
        'notTheService',
      ],
      ['a web page with 401', { status: 401, style: flask400 }, 'sessionEnded'],
      [
        'a page that wants another login',
        { status: 401, style: flask400, headers: basic },
        'notTheService',
      ],
    ];
    for (const [name, response, reason] of ofTheService) {
      it(`is not assumed for ${name}`, async () =>
        assert.equal((await refusalOf(response)).reason, reason));
    }

    it('that removes the Authorization header is a 401 of the service', async () => {
      service.stripsAuthorization = true;
      await assert.rejects(askForPage(aServiceClient(), service.baseUrl), {
        reason: 'sessionEnded',
      });
      assert.deepEqual(service.violations, []);
    });
  });

  describe('with a successful status', () => {
    it('without JSON is reported as empty, a web page, cut off, or a text', async () => {
      const bodies: [string, string, CallErrorReason][] = [
        ['', 'application/json', 'notTheService'],
        ['<!doctype html><title>Sign in to the network</title>', 'text/html', 'notTheService'],
        ['{"monitors": [{"id": 1, "name": "a}]"}, {"id"', 'application/json', 'noConnection'],
        ['{"monitors": [{"id": 1}, {"id": 2}', 'application/json', 'noConnection'],
        ['OK, come back later', 'text/plain', 'notTheService'],
      ];
      for (const [text, contentType, kind] of bodies) {
        const failure = await refusalOf({ status: 200, style: () => ({ contentType, text }) });
        assert.deepEqual([failure.reason, failure.facts.status], [kind, 200], text);
      }
    });

    it('without JSON is quoted only if it is a sentence, because it may contain secrets', async () => {
      const secret = 'mst_5f0c2b7e9a';
      const messageOf = async (text: string, ask?: typeof signIn): Promise<string | undefined> => {
        const style: ErrorStyle = () => ({ contentType: 'text/plain', text });
        return (await refusalOf({ status: 200, style }, ask)).facts.serviceMessage;
      };
      for (const text of [`{"token":"${secret}`, `${secret} is no JSON`]) {
        assert.equal(await messageOf(text, signIn), undefined, text);
      }
      const page = '<!doctype html><title>Sign in to the network</title>';
      assert.equal(await messageOf(page, signIn), 'Sign in to the network');
      for (const text of [`[{"name": "API", "api_key": "${secret}`, `\n{monitors: "${secret}"}`]) {
        assert.equal(await messageOf(text), undefined, text);
      }
      assert.equal(await messageOf('OK, come back later [7]'), 'OK, come back later [7]');
    });

    it('with a refusal in its body is reported by the status and the words in the body', async () => {
      const bodies: [unknown, CallErrorReason][] = [
        [{ code: 401, detail: null, message: 'no' }, 'sessionEnded'],
        [{ status: 'error', data: 'Session expired' }, 'sessionEnded'],
        [{ error: 'Insufficient credits' }, 'outOfCredits'],
        [{ code: 600, message: 'oops' }, 'invalid'],
        [{ error: 'The database is away.' }, 'serviceError'],
      ];
      for (const [json, kind] of bodies) {
        const style: ErrorStyle = () => ({
          contentType: 'application/json',
          text: JSON.stringify(json),
        });
        const failure = await refusalOf({ status: 200, style });
        assert.equal(failure.reason, kind, JSON.stringify(json));
      }
    });
  });
});
