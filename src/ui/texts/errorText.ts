import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import { AgentLimitReachedError, LedgerError, LimitReachedError } from '../../credits/meterErrors';
import type { BaseUrl } from '../../service/address';
import {
  BadRequestError,
  CancelledError,
  ConnectionLostError,
  ConnectionRefusedError,
  ContentEncodingError,
  ForbiddenError,
  GatewayError,
  HeadersTooLargeError,
  HostNotFoundError,
  HostUnreachableError,
  NewTokenRejectedError,
  NotFoundError,
  NotHttpError,
  NotJsonError,
  PaymentRequiredError,
  ProxyAuthenticationError,
  ProxyError,
  RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  ServerError,
  TimeoutError,
  TlsError,
  UnauthorizedError,
  UnexpectedStatusError,
  UnreadableResponseError,
  UnsendableTokenError,
  type HttpError,
} from '../../service/errors';
import { OriginMismatchError, SessionExpiredError } from '../../session/session';
import { formatsFor } from './formats';

/** What a person can do about an error. */
export type NextStep =
  | {
      readonly kind:
        'retry' | 'signIn' | 'setServiceAddress' | 'showLog' | 'chooseMapping' | 'allowOneMoreCall';
    }
  /** Make this the service address. */
  | { readonly kind: 'useAddress'; readonly baseUrl: BaseUrl }
  /** Show a setting of VS Code's or ours in the settings editor. */
  | { readonly kind: 'openSettings'; readonly setting: string };

/** An error as a person reads it: what happened in a sentence or two, and the steps that can help, best first. */
export interface ErrorText {
  readonly sentence: SafeText;
  readonly steps: readonly NextStep[];
}

/** Where and when the text is read. */
interface Reader {
  /** Epoch milliseconds. */
  readonly now: number;
  /** BCP 47. */
  readonly language: string;
}

const retry: NextStep = { kind: 'retry' };
const signIn: NextStep = { kind: 'signIn' };
const setServiceAddress: NextStep = { kind: 'setServiceAddress' };
const showLog: NextStep = { kind: 'showLog' };
const chooseMapping: NextStep = { kind: 'chooseMapping' };
const openSettings = (setting: string): NextStep => ({ kind: 'openSettings', setting });

/**
 * Says by class what happened. An error of no known class is a mistake of ours, and the text says where to look.
 * @param now epoch milliseconds, for "in 42 seconds".
 * @param language BCP 47, for times and numbers.
 */
export function toErrorText(t: Translate, error: unknown, now: number, language: string): ErrorText {
  const found = DESCRIPTIONS.find(([type]) => error instanceof type);
  return found
    ? found[1](t, error as never, { now, language })
    : { sentence: t('Something unexpected went wrong.'), steps: [showLog, retry] };
}

/** The same for a sign-in: what is refused there is an e-mail and a password, not a session. */
export function toSignInErrorText(t: Translate, error: unknown, now: number, language: string): ErrorText {
  if (error instanceof UnauthorizedError) {
    return { sentence: withServiceMessage(t, t("The e-mail or password isn't accepted."), error), steps: [] };
  }
  if (error instanceof ForbiddenError) {
    return { sentence: withServiceMessage(t, t("This account can't sign in here."), error), steps: [] };
  }
  if (error instanceof ResponseTooLargeError) {
    const sentence = t('The response is far larger than a token can be. Check the service address.');
    return { sentence, steps: [setServiceAddress, showLog] };
  }
  return toErrorText(t, error, now, language);
}

type ErrorClass<E> = abstract new (...args: never[]) => E;
type Describe<E> = (t: Translate, error: E, reader: Reader) => ErrorText;

function describe<E>(type: ErrorClass<E>, text: Describe<E>): [ErrorClass<unknown>, Describe<never>] {
  return [type, text];
}

/** In the order of asking: a class stands before those it derives from. */
const DESCRIPTIONS: readonly [ErrorClass<unknown>, Describe<never>][] = [
  describe(OriginMismatchError, (t) => ({
    sentence: t('The service address has changed meanwhile, so no call was made.'),
    steps: [retry],
  })),
  describe(SessionExpiredError, (t) => ({ sentence: t('Your session has ended.'), steps: [signIn] })),
  describe(LimitReachedError, (t, { limit, resetsAt }, reader) => ({
    sentence: t(
      'Your daily limit of {0} calls is reached. It resets at {1}.',
      limit,
      formatsFor(reader.language).moment(resetsAt, reader.now),
    ),
    steps: [{ kind: 'allowOneMoreCall' }],
  })),
  describe(AgentLimitReachedError, (t) => ({
    sentence: t('Agents have used the calls that they may make today.'),
    steps: [retry],
  })),
  describe(LedgerError, (t) => ({
    sentence: t(
      "Your daily limit can't be kept because the record of calls can't be read. No call was made.",
    ),
    steps: [showLog, retry],
  })),
  describe(HostNotFoundError, (t) => ({
    sentence: t("Couldn't find the service's host. Check your connection and the service address."),
    steps: [retry, setServiceAddress, showLog],
  })),
  describe(HostUnreachableError, (t) => ({
    sentence: t("Couldn't reach the service's host. Check your connection and the service address."),
    steps: [retry, setServiceAddress, showLog],
  })),
  describe(ConnectionRefusedError, (t) => ({
    sentence: t('Nothing answers at the service address.'),
    steps: [retry, setServiceAddress, showLog],
  })),
  describe(ProxyAuthenticationError, (t) => ({
    sentence: t('The proxy asks for credentials. Check the setting "http.proxy".'),
    steps: [openSettings('http.proxy'), retry, showLog],
  })),
  describe(ProxyError, (t) => ({
    sentence: t('Couldn\'t reach the proxy. Check the settings "http.proxy" and "http.proxySupport".'),
    steps: [openSettings('http.proxy'), retry, showLog],
  })),
  describe(TlsError, describeTlsError),
  describe(ConnectionLostError, (t, { answered }) => ({
    sentence: answered
      ? t('The connection was lost before the whole response arrived.')
      : t('The connection was closed before a response arrived.'),
    steps: [retry, showLog],
  })),
  describe(NotHttpError, (t) => ({
    sentence: t("What answers at the service address doesn't speak HTTP. Check the address and its port."),
    steps: [setServiceAddress, showLog, retry],
  })),
  describe(HeadersTooLargeError, (t) => ({
    sentence: t('The response was dropped: its headers are larger than 16 KB.'),
    steps: [showLog, retry],
  })),
  describe(ContentEncodingError, (t) => ({
    sentence: t("The response can't be decompressed: it isn't in the format that its header names."),
    steps: [retry, showLog],
  })),
  describe(UnsendableTokenError, (t) => ({
    sentence: t("The token can't be sent: it has a character that isn't allowed. Nothing was sent."),
    steps: [chooseMapping, signIn, showLog],
  })),
  describe(TimeoutError, describeTimeout),
  describe(CancelledError, (t) => ({ sentence: t('Canceled.'), steps: [retry] })),
  describe(RedirectError, describeRedirect),
  describe(ResponseTooLargeError, (t, { limitBytes }) => ({
    sentence: t(
      'The response is larger than {0} MB. Raise "monitorExplorer.maxResponseMegabytes" or lower "monitorExplorer.pageSize".',
      Math.round(limitBytes / 1_000_000),
    ),
    steps: [openSettings('monitorExplorer.maxResponseMegabytes'), retry, showLog],
  })),
  describe(NotJsonError, (t, { html }) => ({
    sentence: html
      ? t('The service answered with a web page instead of data. Check the service address.')
      : t("The response isn't JSON. Check the service address."),
    steps: [setServiceAddress, showLog, retry],
  })),
  describe(UnreadableResponseError, (t, { sought, question }) => ({
    sentence:
      sought === 'token'
        ? t('No access token was found in the response. The log shows its shape.')
        : t('No list of monitors was found in the response. The log shows its shape.'),
    steps: question ? [chooseMapping, showLog] : [showLog, retry],
  })),
  describe(GatewayError, (t, error, reader) => ({
    sentence: joinTexts(
      [
        t('Something between here and the service answered (status {0}).', error.status),
        toRetryText(t, error, reader),
        error.serviceMessage === undefined
          ? undefined
          : t('It says: {0}', toStoppedText(error.serviceMessage)),
      ],
      ' ',
    ),
    steps: [retry, setServiceAddress, openSettings('http.proxy'), showLog],
  })),
  describe(NewTokenRejectedError, (t, error) => ({
    sentence: withServiceMessage(
      t,
      t(
        "The service refuses the token that it has just issued. Signing in again won't help; something in between may remove the Authorization header.",
      ),
      error,
    ),
    steps: [showLog],
  })),
  describe(UnauthorizedError, (t, error) => ({
    sentence: withServiceMessage(t, t('The service no longer accepts your session.'), error),
    steps: [signIn],
  })),
  describe(PaymentRequiredError, (t, error) => ({
    sentence: withServiceMessage(t, t('The account is out of credits.'), error),
    steps: [retry, showLog],
  })),
  describe(ForbiddenError, (t, error) => ({
    sentence: withServiceMessage(t, t("The account isn't allowed to list monitors."), error),
    steps: [showLog, retry],
  })),
  describe(NotFoundError, (t, error) => ({
    sentence: withServiceMessage(
      t,
      error.status === 405
        ? t("The service address doesn't take these calls (status 405). Check the address.")
        : t('The service address has no such path (status {0}). Check the address.', error.status),
      error,
    ),
    steps: [setServiceAddress, showLog, retry],
  })),
  describe(RateLimitError, (t, error, reader) => ({
    sentence: withServiceMessage(t, t('Too many calls for now.'), error, reader),
    steps: [retry, showLog],
  })),
  describe(ServerError, (t, error, reader) => ({
    sentence: withServiceMessage(t, t('The service failed with status {0}.', error.status), error, reader),
    steps: [retry, showLog],
  })),
  describe(UnexpectedStatusError, (t, error) => ({
    sentence: withServiceMessage(
      t,
      t('The service answered with an unexpected status ({0}). Check the address.', error.status),
      error,
    ),
    steps: [setServiceAddress, showLog, retry],
  })),
  describe(BadRequestError, (t, error) => ({
    sentence: withServiceMessage(
      t,
      t("The service didn't accept the call (status {0}).", error.status),
      error,
    ),
    steps: [showLog, retry],
  })),
];

const SYSTEM_CERTIFICATES = 'http.systemCertificates';

function describeTlsError(t: Translate, { reason, certificateNames }: TlsError): ErrorText {
  switch (reason) {
    case 'expired':
      return {
        sentence: t(
          "The service's certificate has expired, so nothing was sent. Ask whoever runs the service to renew it, or check this machine's clock.",
        ),
        steps: [retry, showLog],
      };
    case 'notYetValid':
      return {
        sentence: t(
          "The service's certificate isn't valid yet, so nothing was sent. Check this machine's clock.",
        ),
        steps: [retry, showLog],
      };
    case 'wrongName':
      return {
        sentence:
          certificateNames.length === 0
            ? t('The certificate is for another host, so nothing was sent. Check the service address.')
            : t(
                'The certificate is for {0}, so nothing was sent. Check the service address.',
                toSafeText(certificateNames.join(', '), 200),
              ),
        steps: [setServiceAddress, showLog, retry],
      };
    case 'selfSigned':
      return {
        sentence: t(
          'The service\'s certificate is self-signed, so nothing was sent. Ask for one from a known authority, or install it on this machine and turn on "http.systemCertificates".',
        ),
        steps: [openSettings(SYSTEM_CERTIFICATES), retry, showLog],
      };
    case 'unknownAuthority':
      return {
        sentence: t(
          "The service's certificate is from an authority that isn't trusted here, so nothing was sent. For a company's own authority, install its certificate on this machine and turn on \"http.systemCertificates\".",
        ),
        steps: [openSettings(SYSTEM_CERTIFICATES), retry, showLog],
      };
    case 'incompleteChain':
      return {
        sentence: t(
          'The service\'s certificate comes without the one that signed it, so nothing was sent. Ask whoever runs the service to send the whole chain. For a company\'s own authority, turn on "http.systemCertificates".',
        ),
        steps: [openSettings(SYSTEM_CERTIFICATES), retry, showLog],
      };
    case 'revoked':
      return {
        sentence: t(
          "The service's certificate was revoked, so nothing was sent. Ask whoever runs the service.",
        ),
        steps: [showLog, retry],
      };
    case 'oldProtocol':
      return {
        sentence: t(
          'The service speaks a TLS version that is no longer safe, so nothing was sent. Ask whoever runs the service for TLS 1.2 or newer.',
        ),
        steps: [showLog, setServiceAddress, retry],
      };
    case 'notTls':
      return {
        sentence: t(
          "What answers at the service address doesn't speak https, so nothing was sent. Check the address and its port.",
        ),
        steps: [setServiceAddress, showLog, retry],
      };
    case 'clientCertificate':
      return {
        sentence: t(
          "The service wants a client certificate, which Monitor Explorer can't send. Ask whoever runs the service for another way in.",
        ),
        steps: [showLog, setServiceAddress],
      };
    case 'other':
      return {
        sentence: t('No secure connection could be made to the service. The log shows why.'),
        steps: [showLog, setServiceAddress, retry],
      };
  }
}

function describeTimeout(t: Translate, { timeoutMs, receivedBytes }: TimeoutError): ErrorText {
  const seconds = Math.round(timeoutMs / 1000);
  return {
    sentence:
      receivedBytes === undefined
        ? seconds === 1
          ? t(
              'The service took longer than 1 second to answer. To wait longer, raise "monitorExplorer.timeoutSeconds".',
            )
          : t(
              'The service took longer than {0} seconds to answer. To wait longer, raise "monitorExplorer.timeoutSeconds".',
              seconds,
            )
        : t(
            'The response wasn\'t complete after {0} seconds; {1} had arrived. To wait longer, raise "monitorExplorer.timeoutSeconds".',
            seconds,
            toSizeText(t, receivedBytes),
          ),
    steps: [retry, openSettings('monitorExplorer.timeoutSeconds'), showLog],
  };
}

function describeRedirect(t: Translate, { status, kind, location, baseUrl }: RedirectError): ErrorText {
  const target = toSafeText(location ?? '', 200);
  const useAddress: NextStep[] = baseUrl ? [{ kind: 'useAddress', baseUrl }] : [];
  const steps = [...useAddress, setServiceAddress, showLog];
  switch (kind) {
    case 'httpsOfSameHost':
      return {
        sentence: t('The service wants https and points to {0}. Redirects are not followed.', target),
        steps,
      };
    case 'otherBase':
      return {
        sentence: t('The service points to another address: {0}. Redirects are not followed.', target),
        steps,
      };
    case 'trailingSlash':
      return {
        sentence: t(
          'The service points to {0}, which differs only by the slash at the end. Redirects are not followed; ask whoever runs the service to take both.',
          target,
        ),
        steps: [showLog, setServiceAddress],
      };
    case 'otherPlace':
      return {
        sentence: t(
          'The service points to another page: {0}. Redirects are not followed. Check the service address.',
          target,
        ),
        steps,
      };
    case 'nowhere':
      return {
        sentence: t('The service redirects without saying where to (status {0}).', status),
        steps,
      };
  }
}

/** Our sentence, when to try again, and the service's own sentence: it knows more, but nobody vouches for it. */
function withServiceMessage(t: Translate, sentence: SafeText, error: HttpError, reader?: Reader): SafeText {
  const ours = joinTexts([sentence, reader && toRetryText(t, error, reader)], ' ');
  const theirs = toStoppedText(error.serviceMessage ?? '');
  return theirs === '' ? ours : t('{0} The service says: {1}', ours, theirs);
}

const STOPS = ['.', '!', '?', '…', '。', '！', '？'];

/** A sentence from outside, which ends before our next one begins. */
function toStoppedText(message: string): SafeText {
  const text = toSafeText(message, 300);
  return text === '' || STOPS.some((stop) => text.endsWith(stop)) ? text : toSafeText(`${text}.`, 301);
}

/** Below it a time is told in seconds. */
const SOON_MS = 120_000;

function toRetryText(t: Translate, { retryAt }: HttpError, reader: Reader): SafeText | undefined {
  if (retryAt === undefined) {
    return undefined;
  }
  const wait = retryAt - reader.now;
  const seconds = Math.ceil(wait / 1000);
  if (seconds <= 0) {
    return t('You can try again now.');
  }
  if (wait >= SOON_MS) {
    return t('Try again at {0}.', formatsFor(reader.language).moment(retryAt, reader.now));
  }
  return seconds === 1 ? t('Try again in 1 second.') : t('Try again in {0} seconds.', seconds);
}

function toSizeText(t: Translate, bytes: number): SafeText {
  if (bytes < 1_000) {
    return bytes === 1 ? t('1 byte') : t('{0} bytes', bytes);
  }
  return bytes < 1_000_000
    ? t('{0} KB', Math.round(bytes / 1_000))
    : t('{0} MB', Math.round(bytes / 100_000) / 10);
}
