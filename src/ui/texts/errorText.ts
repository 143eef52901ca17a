import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { AgentLimitReachedError, CallNotCountedError, LimitReachedError } from '../../credits/errors';
import type { BaseUrl } from '../../service/address';
import { CallError, isCallError, type CallErrorReason, type CallFacts } from '../../service/errors';
import { OriginMismatchError, SessionExpiredError } from '../../session/session';
import { DatabaseError } from '../../storage/database';
import { toCountText } from './costText';
import type { Translator } from './formats';
import { toStorageText } from './storageText';

export type NextStep =
  | {
      readonly kind:
        'retry' | 'signIn' | 'setServiceAddress' | 'showLog' | 'chooseMapping' | 'allowOneMoreCall';
    }
  | { readonly kind: 'useAddress'; readonly baseUrl: BaseUrl }
  /** Opens the settings editor. */
  | { readonly kind: 'openSettings'; readonly setting: string };

/** One or two sentences, and recovery actions, best first. */
export interface ErrorText {
  readonly sentence: SafeText;
  readonly steps: readonly NextStep[];
}

const retry: NextStep = { kind: 'retry' };
const signIn: NextStep = { kind: 'signIn' };
const setServiceAddress: NextStep = { kind: 'setServiceAddress' };
const showLog: NextStep = { kind: 'showLog' };
const chooseMapping: NextStep = { kind: 'chooseMapping' };
const allowOneMoreCall: NextStep = { kind: 'allowOneMoreCall' };
const openSettings = (setting: string): NextStep => ({ kind: 'openSettings', setting });

const openProxy = openSettings('http.proxy');
const openCertificates = openSettings('http.systemCertificates');

/**
 * Describes an error, and whether the call may have cost credits. Unknown errors are our bugs and point to the log.
 * @param now epoch milliseconds
 */
export function toErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (!(error instanceof CallError)) {
    return toOtherErrorText(t, error, now);
  }
  const [sentence, steps] = toReasonTexts(t, error.facts)[error.reason];
  return {
    sentence: withServiceMessage(t, joinTexts([sentence, toCostText(t, error)], ' '), error, now),
    steps,
  };
}

/** Describes a sign-in error: it concerns e-mail and password, not a session. */
export function toSignInErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (isCallError(error, 'forbidden')) {
    const sentence = t("This account can't sign in here.");
    return { sentence: withServiceMessage(t, sentence, error, now), steps: [] };
  }
  if (isCallError(error, 'tooLarge')) {
    const sentence = t('The response is far larger than a token can be. Check the service address.');
    return { sentence, steps: [setServiceAddress, showLog] };
  }
  return toErrorText(t, error, now);
}

/** Says whether a call without a complete response may have cost credits. */
function toCostText(t: Translator, { kind, facts }: CallError): SafeText | undefined {
  if (!['offline', 'untrusted', 'proxy', 'timeout', 'redirect', 'tooLarge'].includes(kind)) {
    return undefined;
  }
  return facts.mayBeSent ? t('The call may have cost credits.') : t('Nothing was sent.');
}

type Told = readonly [sentence: SafeText, steps: readonly NextStep[]];

function toReasonTexts(t: Translator, facts: CallFacts): Readonly<Record<CallErrorReason, Told>> {
  const { status = 0, baseUrl, limitBytes = 0, choices = [] } = facts;
  const place = toSafeText(facts.location ?? '', 200);
  const timeout = t.formats.duration(facts.timeoutMs ?? 0);
  const toChoice: readonly NextStep[] = choices.length > 0 ? [chooseMapping, showLog] : [showLog, retry];
  return {
    hostNotFound: [
      t("Couldn't reach the service's host. Check your connection and the service address."),
      [retry, setServiceAddress, showLog],
    ],
    nothingResponds: [t('Nothing responds at the service address.'), [retry, setServiceAddress, showLog]],
    connectionLost: [t('The connection was lost.'), [retry, setServiceAddress, showLog]],
    untrustedCertificate: [
      t(
        "The service's certificate isn't trusted on this machine. If it's your company's or a tool's own, install the certificate of its authority and turn on \"http.systemCertificates\". The log shows the reason.",
      ),
      [openCertificates, retry, showLog],
    ],
    wrongCertificate: [
      t(
        "The service's certificate has expired, or is for another host. Check the service address and this machine's clock. The log shows the reason.",
      ),
      [setServiceAddress, showLog, retry],
    ],
    clientCertificate: [
      t(
        "The service wants a client certificate, which Monitor Explorer can't send. Ask whoever runs the service for another way in.",
      ),
      [showLog, setServiceAddress],
    ],
    noSecureConnection: [
      t(
        "No secure connection could be made: the service's TLS is too old, or what responds doesn't speak https. Check the address and its port.",
      ),
      [setServiceAddress, showLog, retry],
    ],
    uncheckedCertificates: [
      t(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so your password or token could go to anyone. Remove it from the environment and restart VS Code. To trust a certificate, install its root certificate on this machine and turn on "http.systemCertificates", or name its file in NODE_EXTRA_CA_CERTS.',
      ),
      [openCertificates, showLog],
    ],
    proxyUnreachable: [
      t(
        'Couldn\'t reach the proxy, or its own certificate isn\'t trusted on this machine. Check the settings "http.proxy" and "http.systemCertificates".',
      ),
      [openProxy, openCertificates, retry, showLog],
    ],
    proxyLogin: [
      t('The proxy wants a login, or doesn\'t accept the one that it was given. Check "http.proxy".'),
      [openProxy, retry, showLog],
    ],
    redirect: [
      place === ''
        ? t('The service redirects without saying where to (status {0}).', status)
        : t('The service points to another place: {0}. Redirects are not followed.', place),
      [...(baseUrl ? [{ kind: 'useAddress', baseUrl } as const] : []), setServiceAddress, showLog],
    ],
    timeout: [
      facts.mayBeSent
        ? t(
            'The response wasn\'t complete within {0}. To wait longer, raise "monitorExplorer.timeoutSeconds".',
            timeout,
          )
        : t('No connection to the service was made within {0}.', timeout),
      facts.mayBeSent
        ? [retry, openSettings('monitorExplorer.timeoutSeconds'), showLog]
        : [retry, setServiceAddress, openProxy, showLog],
    ],
    badLogin: [t("The e-mail or password isn't accepted."), []],
    expired: [t('The service no longer accepts your session.'), [signIn]],
    newTokenRefused: [
      t(
        "The service refuses the token that it has just issued. Signing in again won't help; something in between may remove the Authorization header.",
      ),
      [showLog],
    ],
    forbidden: [t("The account isn't allowed to list monitors."), [showLog, retry]],
    outOfCredits: [t('The account is out of credits.'), [retry, showLog]],
    tooManyCalls: [t('Too many calls for now.'), [retry, showLog]],
    invalid: [t("The service didn't accept the call (status {0}).", status), [showLog, retry]],
    serviceError: [t('Service error ({0}).', status), [retry, showLog]],
    wrongAddress: [
      t("The service address doesn't take these calls (status {0}). Check the address.", status),
      [setServiceAddress, showLog, retry],
    ],
    gateway: [
      t('Something between here and the service responded (status {0}).', status),
      [retry, setServiceAddress, openProxy, showLog],
    ],
    webPage: [
      t('The service responded with a web page (status {0}).', status),
      [retry, setServiceAddress, showLog],
    ],
    cutOff: [t('The response ends in the middle of its data: something cut it off.'), [retry, showLog]],
    notJson: [t("The response isn't JSON. Check the service address."), [setServiceAddress, showLog, retry]],
    notHttp: [
      t("What responds at the service address doesn't speak HTTP. Check the address and its port."),
      [setServiceAddress, showLog, retry],
    ],
    noToken: [t('No access token was found in the response. The log shows its shape.'), toChoice],
    noMonitors: [t('No list of monitors was found in the response. The log shows its shape.'), toChoice],
    unsendableToken: [
      t("The token can't be sent: it has a character that isn't allowed. Nothing was sent."),
      [signIn, showLog],
    ],
    tooLarge: [
      t(
        'The response is larger than {0} MB. Raise "monitorExplorer.maxResponseMegabytes" or lower "monitorExplorer.pageSize".',
        Math.round(limitBytes / 1_000_000),
      ),
      [openSettings('monitorExplorer.maxResponseMegabytes'), retry, showLog],
    ],
    canceled: [t('Canceled.'), [retry]],
  };
}

/** Describes errors other than `CallError`. */
function toOtherErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (error instanceof OriginMismatchError) {
    const sentence = t('The service address has changed meanwhile, so no call was made.');
    return { sentence, steps: [retry] };
  }
  if (error instanceof SessionExpiredError) {
    return { sentence: t('Your session has ended.'), steps: [signIn] };
  }
  if (error instanceof LimitReachedError) {
    const { limit, allowance, mayBeMissing, resetsAt } = error.state;
    const most = toCountText(t, limit + allowance);
    const resets = t.formats.moment(resetsAt, now);
    const sentence =
      mayBeMissing && allowance === 0
        ? t(
            'The record of calls was damaged, so your daily limit of {0} may be reached. It resets at {1}.',
            most,
            resets,
          )
        : t('Your daily limit of {0} is reached. It resets at {1}.', most, resets);
    return { sentence, steps: [allowOneMoreCall] };
  }
  if (error instanceof AgentLimitReachedError) {
    return { sentence: t('Agents have used the calls that they may make today.'), steps: [retry] };
  }
  if (error instanceof CallNotCountedError) {
    if (error.cause instanceof DatabaseError && error.cause.kind === 'unsupported') {
      return { sentence: toStorageText(t, 'unsupported'), steps: [showLog] };
    }
    const sentence = t(
      "Your daily limit can't be kept because the record of calls can't be read. No call was made.",
    );
    return { sentence, steps: [showLog, retry] };
  }
  return { sentence: t('Something unexpected went wrong.'), steps: [showLog, retry] };
}

/** Appends when to retry, and the service's own message as a quote. */
function withServiceMessage(t: Translator, sentence: SafeText, error: CallError, now: number): SafeText {
  const ours = joinTexts([sentence, toRetryText(t, error, now)], ' ');
  const theirs = toStoppedText(error.facts.serviceMessage ?? '');
  if (theirs === '') {
    return ours;
  }
  const isOfService = error.reason !== 'gateway' && error.reason !== 'webPage';
  return isOfService ? t('{0} The service says: {1}', ours, theirs) : t('{0} It says: {1}', ours, theirs);
}

const STOPS = ['.', '!', '?', '…', '。', '！', '？'];

/** Ends the message with punctuation. */
function toStoppedText(message: string): SafeText {
  const text = toSafeText(message, 300);
  return text === '' || STOPS.some((stop) => text.endsWith(stop)) ? text : toSafeText(`${text}.`, 301);
}

/** Shorter waits are shown in seconds. */
const SOON_MS = 120_000;

function toRetryText(t: Translator, { facts: { retryAt } }: CallError, now: number): SafeText | undefined {
  if (retryAt === undefined) {
    return undefined;
  }
  const wait = retryAt - now;
  const seconds = Math.ceil(wait / 1000);
  if (seconds <= 0) {
    return t('You can try again now.');
  }
  if (wait >= SOON_MS) {
    return t('Try again at {0}.', t.formats.moment(retryAt, now));
  }
  return seconds === 1 ? t('Try again in 1 second.') : t('Try again in {0} seconds.', seconds);
}
