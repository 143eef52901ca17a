import assert from 'node:assert/strict';
import {
  BadRequestError,
  ForbiddenError,
  GatewayError,
  NotFoundError,
  PaymentRequiredError,
  ProxyAuthenticationError,
  RateLimitError,
  HttpError,
  ServerError,
  UnauthorizedError,
  UnexpectedStatusError,
} from '../../../src/service/errors';
import type { StatusResponse } from '../../simulator/brokenResponses';
import { errorStyles } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { askForPage, aServiceClient } from '../../support/aServiceClient';

const DAY = 24 * 60 * 60 * 1000;

describe('a refusal', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  /** The failure that a call for a page ends in; it was one call. */
  async function refusalOf(response: Omit<StatusResponse, 'kind'>): Promise<HttpError> {
    service.failNext({ kind: 'status', ...response });
    const failure = await askForPage(aServiceClient(), service.baseUrl).catch((error: unknown) => error);
    assert.ok(failure instanceof HttpError, String(failure));
    assert.equal(service.callCount(), 1);
    return failure;
  }

  const classes: [number, abstract new (...args: never[]) => HttpError][] = [
    [400, BadRequestError],
    [401, UnauthorizedError],
    [402, PaymentRequiredError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [405, NotFoundError],
    [410, NotFoundError],
    [415, BadRequestError],
    [422, BadRequestError],
    [429, RateLimitError],
    [500, ServerError],
    [502, ServerError],
    [503, ServerError],
    [304, UnexpectedStatusError],
    [305, UnexpectedStatusError],
  ];
  for (const [status, type] of classes) {
    it(`with ${status} is a ${type.name}, whatever its words say`, async () => {
      const failure = await refusalOf({
        status,
        style: errorStyles.problem,
        message: 'Unauthorized: rate limit, payment, not found',
      });
      assert.deepEqual([failure.name, failure.status], [type.name, status]);
    });
  }

  for (const [name, style] of Object.entries(errorStyles).filter(([named]) => named !== 'html')) {
    it(`worded in the style ${name} is told by its status, with the service’s own sentence at most`, async () => {
      const failure = await refusalOf({ status: 402, message: 'No credits are left.', style });
      assert.ok(failure instanceof PaymentRequiredError);
      assert.ok((failure.serviceMessage ?? '').length <= 300);
      assert.doesNotMatch(failure.serviceMessage ?? '', /[<>]/);
    });
  }

  it('passes the service’s own sentence on, and keeps it out of the message for the log', async () => {
    const failure = await refusalOf({ status: 400, message: 'pageSize must be positive.' });
    assert.equal(failure.serviceMessage, 'pageSize must be positive.');
    assert.equal(failure.message, 'answered with status 400');
  });

  for (const status of [429, 503]) {
    describe(`with ${status} says from when on calls are taken again`, () => {
      const retryAt = async (retryAfter?: string | number): Promise<number | undefined> =>
        (await refusalOf({ status, ...(retryAfter !== undefined && { retryAfter }) })).retryAt;

      it('by a number of seconds, counted from the response', async () => {
        const before = Date.now();
        const at = await retryAt(17);
        assert.ok(at !== undefined && at >= before + 17_000 && at <= Date.now() + 17_000, String(at));
      });

      it('by a date', async () => {
        const at = Math.floor(Date.now() / 1000) * 1000 + 90_000;
        assert.equal(await retryAt(new Date(at).toUTCString()), at);
      });

      it('not at all where the service does not say', async () => assert.equal(await retryAt(), undefined));
      it('not at all by what is neither', async () => assert.equal(await retryAt('soon'), undefined));

      it('not at all where it says more than a day, or a time that is past: neither can be meant', async () => {
        const date = (at: number): string => new Date(at).toUTCString();
        for (const absurd of [2e7, '31536000', date(Date.now() + 4 * DAY), date(Date.now() - 3_600_000)]) {
          assert.equal(await retryAt(absurd), undefined, String(absurd));
          service.forgetCalls();
        }
      });
    });
  }

  it('with another status says nothing of when to try again', async () => {
    for (const status of [400, 402, 500]) {
      assert.equal((await refusalOf({ status, retryAfter: 60 })).retryAt, undefined);
      service.forgetCalls();
    }
  });

  describe('by a gateway', () => {
    const style = errorStyles.html;
    const plain = errorStyles.plainText;
    const gateways: [string, Omit<StatusResponse, 'kind'>][] = [
      ['a web page with 403', { status: 403, style }],
      ['a web page with 402, as of a captive portal', { status: 402, style }],
      ['a web page with 502', { status: 502, style }],
      ['a web page with 503', { status: 503, style }],
      ['a web page with 400', { status: 400, style }],
      ['502 in plain text', { status: 502, style: plain }],
      ['504 without a body', { status: 504, style: errorStyles.empty }],
      ['403 in plain text of Envoy', { status: 403, style: plain, headers: { Server: 'envoy' } }],
      ['503 in plain text with Via', { status: 503, style: plain, headers: { Via: '1.1 proxy' } }],
      ['503 of squid', { status: 503, headers: { 'X-Squid-Error': 'ERR_CONNECT_FAIL 111' } }],
      ['a page that wants Basic', { status: 401, style, headers: { 'WWW-Authenticate': 'Basic realm="x"' } }],
      ['a page of nginx with 500', { status: 500, style, headers: { Server: 'nginx/1.22' } }],
    ];
    for (const [name, response] of gateways) {
      it(`(${name}) is no verdict of the service`, async () => {
        const failure = await refusalOf(response);
        assert.deepEqual([failure.name, failure.status], ['GatewayError', response.status]);
      });
    }

    const ofTheService: [
      string,
      Omit<StatusResponse, 'kind'>,
      abstract new (...args: never[]) => HttpError,
    ][] = [
      [
        'JSON with 402 through nginx',
        { status: 402, headers: { Server: 'nginx', Via: '1.1 x' } },
        PaymentRequiredError,
      ],
      ['JSON with 403 through a CDN', { status: 403, headers: { 'CF-RAY': 'x' } }, ForbiddenError],
      ['JSON with 503', { status: 503, headers: { Server: 'cloudflare' } }, ServerError],
      ['a web page with 401', { status: 401, style }, UnauthorizedError],
      ['a web page with 404', { status: 404, style, headers: { Server: 'nginx' } }, NotFoundError],
      ['a web page with 429', { status: 429, style }, RateLimitError],
      ['a web page with 500', { status: 500, style }, ServerError],
      ['plain text with 403', { status: 403, style: plain }, ForbiddenError],
      [
        '401 without a body through nginx',
        { status: 401, style: errorStyles.empty, headers: { Server: 'nginx' } },
        UnauthorizedError,
      ],
    ];
    for (const [name, response, type] of ofTheService) {
      it(`is not seen in ${name}`, async () => {
        const failure = await refusalOf(response);
        assert.ok(failure instanceof type && !(failure instanceof GatewayError), failure.name);
      });
    }

    it('with 407 is the proxy asking for credentials', async () => {
      service.failNext({ kind: 'status', status: 407, message: 'Log in.' });
      const failure: unknown = await askForPage(aServiceClient(), service.baseUrl).catch(
        (error: unknown) => error,
      );
      assert.ok(failure instanceof ProxyAuthenticationError);
    });

    it('that takes the Authorization header off is a 401 of the service', async () => {
      service.stripsAuthorization = true;
      await assert.rejects(askForPage(aServiceClient(), service.baseUrl), UnauthorizedError);
      assert.deepEqual(service.violations, []);
    });
  });

  it('leaves nothing behind: the next call is answered', async () => {
    await refusalOf({ status: 503 });
    await assert.rejects(askForPage(aServiceClient(), service.baseUrl), UnauthorizedError);
    assert.equal(service.callCount(), 2);
  });
});
