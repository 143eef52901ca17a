import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { MINUTE, SECOND } from '../../base/time';
import { CallNotCountedError, LimitReachedError } from '../../account/limit';
import { CallError, isCallError } from '../../service/errors';
import type { CallErrorReason, CallFacts } from '../../service/errors';
import type { DatabaseProblem } from '../../storage/database';
import { toCountText } from './costText';
import { formats, t } from '../l10n';

export const STORAGE_TEXTS: Record<DatabaseProblem, SafeText> = {
  unusable: t(
    "The database can't be opened. Monitors aren't kept, and a daily limit counts this window alone.",
  ),
  newer: t(
    "A newer Monitor Explorer runs in another window. Until you reload this window, loaded monitors aren't kept.",
  ),
  damaged: t(
    'The damaged database has been replaced. Load the monitors again. A daily limit counts from now on.',
  ),
};

interface RecoveryStep {
  /** Without prefix. */
  readonly command: string;
  /** The address of a sign-in, or a setting. */
  readonly argument?: string;
  /** Absent for Retry, which says what it costs. */
  readonly title?: SafeText;
}

const retry: RecoveryStep = { command: 'retry' };
const showLog: RecoveryStep = { command: 'showLog', title: t('Show Log') };
const signInElsewhere: RecoveryStep = {
  command: 'signIn',
  title: t('Sign In at Another Address…'),
};
const openPageSize: RecoveryStep = {
  command: 'openSettings',
  argument: 'monitorExplorer.pageSize',
  title: t('Change Page Size'),
};
const openNetwork: RecoveryStep = {
  command: 'openSettings',
  argument: 'http.',
  title: t('Open Settings'),
};

const RETRY_STEPS: readonly RecoveryStep[] = [retry, showLog];

/**
 * Describes an error in one or two sentences, and whether the call may have cost credits. Lists recovery steps, best
 * first. Unknown errors are our bugs and point to the log.
 */
export function toErrorText(error: unknown, nowMs: number) {
  if (error instanceof CallError) {
    const [toSentence] = ERRORS[error.reason];
    const sentence = joinTexts([toSentence(error.facts), toChargeText(error)], ' ');
    return { sentence: withServiceMessage(sentence, error, nowMs), steps: toSteps(error) };
  }
  if (error instanceof LimitReachedError) {
    const { limit, allowance, resetsAt } = error.state;
    const sentence = t(
      'Your daily limit of {0} is reached. It resets at {1}.',
      toCountText(limit + allowance),
      formats.moment(resetsAt, resetsAt),
    );
    return { sentence, steps: RETRY_STEPS };
  }
  const sentence =
    error instanceof CallNotCountedError
      ? t("No call was made: the record of calls for your daily limit can't be read.")
      : t('Something unexpected went wrong.');
  return { sentence, steps: [showLog, retry] };
}

/** Describes a sign-in error: it concerns e-mail and password, not a session. */
export function toSignInErrorText(error: unknown, nowMs: number) {
  if (isCallError(error, 'forbidden')) {
    return withServiceMessage(t("This account can't sign in here."), error, nowMs);
  }
  return isCallError(error, 'unreadable')
    ? t('No access token was found in the response. The log shows its shape.')
    : toErrorText(error, nowMs).sentence;
}

function toSteps({ reason, facts }: CallError): readonly RecoveryStep[] {
  const { choices = [], newAddress } = facts;
  if (reason === 'unreadable' && choices.length > 0) {
    return [{ command: 'chooseFields', title: t('Choose in the Last Response') }, showLog];
  }
  if (newAddress) {
    const title = t('Sign In at {0}…', toSafeText(newAddress));
    return [{ ...signInElsewhere, argument: newAddress, title }, showLog];
  }
  const [, ...steps] = ERRORS[reason];
  return steps.length > 0 ? steps : RETRY_STEPS;
}

/** Says whether a call without a complete response may have cost credits. */
function toChargeText({ reason, facts }: CallError) {
  const isComplete = facts.status !== undefined && facts.location === undefined;
  if (facts.mayBeSent === undefined || isComplete || reason === 'canceled') {
    return undefined;
  }
  return facts.mayBeSent ? t('The call may have cost credits.') : t('Nothing was sent.');
}

/** The sentence of each error, and recovery steps, best first; by default {@link RETRY_STEPS}. */
const ERRORS: Record<
  CallErrorReason,
  readonly [toSentence: (facts: CallFacts) => SafeText, ...steps: RecoveryStep[]]
> = {
  canceled: [() => t('Canceled.')],
  noConnection: [
    ({ mayBeSent }) =>
      mayBeSent
        ? t('The connection was lost before the response was complete.')
        : t("Couldn't reach the service. Check your connection and its address."),
    retry,
    signInElsewhere,
    openNetwork,
    showLog,
  ],
  timeout: [
    ({ mayBeSent, timeoutMs = 0 }) => {
      const timeout = formats.duration(timeoutMs);
      return mayBeSent
        ? t("The response wasn't complete within {0}.", timeout)
        : t('No connection to the service was made within {0}.', timeout);
    },
    retry,
    openPageSize,
    signInElsewhere,
    openNetwork,
    showLog,
  ],
  proxy: [
    () => t("The proxy can't be reached, isn't trusted here, or wants another login."),
    openNetwork,
    retry,
    showLog,
  ],
  certificate: [
    ({ isUnchecked }) =>
      isUnchecked
        ? t(
            'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so anyone could get your password or token. Remove it and restart VS Code.',
          )
        : t(
            "The service's certificate isn't trusted on this machine, has expired or is for another host. Install your company's own here and turn on \"http.systemCertificates\".",
          ),
    openNetwork,
    signInElsewhere,
    retry,
    showLog,
  ],
  sessionEnded: [() => t('Your session has ended.')],
  badLogin: [() => t("The e-mail or password isn't accepted.")],
  signInStep: [
    ({ step }) =>
      step === 'secondFactor'
        ? t(
            "The service also asks for a second factor, which can't be sent here. Use an account without one.",
          )
        : t(
            'The service asks for a captcha or a new password. Do that on its website, then sign in.',
          ),
  ],
  newTokenRefused: [
    () =>
      t(
        'The service refuses the token that it has just issued. A proxy may remove the Authorization header.',
      ),
    showLog,
  ],
  forbidden: [() => t("The account isn't allowed to list monitors."), showLog, retry],
  outOfCredits: [() => t('The account is out of credits.')],
  tooManyCalls: [() => t('Too many calls.')],
  invalid: [
    ({ status = 0 }) => t("The service didn't accept the call (status {0}).", status),
    showLog,
    retry,
  ],
  serviceError: [({ status = 0 }) => t('Service error ({0}).', status)],
  notTheService: [toOtherSiteText, signInElsewhere, showLog, retry],
  tooLarge: [
    ({ limitBytes = 0 }) =>
      t('The response or its headers are larger than {0} kB.', Math.round(limitBytes / 1_000)),
    openPageSize,
    retry,
    showLog,
  ],
  unreadable: [() => t('No list of monitors was found in the response.'), showLog, retry],
  listIsEmpty: [() => t('The service returned no monitors. The rows stay.')],
};

/** Names the address that was called, and what it must offer. */
function toOtherSiteText({ status, location, url = '' }: CallFacts) {
  if (location) {
    return t('The service points to another place: {0}.', toSafeText(location));
  }
  return t(
    'Unexpected answer from {0}. Monitor Explorer needs "/token" and "/monitors/list". Another API needs the gateway.',
    toSafeText(status ? `${url} (${status})` : url),
  );
}

/** Appends when to retry, and the message of the service as a quote. */
function withServiceMessage(sentence: SafeText, error: CallError, nowMs: number) {
  const text = joinTexts([sentence, toRetryText(error, nowMs)], ' ');
  const message = toSafeText(error.facts.serviceMessage ?? '');
  return message === '' ? text : t('{0} The service says: “{1}”', text, message);
}

/** Returns how long the service wants no call, in whole seconds, rounded up; 0 if it doesn't say. */
export function toWaitMs(error: unknown, nowMs: number) {
  const { retryAt = 0 } = error instanceof CallError ? error.facts : {};
  return Math.max(0, Math.ceil((retryAt - nowMs) / SECOND) * SECOND);
}

function toRetryText(error: CallError, nowMs: number) {
  const waitMs = toWaitMs(error, nowMs);
  if (waitMs === 0) {
    return undefined;
  }
  return waitMs < MINUTE
    ? t('Try again in {0}.', formats.duration(waitMs))
    : t('Try again at {0}.', formats.moment(error.facts.retryAt!, nowMs));
}
