import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { CallNotCountedError, LimitReachedError, type LimitState } from '../../account/limit';
import { CallError, isCallError } from '../../service/errors';
import type { CallErrorReason, CallFacts, SignInStep } from '../../service/errors';
import { DatabaseError } from '../../storage/database';
import { toCountText } from './costText';
import type { Translator } from './formats';
import { toStorageText } from './storageText';

export interface RecoveryStep {
  readonly command:
    'retry' | 'signIn' | 'openSettings' | 'chooseFields' | 'showLog' | 'allowOneMoreCall';
  /** An address, or a setting. */
  readonly argument?: string | undefined;
  /** Of the command `signIn`: begins with the address. */
  readonly asksAddress?: true;
}

/** One or two sentences, and recovery actions, best first. */
export interface ErrorText {
  readonly sentence: SafeText;
  readonly steps: readonly RecoveryStep[];
}

const retry: RecoveryStep = { command: 'retry' };
const signIn: RecoveryStep = { command: 'signIn' };
const signInElsewhere: RecoveryStep = { command: 'signIn', asksAddress: true };
const showLog: RecoveryStep = { command: 'showLog' };
const chooseFields: RecoveryStep = { command: 'chooseFields' };
const openSettings = (setting: string): RecoveryStep => ({
  command: 'openSettings',
  argument: setting,
});
const openPageSize = openSettings('monitorExplorer.pageSize');
const openProxy = openSettings('http.proxy');
const openCertificates = openSettings('http.systemCertificates');

const toText = (sentence: SafeText, ...steps: readonly RecoveryStep[]): ErrorText => ({
  sentence,
  steps,
});

/** Describes an error, and whether the call may have cost credits. Unknown errors are our bugs and point to the log. */
export function toErrorText(t: Translator, error: unknown, nowMs: number): ErrorText {
  if (error instanceof CallError) {
    const { sentence, steps } = toCallText(t, error);
    const withCharge = joinTexts([sentence, toChargeText(t, error)], ' ');
    return { sentence: withServiceMessage(t, withCharge, error, nowMs), steps };
  }
  if (error instanceof LimitReachedError) {
    return toText(toLimitText(t, error.state), { command: 'allowOneMoreCall' });
  }
  if (error instanceof CallNotCountedError) {
    return error.cause instanceof DatabaseError && error.cause.kind === 'unsupported'
      ? toText(toStorageText(t, 'unsupported'), showLog)
      : toText(
          t(
            "Your daily limit can't be kept because the record of calls can't be read. No call was made.",
          ),
          showLog,
          retry,
        );
  }
  return toText(t('Something unexpected went wrong.'), showLog, retry);
}

/** Describes a sign-in error: it concerns e-mail and password, not a session. */
export function toSignInErrorText(t: Translator, error: unknown, nowMs: number): SafeText {
  if (isCallError(error, 'forbidden')) {
    return withServiceMessage(t, t("This account can't sign in here."), error, nowMs);
  }
  if (isCallError(error, 'unreadable')) {
    return t('No access token was found in the response. The log shows its shape.');
  }
  return isCallError(error, 'tooLarge')
    ? t('The response is far larger than a token can be. Check the service address.')
    : toErrorText(t, error, nowMs).sentence;
}

function toLimitText(t: Translator, state: LimitState): SafeText {
  const limitText = toCountText(t, state.limit + state.allowance);
  const resets = t.formats.moment(state.resetsAt, state.resetsAt);
  return t('Your daily limit of {0} is reached. It resets at {1}.', limitText, resets);
}

/** Says whether a call without a complete response may have cost credits. */
function toChargeText(t: Translator, { reason, facts }: CallError): SafeText | undefined {
  const isComplete = facts.status !== undefined && facts.location === undefined;
  if (facts.mayBeSent === undefined || isComplete || reason === 'canceled') {
    return undefined;
  }
  return facts.mayBeSent ? t('The call may have cost credits.') : t('Nothing was sent.');
}

/** What to say and to do. */
function toCallText(t: Translator, { reason, facts }: CallError): ErrorText {
  const { status = 0, mayBeSent = false } = facts;
  const texts: Readonly<Record<CallErrorReason, () => ErrorText>> = {
    canceled: () => toText(t('Canceled.'), retry, showLog),
    noConnection: () => {
      const sentence = mayBeSent
        ? t('The connection was lost before the whole response had come.')
        : t("Couldn't reach the service. Check your connection and the service address.");
      return toText(sentence, retry, signInElsewhere, openProxy, showLog);
    },
    timeout: () => toTimeoutText(t, facts),
    proxy: () => {
      const sentence = t(
        'The proxy can\'t be reached, isn\'t trusted on this machine, or wants another login. Check the settings "http.proxy" and "http.systemCertificates".',
      );
      return toText(sentence, openProxy, openCertificates, retry, showLog);
    },
    certificate: () => toCertificateText(t, facts),
    sessionEnded: () => toText(t('Your session has ended.'), signIn),
    badLogin: () => toText(t("The e-mail or password isn't accepted."), retry, showLog),
    signInStep: () => toText(toStepText(t, facts.step), retry, showLog),
    newTokenRefused: () => {
      const sentence = t(
        "The service refuses the token that it has just issued. Signing in again won't help; something in between may remove the Authorization header.",
      );
      return toText(sentence, showLog);
    },
    forbidden: () => toText(t("The account isn't allowed to list monitors."), showLog, retry),
    outOfCredits: () => toText(t('The account is out of credits.'), retry, showLog),
    tooManyCalls: () => toText(t('Too many calls.'), retry, showLog),
    invalid: () =>
      toText(t("The service didn't accept the call (status {0}).", status), showLog, retry),
    serviceError: () => toText(t('Service error ({0}).', status), retry, showLog),
    notTheService: () => toOtherSiteText(t, facts),
    tooLarge: () => toText(toSizeText(t, facts), openPageSize, retry, showLog),
    unreadable: () => {
      const sentence = t('No list of monitors was found in the response. The log shows its shape.');
      const hasChoices = facts.choices !== undefined && facts.choices.length > 0;
      return hasChoices
        ? toText(sentence, chooseFields, showLog)
        : toText(sentence, showLog, retry);
    },
    listIsEmpty: () =>
      toText(t('The service returned no monitors. The rows stay.'), retry, showLog),
  };
  return texts[reason]();
}

function toTimeoutText(t: Translator, { timeoutMs = 0, mayBeSent }: CallFacts): ErrorText {
  const timeout = t.formats.duration(timeoutMs);
  if (mayBeSent) {
    const sentence = t("The response wasn't complete within {0}.", timeout);
    return toText(sentence, retry, openPageSize, showLog);
  }
  const sentence = t('No connection to the service was made within {0}.', timeout);
  return toText(sentence, retry, signInElsewhere, openProxy, showLog);
}

function toCertificateText(t: Translator, { isUnchecked }: CallFacts): ErrorText {
  const sentence = isUnchecked
    ? t(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so your password or token could go to anyone. Remove it from the environment and restart VS Code. To trust a certificate, install its root certificate on this machine and turn on "http.systemCertificates", or name its file in NODE_EXTRA_CA_CERTS.',
      )
    : t(
        "No secure connection could be made. The service's certificate isn't trusted on this machine, has expired or is for another host, or the service wants one of yours. If it's your company's own, install the certificate of its authority and turn on \"http.systemCertificates\". The log shows the reason.",
      );
  return toText(sentence, openCertificates, signInElsewhere, retry, showLog);
}

function toStepText(t: Translator, step: SignInStep = 'secondFactor'): SafeText {
  if (step === 'captcha') {
    return t(
      'The service asks for a captcha first. Sign in on its website, solve the captcha there, and then try again.',
    );
  }
  return step === 'passwordChange'
    ? t('The service asks for a new password first. Change it on its website, and then sign in.')
    : t(
        "The password is right, but the service also asks for a second factor, which Monitor Explorer can't send. Use an account without one.",
      );
}

/** Names the address that was called, and what it must offer. */
function toOtherSiteText(t: Translator, facts: CallFacts): ErrorText {
  const { status = 0, location, newAddress, url = '' } = facts;
  if (location !== undefined) {
    const place = toSafeText(location, 200);
    const sentence = t(
      'The service points to another place: {0}. Redirects are not followed.',
      place,
    );
    const toNewAddress = { ...signInElsewhere, argument: newAddress };
    return toText(sentence, newAddress ? toNewAddress : signInElsewhere, showLog);
  }
  const address = toSafeText(status === 0 ? url : `${url} (${status})`, 220);
  const sentence = t(
    'Wrong address or another API: {0}. Monitor Explorer needs the endpoints "/token" and "/monitors/list". Another API needs the gateway.',
    address,
  );
  return toText(sentence, signInElsewhere, showLog, retry);
}

/** A smaller limit is that of the headers. */
const MIN_BODY_LIMIT = 100_000;

function toSizeText(t: Translator, { limitBytes = 0 }: CallFacts): SafeText {
  return limitBytes < MIN_BODY_LIMIT
    ? t('The headers of the response are larger than {0} kB.', Math.round(limitBytes / 1_024))
    : t('The response is larger than {0} MB.', Math.round(limitBytes / 1_000_000));
}

/** Appends when to retry, and the service's own message as a quote. */
function withServiceMessage(
  t: Translator,
  sentence: SafeText,
  error: CallError,
  nowMs: number,
): SafeText {
  const ours = joinTexts([sentence, toRetryText(t, error, nowMs)], ' ');
  const theirs = toStoppedText(error.facts.serviceMessage ?? '');
  if (theirs === '') {
    return ours;
  }
  const isOfService = error.reason !== 'notTheService';
  return isOfService
    ? t('{0} The service says: {1}', ours, theirs)
    : t('{0} It says: {1}', ours, theirs);
}

const STOPS = ['.', '!', '?', '…', '。', '！', '？'];

/** Ends the message with punctuation. */
function toStoppedText(message: string): SafeText {
  const text = toSafeText(message, 300);
  return text === '' || STOPS.some((stop) => text.endsWith(stop))
    ? text
    : toSafeText(`${text}.`, 301);
}

/** Returns how long the service wants no call; 0 if it doesn't say. */
export function toSecondsToWait(error: unknown, nowMs: number): number {
  const retryAt = error instanceof CallError ? error.facts.retryAt : undefined;
  return Math.max(0, Math.ceil(((retryAt ?? 0) - nowMs) / 1000));
}

/** Shorter waits are shown in seconds. */
const SOON_SECONDS = 120;

function toRetryText(t: Translator, error: CallError, nowMs: number): SafeText | undefined {
  const seconds = toSecondsToWait(error, nowMs);
  if (seconds === 0) {
    return undefined;
  }
  if (seconds >= SOON_SECONDS) {
    return t('Try again at {0}.', t.formats.moment(error.facts.retryAt!, nowMs));
  }
  return seconds === 1 ? t('Try again in 1 second.') : t('Try again in {0} seconds.', seconds);
}
