import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BadRequestError,
  ConnectionRefusedError,
  ForbiddenError,
  NotFoundError,
  NotJsonError,
  RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  NewTokenRejectedError,
  HostNotFoundError,
  HostUnreachableError,
  ProxyError,
  PaymentRequiredError,
  ServerError,
  TimeoutError,
  TlsError,
  UnauthorizedError,
} from '../../../src/service/errors';
import type { SessionState } from '../../../src/explorer/listController';
import { toWelcome } from '../../../src/ui/tree/welcome';
import { aBaseUrl } from '../../support/aServiceClient';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

const baseUrl = aBaseUrl('https://api.example.com');

/** A list whose first page failed. */
async function failedWith(error: unknown) {
  const { list, service } = aMonitorList();
  void list.ensureFirstPage();
  await turn();
  await service.fail(0, error);
  return list;
}

describe('an empty view', () => {
  it('asks for the address first', () => {
    const { list } = aMonitorList();
    assert.equal(toWelcome({ baseUrl: undefined, sessionState: 'none', list: undefined }), 'noAddress');
    assert.equal(toWelcome({ baseUrl: undefined, sessionState: 'active', list }), 'noAddress');
  });

  it('asks to sign in', () => {
    assert.equal(toWelcome({ baseUrl, sessionState: 'none', list: undefined }), 'signedOut');
  });

  it('says that the session is over, whether or not a page failed for it', async () => {
    for (const list of [aMonitorList().list, await failedWith(new UnauthorizedError(401))]) {
      assert.equal(toWelcome({ baseUrl, sessionState: 'expired', list }), 'sessionExpired');
    }
  });

  it('does not call a session over whose token the service has just issued and refuses', async () => {
    const list = await failedWith(new NewTokenRejectedError(401));
    assert.equal(toWelcome({ baseUrl, sessionState: 'expired', list }), 'tokenRejected');
  });

  it('says that the account has no monitors, once that is known', async () => {
    assert.equal(toWelcome({ baseUrl, sessionState: 'active', list: aMonitorList().list }), undefined);
    const { list } = await aLoadedList(1, { size: 0 });
    assert.equal(toWelcome({ baseUrl, sessionState: 'active', list }), 'emptyAccount');
  });

  const failures: [unknown, ReturnType<typeof toWelcome>][] = [
    [new HostNotFoundError('ENOTFOUND'), 'offline'],
    [new HostUnreachableError('EHOSTUNREACH'), 'offline'],
    [new ProxyError('no connection'), 'offline'],
    [new ConnectionRefusedError('ECONNREFUSED'), 'offline'],
    [new TimeoutError(30_000), 'timeout'],
    [new TlsError('expired'), 'insecure'],
    [new PaymentRequiredError(402), 'outOfCredits'],
    [new RateLimitError(429), 'rateLimit'],
    [new ForbiddenError(403), 'forbidden'],
    [new NotFoundError(404), 'notFound'],
    [new RedirectError(302, 'httpsOfSameHost'), 'notFound'],
    [new NotJsonError(true), 'notData'],
    [new ResponseTooLargeError(1), 'tooLarge'],
    [new BadRequestError(400), 'badRequest'],
    [new ServerError(500), 'serverError'],
    [new Error('anything'), 'failed'],
  ];
  for (const [error, welcome] of failures) {
    it(`is ${welcome} after ${(error as Error).name}`, async () => {
      const list = await failedWith(error);
      assert.equal(toWelcome({ baseUrl, sessionState: 'active', list }), welcome);
    });
  }

  it('gives way to a row while a retry waits for its time', async () => {
    const list = await failedWith(new RateLimitError(429));
    assert.equal(
      toWelcome({ baseUrl, sessionState: 'active', list, retriesAt: Date.UTC(2026, 0, 15) }),
      undefined,
    );
  });

  it('has a text in the manifest for each of its states, and shows it in that state alone', () => {
    const manifest = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
      contributes: { viewsWelcome: { when: string; contents: string }[] };
    };
    const shown = manifest.contributes.viewsWelcome.map(({ when }) => /welcome == '(\w+)'$/.exec(when)?.[1]);
    const known = failures.map(([, welcome]) => welcome);
    const others = [
      'noAddress',
      'signedOut',
      'sessionExpired',
      'emptyAccount',
      'limitReached',
      'tokenRejected',
      'unreadable',
    ];
    assert.deepEqual([...shown].sort(), [...new Set([...known, ...others])].sort());
  });

  it('has no text while the first page is loading', async () => {
    const { list, service } = aMonitorList();
    void list.ensureFirstPage();
    assert.equal(toWelcome({ baseUrl, sessionState: 'active', list }), undefined);
    await service.answerAll();
  });

  it('is no empty view while there are rows, whatever became of session and service', async () => {
    const { list, service } = await aLoadedList(1);
    void list.loadMore();
    await turn();
    await service.fail(1, new PaymentRequiredError(402));
    for (const sessionState of ['active', 'expired'] as SessionState[]) {
      assert.equal(toWelcome({ baseUrl, sessionState, list }), undefined);
    }
  });
});
