import assert from 'node:assert/strict';
import {
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  HttpError,
  ServerError,
  UnauthorizedError,
} from '../../../src/service/errors';
import type { StatusAnswer } from '../../simulator/brokenAnswers';
import { errorStyles } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { askForPage, aServiceClient } from '../../support/aServiceClient';

describe('a refusal', () => {
  let service: SimulatedService;
  beforeEach(async () => void (service = await SimulatedService.start()));
  afterEach(() => service.stop());

  /** The failure that a call for a page ends in; it was one call. */
  async function refusalOf(answer: Omit<StatusAnswer, 'kind'>): Promise<HttpError> {
    service.failNext({ kind: 'status', ...answer });
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
    [405, BadRequestError],
    [410, NotFoundError],
    [415, BadRequestError],
    [422, BadRequestError],
    [429, RateLimitError],
    [500, ServerError],
    [502, ServerError],
    [503, ServerError],
  ];
  for (const [status, type] of classes) {
    it(`with ${status} is a ${type.name}, whatever its words say`, async () => {
      const failure = await refusalOf({ status, message: 'Unauthorized: rate limit, payment, not found' });
      assert.deepEqual([failure.name, failure.status], [type.name, status]);
    });
  }

  for (const [name, style] of Object.entries(errorStyles)) {
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
    assert.equal(failure.message, 'the service answered 400');
  });

  describe('with 429 says from when on calls are taken again', () => {
    const retryAt = async (retryAfter?: string | number): Promise<number | undefined> => {
      const failure = await refusalOf({ status: 429, ...(retryAfter !== undefined && { retryAfter }) });
      assert.ok(failure instanceof RateLimitError);
      return failure.retryAt;
    };

    it('by a number of seconds, counted from the answer', async () => {
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
  });

  it('leaves nothing behind: the next call is answered', async () => {
    await refusalOf({ status: 503 });
    await assert.rejects(askForPage(aServiceClient(), service.baseUrl), UnauthorizedError);
    assert.equal(service.callCount(), 2);
  });
});
