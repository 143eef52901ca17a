import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { CallNotCountedError, LimitReachedError } from '../../account/limitErrors';
import type { LimitState } from '../../account/limit';
import { CallError, isCallError, type CallErrorReason, type CallFacts } from '../../service/errors';
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
    const sentence = joinTexts(
      [toSentences(t, error.facts)[error.reason], toChargeText(t, error)],
      ' ',
    );
    return toText(withServiceMessage(t, sentence, error, nowMs), ...toSteps(error));
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
  const isComplete = facts.status !== undefined && reason !== 'redirect';
  if (facts.mayBeSent === undefined || isComplete || reason === 'canceled') {
    return undefined;
  }
  return facts.mayBeSent ? t('The call may have cost credits.') : t('Nothing was sent.');
}

function toSentences(t: Translator, facts: CallFacts): Readonly<Record<CallErrorReason, SafeText>> {
  const { status = 0, timeoutMs = 0, limitBytes = 0 } = facts;
  const place = toSafeText(facts.location ?? '', 200);
  const timeout = t.formats.duration(timeoutMs);
  return {
    addressChanged: t('The service address has changed meanwhile, so no call was made.'),
    sessionEnded: t('Your session has ended.'),
    secondFactor: t(
      "The password is right, but the service also asks for a second factor, which Monitor Explorer can't send. Use an account without one.",
    ),
    captcha: t(
      'The service asks for a captcha first. Sign in on its website, solve the captcha there, and then try again.',
    ),
    passwordChange: t(
      'The service asks for a new password first. Change it on its website, and then sign in.',
    ),
    hostNotFound: t(
      "Couldn't reach the service's host. Check your connection and the service address.",
    ),
    nothingResponds: t('Nothing responds at the service address.'),
    connectionLost: t('The connection was lost.'),
    untrustedCertificate: t(
      "The service's certificate isn't trusted on this machine. If it's your company's or a tool's own, install the certificate of its authority and turn on \"http.systemCertificates\". The log shows the reason.",
    ),
    wrongCertificate: t(
      "The service's certificate has expired, or is for another host. Check the service address and this machine's clock. The log shows the reason.",
    ),
    clientCertificate: t(
      "The service wants a client certificate, which Monitor Explorer can't send. Ask whoever runs the service for another way in.",
    ),
    noSecureConnection: t(
      "No secure connection could be made: the service's TLS is too old, or what responds doesn't speak https. Check the address and its port.",
    ),
    uncheckedCertificates: t(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so your password or token could go to anyone. Remove it from the environment and restart VS Code. To trust a certificate, install its root certificate on this machine and turn on "http.systemCertificates", or name its file in NODE_EXTRA_CA_CERTS.',
    ),
    proxyUnreachable: t(
      'Couldn\'t reach the proxy, or its own certificate isn\'t trusted on this machine. Check the settings "http.proxy" and "http.systemCertificates".',
    ),
    proxyLogin: t(
      'The proxy wants a login, or doesn\'t accept the one that it was given. Check "http.proxy".',
    ),
    redirect: t('The service points to another place: {0}. Redirects are not followed.', place),
    timeout: facts.mayBeSent
      ? t("The response wasn't complete within {0}.", timeout)
      : t('No connection to the service was made within {0}.', timeout),
    badLogin: t("The e-mail or password isn't accepted."),
    expired: t('The service no longer accepts your session.'),
    newTokenRefused: t(
      "The service refuses the token that it has just issued. Signing in again won't help; something in between may remove the Authorization header.",
    ),
    forbidden: t("The account isn't allowed to list monitors."),
    outOfCredits: t('The account is out of credits.'),
    tooManyCalls: t('Too many calls for now.'),
    invalid: t("The service didn't accept the call (status {0}).", status),
    serviceError: t('Service error ({0}).', status),
    wrongAddress: t(
      "The service address doesn't take these calls (status {0}). Check the address.",
      status,
    ),
    gateway: t('Something between here and the service responded (status {0}).', status),
    webPage: t('The service responded with a web page (status {0}).', status),
    cutOff: t('The response ends in the middle of its data: something cut it off.'),
    notJson: t("The response isn't JSON. Check the service address."),
    notHttp: t(
      "What responds at the service address doesn't speak HTTP. Check the address and its port.",
    ),
    noToken: t('No access token was found in the response. The log shows its shape.'),
    noMonitors: t('No list of monitors was found in the response. The log shows its shape.'),
    listIsEmpty: t('The service returned no monitors. The rows stay.'),
    tooLarge: t('The response is larger than {0} MB.', Math.round(limitBytes / 1_000_000)),
    canceled: t('Canceled.'),
  };
}

function toSteps({ reason, facts }: CallError): readonly RecoveryStep[] {
  const isOneOf = (...reasons: readonly CallErrorReason[]): boolean => reasons.includes(reason);
  if (facts.newAddress) {
    return [{ ...signInElsewhere, argument: facts.newAddress }, showLog];
  }
  if (facts.choices && facts.choices.length > 0) {
    return [{ command: 'chooseFields' }, showLog];
  }
  if (isOneOf('clientCertificate', 'forbidden', 'invalid', 'noToken', 'noMonitors')) {
    return [showLog, retry];
  }
  if (reason === 'timeout' && facts.mayBeSent) {
    return [retry, openPageSize, showLog];
  }
  if (
    isOneOf('hostNotFound', 'nothingResponds', 'connectionLost', 'timeout', 'gateway', 'webPage')
  ) {
    return [retry, signInElsewhere, openProxy, showLog];
  }
  if (isOneOf('proxyUnreachable', 'proxyLogin')) {
    return [openProxy, openCertificates, retry, showLog];
  }
  if (isOneOf('untrustedCertificate', 'uncheckedCertificates')) {
    return [openCertificates, retry, showLog];
  }
  if (
    isOneOf(
      'wrongCertificate',
      'noSecureConnection',
      'redirect',
      'wrongAddress',
      'notJson',
      'notHttp',
    )
  ) {
    return [signInElsewhere, showLog, retry];
  }
  if (reason === 'listIsEmpty') {
    return [retry, showLog];
  }
  if (reason === 'tooLarge') {
    return [openPageSize, retry, showLog];
  }
  if (isOneOf('expired', 'sessionEnded')) {
    return [signIn];
  }
  if (reason === 'newTokenRefused') {
    return [showLog];
  }
  return [retry, showLog];
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
  const isOfService = error.reason !== 'gateway' && error.reason !== 'webPage';
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

/** Shorter waits are shown in seconds. */
const SOON_SECONDS = 120;

function toRetryText(
  t: Translator,
  { facts: { retryAt = 0 } }: CallError,
  nowMs: number,
): SafeText | undefined {
  const seconds = Math.ceil((retryAt - nowMs) / 1000);
  if (seconds <= 0) {
    return undefined;
  }
  if (seconds >= SOON_SECONDS) {
    return t('Try again at {0}.', t.formats.moment(retryAt, nowMs));
  }
  return seconds === 1 ? t('Try again in 1 second.') : t('Try again in {0} seconds.', seconds);
}
