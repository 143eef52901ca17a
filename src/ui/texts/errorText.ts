import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import { AgentLimitReachedError, CallNotCountedError, LimitReachedError } from '../../credits/errors';
import type { BaseUrl } from '../../service/address';
import {
  HttpError,
  NewTokenRejectedError,
  TransportError,
  UnreadableResponseError,
  type HttpKind,
  type TransportKind,
} from '../../service/errors';
import { OriginMismatchError, SessionExpiredError } from '../../session/session';
import { DatabaseError } from '../../storage/database';
import { toCountText } from './costText';
import type { Translator } from './formats';
import { toStorageText } from './storageText';

/** What a user can do about an error. */
export type NextStep =
  | {
      readonly kind:
        'retry' | 'signIn' | 'setServiceAddress' | 'showLog' | 'chooseMapping' | 'allowOneMoreCall';
    }
  /** Make this the service address. */
  | { readonly kind: 'useAddress'; readonly baseUrl: BaseUrl }
  /** Show a setting of VS Code's or ours in the settings editor. */
  | { readonly kind: 'openSettings'; readonly setting: string };

/** An error as a user reads it: what happened in a sentence or two, and the steps that can help, best first. */
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
const openTimeout = openSettings('monitorExplorer.timeoutSeconds');

/**
 * Says what happened, by kind. An error of no known kind is a mistake of ours, and the text says where to look.
 * @param now epoch milliseconds, for "in 42 seconds".
 */
export function toErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (error instanceof TransportError) {
    const { baseUrl } = error.facts;
    const useAddress: NextStep[] = baseUrl ? [{ kind: 'useAddress', baseUrl }] : [];
    return { sentence: toTransportText(t, error), steps: [...useAddress, ...toSteps(error.kind)] };
  }
  if (error instanceof HttpError) {
    const kind = error instanceof NewTokenRejectedError ? 'newToken' : error.kind;
    const sentence = withServiceMessage(t, toHttpText(t, kind, error.status), error, now);
    return { sentence, steps: toSteps(kind) };
  }
  return toOtherErrorText(t, error, now);
}

/** The same for a sign-in: what is refused there is an e-mail and a password, not a session. */
export function toSignInErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (error instanceof HttpError && error.kind === 'unauthorized') {
    const sentence = t("The e-mail or password isn't accepted.");
    return { sentence: withServiceMessage(t, sentence, error, now), steps: [] };
  }
  if (error instanceof HttpError && error.kind === 'forbidden') {
    const sentence = t("This account can't sign in here.");
    return { sentence: withServiceMessage(t, sentence, error, now), steps: [] };
  }
  if (error instanceof TransportError && error.kind === 'responseTooLarge') {
    const sentence = t('The response is far larger than a token can be. Check the service address.');
    return { sentence, steps: [setServiceAddress, showLog] };
  }
  return toErrorText(t, error, now);
}

/** What can help, best first, where it isn't to retry or else to look into the log. */
const STEPS: Readonly<Partial<Record<TransportKind | HttpKind | 'newToken', readonly NextStep[]>>> = {
  hostNotFound: [retry, setServiceAddress, showLog],
  hostUnreachable: [retry, setServiceAddress, showLog],
  connectionRefused: [retry, setServiceAddress, showLog],
  proxyUnreachable: [openProxy, retry, showLog],
  proxyCertificate: [openCertificates, openProxy, retry, showLog],
  proxyLoginWanted: [openProxy, retry, showLog],
  proxyLoginRejected: [openProxy, retry, showLog],
  certificateForOtherHost: [setServiceAddress, showLog, retry],
  certificateSelfSigned: [openCertificates, retry, showLog],
  certificateAuthorityUnknown: [openCertificates, retry, showLog],
  certificateRevoked: [showLog, retry],
  certificateRejected: [showLog, retry],
  oldTls: [showLog, setServiceAddress, retry],
  tlsRefused: [showLog, setServiceAddress, retry],
  notTls: [setServiceAddress, showLog, retry],
  clientCertificateWanted: [showLog, setServiceAddress],
  tlsFailed: [showLog, setServiceAddress, retry],
  redirectToHttps: [setServiceAddress, showLog],
  redirectToOtherBase: [setServiceAddress, showLog],
  redirectBySlash: [showLog, setServiceAddress],
  redirectToOtherPage: [setServiceAddress, showLog],
  redirectToNowhere: [setServiceAddress, showLog],
  notConnected: [retry, setServiceAddress, openProxy, showLog],
  slowResponse: [retry, openTimeout, showLog],
  slowBody: [retry, openTimeout, showLog],
  closedBeforeRequest: [retry, setServiceAddress, showLog],
  notHttp: [setServiceAddress, showLog, retry],
  headersTooLarge: [showLog, retry],
  encodingUnknown: [showLog, retry],
  responseTooLarge: [openSettings('monitorExplorer.maxResponseMegabytes'), retry, showLog],
  certificatesUnchecked: [openCertificates, showLog],
  tokenUnsendable: [chooseMapping, signIn, showLog],
  cancelled: [retry],
  gateway: [retry, setServiceAddress, openProxy, showLog],
  webPage: [retry, setServiceAddress, showLog],
  emptyResponse: [setServiceAddress, retry, showLog],
  notJson: [setServiceAddress, showLog, retry],
  newToken: [showLog],
  unauthorized: [signIn],
  forbidden: [showLog, retry],
  notFound: [setServiceAddress, showLog, retry],
  unexpectedStatus: [setServiceAddress, showLog, retry],
  badRequest: [showLog, retry],
};

const toSteps = (kind: keyof typeof STEPS): readonly NextStep[] => STEPS[kind] ?? [retry, showLog];

/** No call was made, or no whole response came back. */
function toTransportText(t: Translator, { kind, facts }: TransportError): SafeText {
  const { certificateNames = [], encoding = '', limitBytes = 0, receivedBytes = 0, status = 302 } = facts;
  const place = toSafeText(facts.location ?? '', 200);
  const timeout = toSecondsText(t, facts.timeoutMs ?? 0);
  const texts: Readonly<Record<TransportKind, SafeText>> = {
    hostNotFound: t("Couldn't find the service's host. Check your connection and the service address."),
    hostUnreachable: t("Couldn't reach the service's host. Check your connection and the service address."),
    connectionRefused: t('Nothing responds at the service address.'),
    proxyUnreachable: t(
      'Couldn\'t reach the proxy, or its own certificate isn\'t trusted on this machine. Nothing was sent. Check the settings "http.proxy" and "http.systemCertificates".',
    ),
    proxyCertificate: t(
      'The proxy\'s own certificate isn\'t trusted on this machine, so nothing was sent. Install the certificate of its authority and turn on "http.systemCertificates".',
    ),
    proxyLoginWanted: t(
      'The proxy wants a login, so nothing was sent. Add user name and password to "http.proxy".',
    ),
    proxyLoginRejected: t(
      'The proxy doesn\'t accept its login, so nothing was sent. Check user name and password in "http.proxy".',
    ),
    certificateExpired: t(
      "The service's certificate has expired, so nothing was sent. Ask whoever runs the service to renew it, or check this machine's clock.",
    ),
    certificateNotYetValid: t(
      "The service's certificate isn't valid yet, so nothing was sent. Check this machine's clock.",
    ),
    certificateForOtherHost:
      certificateNames.length === 0
        ? t('The certificate is for another host, so nothing was sent. Check the service address.')
        : t(
            'The certificate is for {0}, so nothing was sent. Check the service address.',
            toSafeText(certificateNames.join(', '), 200),
          ),
    certificateSelfSigned: t(
      'The service\'s certificate is self-signed, so nothing was sent. Ask for one from a known authority, or install it on this machine and turn on "http.systemCertificates".',
    ),
    certificateAuthorityUnknown: t(
      "The service's certificate is from an authority that isn't known on this machine, so nothing was sent. If it's your company's or a tool's own, install its certificate here and turn on \"http.systemCertificates\". If not, the service may not be sending its whole chain.",
    ),
    certificateRevoked: t(
      "The service's certificate was revoked, so nothing was sent. Ask whoever runs the service.",
    ),
    certificateRejected: t(
      "The service's certificate wasn't accepted, so nothing was sent. Its key may be too short; the log shows the reason.",
    ),
    oldTls: t(
      'The service speaks a TLS version that is no longer safe, so nothing was sent. Ask whoever runs the service for TLS 1.2 or newer.',
    ),
    tlsRefused: t(
      "The service refused the secure connection, so nothing was sent. Either there is no cipher in common, or it wants a client certificate, which Monitor Explorer can't send.",
    ),
    notTls: t(
      "What responds at the service address doesn't speak https, so nothing was sent. Check the address and its port.",
    ),
    clientCertificateWanted: t(
      "The service wants a client certificate, which Monitor Explorer can't send. Ask whoever runs the service for another way in.",
    ),
    tlsFailed: t('No secure connection could be made to the service. The log shows why.'),
    redirectToHttps: t('The service wants https and points to {0}. Redirects are not followed.', place),
    redirectToOtherBase: t('The service points to another address: {0}. Redirects are not followed.', place),
    redirectBySlash: t(
      'The service points to {0}, which differs only by the slash at the end. Redirects are not followed; ask whoever runs the service to take both.',
      place,
    ),
    redirectToOtherPage: t(
      'The service points to another page: {0}. Redirects are not followed. Check the service address.',
      place,
    ),
    redirectToNowhere: t('The service redirects without saying where to (status {0}).', status),
    notConnected: t(
      'No connection to the service was made within {0}, so nothing was sent. Check your connection, the proxy and the service address.',
      timeout,
    ),
    slowResponse: t(
      'The service took longer than {0} to respond. The call may have cost credits. To wait longer, raise "monitorExplorer.timeoutSeconds".',
      timeout,
    ),
    slowBody: t(
      'The response wasn\'t complete after {0}; {1} had arrived. To wait longer, raise "monitorExplorer.timeoutSeconds".',
      timeout,
      toSizeText(t, receivedBytes),
    ),
    closedBeforeRequest: t('The connection was closed before anything was sent.'),
    closedBeforeResponse: t(
      'The connection was closed before a response arrived. The call may have cost credits.',
    ),
    closedWithinResponse: t(
      'The service was reached, but the connection was lost before the whole response arrived. The call may have cost credits.',
    ),
    notHttp: t("What responds at the service address doesn't speak HTTP. Check the address and its port."),
    headersTooLarge: t('The response was dropped: its headers are larger than 16 KB.'),
    encodingUnknown: t(
      "The response is compressed in a format that Monitor Explorer can't read ({0}), and didn't ask for.",
      toSafeText(encoding, 40),
    ),
    encodingWrong: t("The response can't be decompressed: it isn't in the format that its header names."),
    responseTooLarge: t(
      'The response is larger than {0} MB. Raise "monitorExplorer.maxResponseMegabytes" or lower "monitorExplorer.pageSize".',
      Math.round(limitBytes / 1_000_000),
    ),
    certificatesUnchecked: t(
      'No call was made: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so your password or token could go to anyone. Remove it from the environment and restart VS Code. To trust a certificate, install its root certificate on this machine and turn on "http.systemCertificates", or name its file in NODE_EXTRA_CA_CERTS.',
    ),
    tokenUnsendable: t("The token can't be sent: it has a character that isn't allowed. Nothing was sent."),
    cancelled: t('Canceled.'),
  };
  return texts[kind];
}

/** A response came. Behind each of these stands what the service itself said, and when to try again. */
function toHttpText(t: Translator, kind: HttpKind | 'newToken', status: number): SafeText {
  const texts: Readonly<Record<HttpKind | 'newToken', SafeText>> = {
    gateway: t('Something between here and the service responded (status {0}).', status),
    webPage: t('The service responded with a web page (status {0}).', status),
    emptyResponse: t('Empty response (status {0}). Check the service address.', status),
    cutOffResponse: t('The response ends in the middle of its data: something cut it off.'),
    notJson: t("The response isn't JSON. Check the service address."),
    newToken: t(
      "The service refuses the token that it has just issued. Signing in again won't help; something in between may remove the Authorization header.",
    ),
    unauthorized: t('The service no longer accepts your session.'),
    outOfCredits: t('The account is out of credits.'),
    forbidden: t("The account isn't allowed to list monitors."),
    notFound:
      status === 405
        ? t("The service address doesn't take these calls (status 405). Check the address.")
        : t('The service address has no such path (status {0}). Check the address.', status),
    rateLimit: t('Too many calls for now.'),
    server: t('The service failed with status {0}.', status),
    unexpectedStatus: t('The service responded with an unexpected status ({0}). Check the address.', status),
    badRequest: t("The service didn't accept the call (status {0}).", status),
  };
  return texts[kind];
}

/** What isn't an error of a call: no call was made, or what came couldn't be understood. */
function toOtherErrorText(t: Translator, error: unknown, now: number): ErrorText {
  if (error instanceof UnreadableResponseError) {
    return {
      sentence:
        error.sought === 'token'
          ? t('No access token was found in the response. The log shows its shape.')
          : t('No list of monitors was found in the response. The log shows its shape.'),
      steps: error.choices.length > 0 ? [chooseMapping, showLog] : [showLog, retry],
    };
  }
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

/** Our sentence, when to try again, and what the service itself says, marked as its words. */
function withServiceMessage(t: Translator, sentence: SafeText, error: HttpError, now: number): SafeText {
  const ours = joinTexts([sentence, toRetryText(t, error, now)], ' ');
  const theirs = toStoppedText(error.serviceMessage ?? '');
  if (theirs === '') {
    return ours;
  }
  if (error.kind === 'webPage') {
    const page = t('The service responded with a web page (status {0}): {1}', error.status, theirs);
    return joinTexts([page, toRetryText(t, error, now)], ' ');
  }
  return error.kind === 'gateway'
    ? t('{0} It says: {1}', ours, theirs)
    : t('{0} The service says: {1}', ours, theirs);
}

const STOPS = ['.', '!', '?', '…', '。', '！', '？'];

/** A sentence from outside, which ends before our next one begins. */
function toStoppedText(message: string): SafeText {
  const text = toSafeText(message, 300);
  return text === '' || STOPS.some((stop) => text.endsWith(stop)) ? text : toSafeText(`${text}.`, 301);
}

/** Below it a time is told in seconds. */
const SOON_MS = 120_000;

function toRetryText(t: Translator, { retryAt }: HttpError, now: number): SafeText | undefined {
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

function toSecondsText(t: Translate, ms: number): SafeText {
  const seconds = Math.round(ms / 1000);
  return seconds === 1 ? t('1 second') : t('{0} seconds', seconds);
}

function toSizeText(t: Translate, bytes: number): SafeText {
  if (bytes < 1_000) {
    return bytes === 1 ? t('1 byte') : t('{0} bytes', bytes);
  }
  return bytes < 1_000_000
    ? t('{0} KB', Math.round(bytes / 1_000))
    : t('{0} MB', Math.round(bytes / 100_000) / 10);
}
