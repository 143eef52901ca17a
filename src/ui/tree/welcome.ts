import { LedgerError, LimitReachedError } from '../../credits/meterErrors';
import {
  BadRequestError,
  ConnectionLostError,
  ConnectionRefusedError,
  ForbiddenError,
  HostNotFoundError,
  HostUnreachableError,
  ProxyError,
  NewTokenRejectedError,
  NotFoundError,
  NotJsonError,
  PaymentRequiredError,
  RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  ServerError,
  TimeoutError,
  TlsError,
  UnreadableResponseError,
} from '../../service/errors';
import type { ListController } from '../../explorer/listController';

/** What an empty view says; each has a text in package.json's `viewsWelcome`. */
export type Welcome =
  | 'noAddress'
  | 'signedOut'
  | 'sessionExpired'
  | 'emptyAccount'
  | 'offline'
  | 'timeout'
  | 'insecure'
  | 'outOfCredits'
  | 'rateLimit'
  | 'limitReached'
  | 'tokenRejected'
  | 'forbidden'
  | 'notFound'
  | 'notData'
  | 'unreadable'
  | 'tooLarge'
  | 'badRequest'
  | 'serverError'
  | 'failed';

type ErrorClass = abstract new (...args: never[]) => unknown;

/** In the order of asking: a class stands before those it derives from. */
const FAILURES: readonly (readonly [ErrorClass, Welcome])[] = [
  [HostNotFoundError, 'offline'],
  [HostUnreachableError, 'offline'],
  [ProxyError, 'offline'],
  [ConnectionRefusedError, 'offline'],
  [ConnectionLostError, 'offline'],
  [TimeoutError, 'timeout'],
  [TlsError, 'insecure'],
  [PaymentRequiredError, 'outOfCredits'],
  [RateLimitError, 'rateLimit'],
  [LimitReachedError, 'limitReached'],
  [LedgerError, 'failed'],
  [NewTokenRejectedError, 'tokenRejected'],
  [ForbiddenError, 'forbidden'],
  [NotFoundError, 'notFound'],
  [RedirectError, 'notFound'],
  [NotJsonError, 'notData'],
  [UnreadableResponseError, 'unreadable'],
  [ResponseTooLargeError, 'tooLarge'],
  [BadRequestError, 'badRequest'],
  [ServerError, 'serverError'],
];

/** `undefined` where there are rows to show, or a row is about to come. */
export function toWelcome(
  controller: Pick<ListController, 'baseUrl' | 'sessionState' | 'list'> &
    Partial<Pick<ListController, 'retriesAt'>>,
): Welcome | undefined {
  if (controller.baseUrl === undefined) {
    return 'noAddress';
  }
  const { list, sessionState } = controller;
  if (sessionState === 'none' || list === undefined) {
    return 'signedOut';
  }
  if (list.loaded.count > 0 || list.progress) {
    return undefined;
  }
  const error = list.failure?.error;
  if (sessionState === 'expired' && !(error instanceof NewTokenRejectedError)) {
    return 'sessionExpired';
  }
  if (controller.retriesAt !== undefined) {
    // A row tells the time that the retry waits for, which no welcome text can, and has a button to cancel it.
    return undefined;
  }
  if (error !== undefined) {
    return FAILURES.find(([type]) => error instanceof type)?.[1] ?? 'failed';
  }
  return list.loaded.end === undefined ? undefined : 'emptyAccount';
}
