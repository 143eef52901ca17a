import { LedgerError, LimitReachedError } from '../../credits/meterErrors';
import type { HttpError } from '../../service/errors';
import {
  BadRequestError,
  CancelledError,
  ConnectionLostError,
  ConnectionRefusedError,
  ForbiddenError,
  NewTokenRejectedError,
  HostNotFoundError,
  NotFoundError,
  NotJsonError,
  PaymentRequiredError,
  RateLimitError,
  RedirectError,
  ServerError,
  TimeoutError,
  TlsError,
  ResponseTooLargeError,
  UnauthorizedError,
  UnreadableResponseError,
} from '../../service/errors';
import { SessionExpiredError } from '../../session/session';
import { toTimeText } from './timeText';
import { t } from '../l10n';
import { toSafeText, type SafeText } from '../../base/text';

/** What a person can do about a failure. */
export type NextStep =
  'retry' | 'signIn' | 'setServiceAddress' | 'showLog' | 'chooseReading' | 'allowOneMore';

/** A failure as a person reads it: one sentence on what happened, and the steps that can help, best first. */
export interface ErrorText {
  readonly sentence: SafeText;
  readonly steps: readonly NextStep[];
}

type Describe<F> = (failure: F) => ErrorText;
type FailureClass<F> = abstract new (...args: never[]) => F;

function describe<F>(type: FailureClass<F>, text: Describe<F>): [FailureClass<unknown>, Describe<never>] {
  return [type, text];
}

const step = (sentence: SafeText, ...steps: NextStep[]): ErrorText => ({ sentence, steps });

/** In the order of asking: a class stands before those it derives from. */
const descriptions: readonly [FailureClass<unknown>, Describe<never>][] = [
  describe(SessionExpiredError, () => step(t('The session has ended.'), 'signIn')),
  describe(LimitReachedError, ({ limit, turnsAt }) =>
    step(
      t('Your daily limit of {0} calls is reached. It turns at {1}.', limit, toTimeText(turnsAt)),
      'allowOneMore',
    ),
  ),
  describe(LedgerError, () =>
    step(
      t('Your daily limit cannot be kept: the record of calls is not readable. No call was made.'),
      'showLog',
      'retry',
    ),
  ),
  describe(HostNotFoundError, () =>
    step(
      t('The service cannot be reached. Check your connection and the service address.'),
      'retry',
      'setServiceAddress',
      'showLog',
    ),
  ),
  describe(ConnectionRefusedError, () =>
    step(t('Nothing answers at the service address.'), 'retry', 'setServiceAddress', 'showLog'),
  ),
  describe(TlsError, () =>
    step(
      t('The connection is not secure: the certificate of the service was not accepted. Nothing was sent.'),
      'showLog',
      'setServiceAddress',
      'retry',
    ),
  ),
  describe(ConnectionLostError, () =>
    step(t('The connection broke before the whole answer was there.'), 'retry', 'showLog'),
  ),
  describe(TimeoutError, ({ timeoutMs }) =>
    step(
      timeoutMs === undefined
        ? t('The service did not answer in time.')
        : t('The service did not answer within {0} seconds.', Math.round(timeoutMs / 1000)),
      'retry',
      'showLog',
    ),
  ),
  describe(CancelledError, () => step(t('Cancelled.'), 'retry')),
  describe(RedirectError, () =>
    step(
      t('The service points to another address, which is not followed. Set the address it really has.'),
      'setServiceAddress',
      'showLog',
    ),
  ),
  describe(ResponseTooLargeError, ({ limitBytes }) =>
    step(
      t(
        'The answer is larger than {0} MB. Raise "maxAnswerMegabytes" or lower "pageSize" in the settings.',
        Math.round(limitBytes / 1_000_000),
      ),
      'retry',
      'showLog',
    ),
  ),
  describe(NotJsonError, ({ html }) =>
    step(
      html
        ? t('The service answered with a web page instead of data. Check the service address.')
        : t('The answer is not JSON. Check the service address.'),
      'setServiceAddress',
      'showLog',
      'retry',
    ),
  ),
  describe(UnreadableResponseError, ({ sought, question }) =>
    step(
      sought === 'token'
        ? t('No access token was found in the answer. The log shows its shape.')
        : t('No list of monitors was found in the answer. The log shows its shape.'),
      ...(question ? (['chooseReading', 'showLog'] as const) : (['showLog', 'retry'] as const)),
    ),
  ),
  describe(NewTokenRejectedError, (failure) =>
    step(refused(t('The service refuses the token that it has just issued.'), failure), 'showLog'),
  ),
  describe(UnauthorizedError, (failure) =>
    step(refused(t('The session is not accepted.'), failure), 'signIn'),
  ),
  describe(PaymentRequiredError, (failure) =>
    step(refused(t('The account is out of credits.'), failure), 'retry', 'showLog'),
  ),
  describe(ForbiddenError, (failure) =>
    step(refused(t('The account may not list monitors.'), failure), 'showLog', 'retry'),
  ),
  describe(NotFoundError, (failure) =>
    step(
      refused(t('The service address has no such path.'), failure),
      'setServiceAddress',
      'showLog',
      'retry',
    ),
  ),
  describe(RateLimitError, (failure) => step(refused(tooManyCalls(failure), failure), 'retry', 'showLog')),
  describe(ServerError, (failure) =>
    step(refused(t('The service failed with status {0}.', failure.status), failure), 'retry', 'showLog'),
  ),
  describe(BadRequestError, (failure) =>
    step(
      refused(t('The service did not accept the call (status {0}).', failure.status), failure),
      'showLog',
      'retry',
    ),
  ),
];

/** Tells by class what happened; an error of no known class is our own fault, and says where to look. */
export function toErrorText(error: unknown): ErrorText {
  const found = descriptions.find(([type]) => error instanceof type);
  return found ? found[1](error as never) : step(t('Something unexpected went wrong.'), 'showLog', 'retry');
}

/** A refused sign-in is about e-mail and password, not about a session. */
export function toSignInErrorText(error: unknown): ErrorText {
  return error instanceof UnauthorizedError
    ? step(refused(t('E-mail or password is not accepted.'), error))
    : error instanceof ForbiddenError
      ? step(refused(t('This account may not sign in here.'), error))
      : toErrorText(error);
}

/** Our sentence, and the service's own behind it: it knows more, but nobody vouches for it. */
function refused(sentence: SafeText, { serviceMessage }: HttpError): SafeText {
  return serviceMessage
    ? t('{0} The service says: {1}', sentence, toSafeText(serviceMessage, 300))
    : sentence;
}

function tooManyCalls({ retryAt }: RateLimitError): SafeText {
  return retryAt === undefined
    ? t('Too many calls for now.')
    : t('Too many calls for now; the service takes calls again at {0}.', toTimeText(retryAt));
}
