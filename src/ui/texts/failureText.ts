import { l10n } from 'vscode';
import { LedgerFailure, LimitReachedFailure } from '../../credits/meterFailures';
import type { RefusalFailure } from '../../service/failures';
import {
  BadRequestFailure,
  CancelledFailure,
  ConnectionLostFailure,
  ConnectionRefusedFailure,
  ForbiddenFailure,
  FreshTokenRefusedFailure,
  HostNotFoundFailure,
  NotFoundFailure,
  NotJsonFailure,
  PaymentRequiredFailure,
  RateLimitedFailure,
  RedirectFailure,
  ServerFailure,
  TimeoutFailure,
  TlsFailure,
  TooLargeFailure,
  UnauthorizedFailure,
  UnreadableFailure,
} from '../../service/failures';
import { SessionOverFailure } from '../../session/session';
import { toTimeText } from './timeText';

/** What a person can do about a failure. */
export type NextStep =
  'retry' | 'signIn' | 'setServiceAddress' | 'showLog' | 'chooseReading' | 'allowOneMore';

/** A failure as a person reads it: one sentence on what happened, and the steps that can help, best first. */
export interface FailureText {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

type Describe<F> = (failure: F) => FailureText;
type FailureClass<F> = abstract new (...args: never[]) => F;

function describe<F>(type: FailureClass<F>, text: Describe<F>): [FailureClass<unknown>, Describe<never>] {
  return [type, text];
}

const step = (sentence: string, ...steps: NextStep[]): FailureText => ({ sentence, steps });

/** In the order of asking: a class stands before those it derives from. */
const descriptions: readonly [FailureClass<unknown>, Describe<never>][] = [
  describe(SessionOverFailure, () => step(l10n.t('The session has ended.'), 'signIn')),
  describe(LimitReachedFailure, ({ limit, turnsAt }) =>
    step(
      l10n.t('Your daily limit of {0} calls is reached. It turns at {1}.', limit, toTimeText(turnsAt)),
      'allowOneMore',
    ),
  ),
  describe(LedgerFailure, () =>
    step(
      l10n.t('Your daily limit cannot be kept: the record of calls is not readable. No call was made.'),
      'showLog',
      'retry',
    ),
  ),
  describe(HostNotFoundFailure, () =>
    step(
      l10n.t('The service cannot be reached. Check your connection and the service address.'),
      'retry',
      'setServiceAddress',
      'showLog',
    ),
  ),
  describe(ConnectionRefusedFailure, () =>
    step(l10n.t('Nothing answers at the service address.'), 'retry', 'setServiceAddress', 'showLog'),
  ),
  describe(TlsFailure, () =>
    step(
      l10n.t(
        'The connection is not secure: the certificate of the service was not accepted. Nothing was sent.',
      ),
      'showLog',
      'setServiceAddress',
      'retry',
    ),
  ),
  describe(ConnectionLostFailure, () =>
    step(l10n.t('The connection broke before the whole answer was there.'), 'retry', 'showLog'),
  ),
  describe(TimeoutFailure, ({ timeoutMs }) =>
    step(
      timeoutMs === undefined
        ? l10n.t('The service did not answer in time.')
        : l10n.t('The service did not answer within {0} seconds.', Math.round(timeoutMs / 1000)),
      'retry',
      'showLog',
    ),
  ),
  describe(CancelledFailure, () => step(l10n.t('Cancelled.'), 'retry')),
  describe(RedirectFailure, () =>
    step(
      l10n.t('The service points to another address, which is not followed. Set the address it really has.'),
      'setServiceAddress',
      'showLog',
    ),
  ),
  describe(TooLargeFailure, ({ limitBytes }) =>
    step(
      l10n.t(
        'The answer is larger than {0} MB. Raise "maxAnswerMegabytes" or lower "pageSize" in the settings.',
        Math.round(limitBytes / 1_000_000),
      ),
      'retry',
      'showLog',
    ),
  ),
  describe(NotJsonFailure, ({ html }) =>
    step(
      html
        ? l10n.t('The service answered with a web page instead of data. Check the service address.')
        : l10n.t('The answer is not JSON. Check the service address.'),
      'setServiceAddress',
      'showLog',
      'retry',
    ),
  ),
  describe(UnreadableFailure, ({ sought, question }) =>
    step(
      sought === 'token'
        ? l10n.t('No access token was found in the answer. The log shows its shape.')
        : l10n.t('No list of monitors was found in the answer. The log shows its shape.'),
      ...(question ? (['chooseReading', 'showLog'] as const) : (['showLog', 'retry'] as const)),
    ),
  ),
  describe(FreshTokenRefusedFailure, (failure) =>
    step(refused(l10n.t('The service refuses the token that it has just issued.'), failure), 'showLog'),
  ),
  describe(UnauthorizedFailure, (failure) =>
    step(refused(l10n.t('The session is not accepted.'), failure), 'signIn'),
  ),
  describe(PaymentRequiredFailure, (failure) =>
    step(refused(l10n.t('The account is out of credits.'), failure), 'retry', 'showLog'),
  ),
  describe(ForbiddenFailure, (failure) =>
    step(refused(l10n.t('The account may not list monitors.'), failure), 'showLog', 'retry'),
  ),
  describe(NotFoundFailure, (failure) =>
    step(
      refused(l10n.t('The service address has no such path.'), failure),
      'setServiceAddress',
      'showLog',
      'retry',
    ),
  ),
  describe(RateLimitedFailure, (failure) =>
    step(refused(tooManyCalls(failure), failure), 'retry', 'showLog'),
  ),
  describe(ServerFailure, (failure) =>
    step(refused(l10n.t('The service failed with status {0}.', failure.status), failure), 'retry', 'showLog'),
  ),
  describe(BadRequestFailure, (failure) =>
    step(
      refused(l10n.t('The service did not accept the call (status {0}).', failure.status), failure),
      'showLog',
      'retry',
    ),
  ),
];

/** Tells by class what happened; an error of no known class is our own fault, and says where to look. */
export function toFailureText(error: unknown): FailureText {
  const found = descriptions.find(([type]) => error instanceof type);
  return found
    ? found[1](error as never)
    : step(l10n.t('Something unexpected went wrong.'), 'showLog', 'retry');
}

/** A refused sign-in is about e-mail and password, not about a session. */
export function toSignInFailureText(error: unknown): FailureText {
  return error instanceof UnauthorizedFailure
    ? step(refused(l10n.t('E-mail or password is not accepted.'), error))
    : error instanceof ForbiddenFailure
      ? step(refused(l10n.t('This account may not sign in here.'), error))
      : toFailureText(error);
}

/** Our sentence, and the service's own behind it: it knows more, but nobody vouches for it. */
function refused(sentence: string, { serviceMessage }: RefusalFailure): string {
  return serviceMessage ? l10n.t('{0} The service says: {1}', sentence, serviceMessage) : sentence;
}

function tooManyCalls({ retryAt }: RateLimitedFailure): string {
  return retryAt === undefined
    ? l10n.t('Too many calls for now.')
    : l10n.t('Too many calls for now; the service takes calls again at {0}.', toTimeText(retryAt));
}
