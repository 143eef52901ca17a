import {
  NewTokenRejectedError,
  ConnectionRefusedError,
  HostNotFoundError,
  PaymentRequiredError,
  HostUnreachableError,
  ProxyError,
} from '../../service/errors';
import type { ListController } from '../../explorer/listController';

/** Which welcome text an empty view shows; the names stand in package.json's `viewsWelcome`. */
export type Welcome = 'noAddress' | 'signedOut' | 'sessionOver' | 'emptyAccount' | 'offline' | 'outOfCredits';

/** `undefined` where there are rows to show, or a row is about to come. */
export function toWelcome(
  explorer: Pick<ListController, 'baseUrl' | 'sessionState' | 'list'>,
): Welcome | undefined {
  if (explorer.baseUrl === undefined) {
    return 'noAddress';
  }
  const { list, sessionState } = explorer;
  if (sessionState === 'none' || list === undefined) {
    return 'signedOut';
  }
  if (list.loaded.count > 0 || list.progress) {
    return undefined;
  }
  const error = list.failure?.error;
  if (sessionState === 'expired' && !(error instanceof NewTokenRejectedError)) {
    return 'sessionOver';
  }
  if (error === undefined) {
    return list.loaded.end === undefined ? undefined : 'emptyAccount';
  }
  return ofFailure(error);
}

/** What is common has a page of its own; everything else is told by the row of the page that failed. */
function ofFailure(error: unknown): Welcome | undefined {
  if (error instanceof PaymentRequiredError) {
    return 'outOfCredits';
  }
  const offline = [HostNotFoundError, HostUnreachableError, ConnectionRefusedError, ProxyError];
  return offline.some((type) => error instanceof type) ? 'offline' : undefined;
}
