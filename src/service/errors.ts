import type { BaseUrl } from './address';
import type { HttpResponse } from './httpResponse';

/**
 * What can go wrong between a call and what is read from its response, told apart by kind and never by message text.
 * Messages are for the log; what users read, kind by kind, is in `ui/texts/errorText.ts`.
 */
export abstract class ServiceError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * Why a secure connection was refused, by us or by the other side. Unless said otherwise, nothing was sent.
 * - `certificateExpired`, `certificateNotYetValid`: by this machine's clock.
 * - `certificateForOtherHost`: see `certificateNames`.
 * - `certificateSelfSigned`: nobody but the service itself vouches for it.
 * - `certificateAuthorityUnknown`: what signed it isn't trusted here. Whether that is a private authority or one that
 *   the service should have sent along can't be told: OpenSSL has one code for both where only the leaf is sent.
 * - `certificateRevoked`: its authority has withdrawn it.
 * - `certificateRejected`: for another reason, such as a key that is too short; the log has it.
 * - `oldTls`: no TLS version that both sides still speak.
 * - `tlsRefused`: the other side broke off the handshake: no cipher in common, or up to TLS 1.2 no client certificate.
 * - `notTls`: what answers doesn't speak TLS; most often plain http.
 * - `clientCertificateWanted`: the service wants a certificate from us. In TLS 1.3 it says so once the request is on its
 *   way (RFC 8446, 4.4.2.4).
 * - `tlsFailed`: the log has the reason.
 */
export type TlsKind =
  | 'certificateExpired'
  | 'certificateNotYetValid'
  | 'certificateForOtherHost'
  | 'certificateSelfSigned'
  | 'certificateAuthorityUnknown'
  | 'certificateRevoked'
  | 'certificateRejected'
  | 'oldTls'
  | 'tlsRefused'
  | 'notTls'
  | 'clientCertificateWanted'
  | 'tlsFailed';

/**
 * What a redirect changes. None is followed: it would carry password or token to another place.
 * - `redirectToHttps`: only the scheme.
 * - `redirectToOtherBase`: only what comes before the endpoint's path, so that the rest could be the new address.
 * - `redirectBySlash`: only a slash at the end of the path.
 * - `redirectToOtherPage`: more than that; a sign-in page, for instance.
 * - `redirectToNowhere`: it names no place, or one that is no URL.
 */
export type RedirectKind =
  'redirectToHttps' | 'redirectToOtherBase' | 'redirectBySlash' | 'redirectToOtherPage' | 'redirectToNowhere';

/**
 * Why no call was made, or no whole response came back.
 * - `proxyUnreachable`: the proxy that VS Code is told to use is down, or doesn't speak the proxy protocol.
 * - `proxyCertificate`: the proxy is spoken to in https, and its own certificate isn't trusted.
 * - `proxyLoginWanted`, `proxyLoginRejected`: 407, without and with a login that was sent.
 * - `notConnected`: no connection stood when the time was up. Nothing was sent.
 * - `slowResponse`, `slowBody`: the time was up before, and within, the response.
 * - `closedBeforeRequest`, `closedBeforeResponse`, `closedWithinResponse`: when the connection was lost.
 * - `headersTooLarge`: larger than Node takes, 16 KiB.
 * - `encodingUnknown`: compressed in a way that can't be read; see `encoding`.
 * - `encodingWrong`: not compressed in the way that its header names.
 * - `certificatesUnchecked`: the environment tells Node to take any certificate. No call was made.
 * - `tokenUnsendable`: the token has a character that can't stand in a header. No call was made.
 * - `cancelled`: by the user, a sign-out or another address.
 */
export type TransportKind =
  | 'hostNotFound'
  | 'hostUnreachable'
  | 'connectionRefused'
  | 'proxyUnreachable'
  | 'proxyCertificate'
  | 'proxyLoginWanted'
  | 'proxyLoginRejected'
  | TlsKind
  | RedirectKind
  | 'notConnected'
  | 'slowResponse'
  | 'slowBody'
  | 'closedBeforeRequest'
  | 'closedBeforeResponse'
  | 'closedWithinResponse'
  | 'notHttp'
  | 'headersTooLarge'
  | 'encodingUnknown'
  | 'encodingWrong'
  | 'responseTooLarge'
  | 'certificatesUnchecked'
  | 'tokenUnsendable'
  | 'cancelled';

/** What is known of a failure besides its kind. Texts are untrusted. */
export interface TransportFacts {
  /** At most three hosts that the certificate is for, where its name is wrong. */
  readonly certificateNames?: readonly string[];
  /** Milliseconds that were waited. */
  readonly timeoutMs?: number;
  /** Bytes of the body that had come, after decompression. */
  readonly receivedBytes?: number;
  /** Bytes after decompression that a body may have. */
  readonly limitBytes?: number;
  /** `Content-Encoding` as it came. */
  readonly encoding?: string;
  /** Status of a redirect. */
  readonly status?: number;
  /** Origin and path of a redirect's target; without query and fragment, which may hold secrets. */
  readonly location?: string;
  /** The base URL under which the target of a redirect is the same endpoint, where there is one that may be used. */
  readonly baseUrl?: BaseUrl;
}

/** No call was made, or no whole response came back. */
export class TransportError extends ServiceError {
  constructor(
    readonly kind: TransportKind,
    readonly facts: TransportFacts = {},
    options?: ErrorOptions,
  ) {
    super(kind, options);
  }
}

/** Someone took the call back: the user, a sign-out, another address. */
export class CancelledError extends TransportError {
  constructor(reason: string, options?: ErrorOptions) {
    super('cancelled', {}, options);
    this.message = reason;
  }
}

/** JSON in which what was sought couldn't be found. The user can point at it, at no further call. */
export class UnreadableResponseError extends ServiceError {
  /**
   * @param shape keys and types of the response, never values.
   * @param choices what the user can choose from: paths, with something to recognize them by.
   */
  constructor(
    readonly sought: 'token' | 'monitors',
    readonly shape: string,
    readonly response: HttpResponse,
    readonly choices: readonly { readonly path: string; readonly preview: string }[] = [],
  ) {
    super(`no ${sought} found in ${shape}`);
  }
}

/**
 * What a refusal means; see `refusals.ts`.
 * - `badRequest`: 400, 422 and other client errors without a kind of their own.
 * - `unauthorized`: e-mail and password, or the token, aren't accepted.
 * - `outOfCredits`: the account's credits or its plan are used up or unpaid.
 * - `forbidden`: known, but not allowed. Not a sign-out.
 * - `notFound`: nothing at this path takes these calls; most often a wrong base URL.
 * - `rateLimit`: too many calls.
 * - `server`: the service itself failed.
 */
export type RefusalKind =
  'badRequest' | 'unauthorized' | 'outOfCredits' | 'forbidden' | 'notFound' | 'rateLimit' | 'server';

/**
 * What a whole response is that brings nothing.
 * - `gateway`: a proxy or gateway answered in place of the service: nothing is known of account or credits.
 * - `webPage`: the service, or what stands before it, answered with a web page.
 * - `emptyResponse`, `cutOffResponse`, `notJson`: a success that is no JSON.
 * - `unexpectedStatus`: a status that means nothing as an answer to these calls, such as 304.
 */
export type HttpKind =
  RefusalKind | 'gateway' | 'webPage' | 'emptyResponse' | 'cutOffResponse' | 'notJson' | 'unexpectedStatus';

/** The call was answered, and the response says no or says nothing. */
export class HttpError extends ServiceError {
  /**
   * @param status HTTP status; may be 2xx where only the body says that the call failed.
   * @param serviceMessage the answerer's own sentence, cleaned and cut to length. Untrusted text.
   * @param retryAt epoch milliseconds from which calls are taken again, where the response says so; never in the past
   *   of the response, and at most a day after it.
   */
  constructor(
    readonly kind: HttpKind,
    readonly status: number,
    readonly serviceMessage?: string,
    readonly retryAt?: number,
  ) {
    super(`${kind}, status ${status}`);
  }
}

/** E-mail and password, or the token, aren't accepted. A class of its own, as a new sign-in may follow it. */
export class UnauthorizedError extends HttpError {
  constructor(status: number, serviceMessage?: string) {
    super('unauthorized', status, serviceMessage);
  }
}

/** 401 on a token just issued: signing in again would lead to the same place. */
export class NewTokenRejectedError extends UnauthorizedError {}
