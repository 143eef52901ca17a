import type { BaseUrl } from './address';
import type { HttpResponse } from './httpResponse';
import type { Question } from './mapping/mapping';

/**
 * What can go wrong between a call and what is read from its response, told apart by class and never by message text.
 * Messages are for the log; sentences for people are made in `ui/texts/errorText.ts`.
 */
export abstract class ServiceError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No call was made, or no whole response came back. */
export abstract class TransportError extends ServiceError {}

/** The host's name couldn't be resolved. */
export class HostNotFoundError extends TransportError {}

/** No network, no route to the host, or no connection before the system gave up. */
export class HostUnreachableError extends TransportError {}

/** Nothing listens at the address. */
export class ConnectionRefusedError extends TransportError {}

/** The proxy that VS Code is told to use couldn't be reached, or doesn't speak the proxy protocol. Nothing was sent. */
export class ProxyError extends TransportError {}

/** 407: the proxy wants credentials before it passes anything on. */
export class ProxyAuthenticationError extends ProxyError {
  readonly status = 407;
}

/**
 * Why a TLS connection was refused.
 * - `expired`, `notYetValid`: by this machine's clock.
 * - `wrongName`: the certificate is for other hosts.
 * - `selfSigned`: nobody but the service itself vouches for it.
 * - `unknownAuthority`: it is signed by an authority that isn't trusted here, such as a company's own.
 * - `incompleteChain`: the one that signed it is neither sent along nor known here.
 * - `revoked`: its authority has withdrawn it.
 * - `oldProtocol`: no TLS version that both sides still speak.
 * - `notTls`: what answers doesn't speak TLS; most often plain http.
 * - `clientCertificate`: the service wants a certificate from us.
 * - `other`: see the code of `cause`.
 */
export type TlsProblem =
  | 'expired'
  | 'notYetValid'
  | 'wrongName'
  | 'selfSigned'
  | 'unknownAuthority'
  | 'incompleteChain'
  | 'revoked'
  | 'oldProtocol'
  | 'notTls'
  | 'clientCertificate'
  | 'other';

/** The certificate or the TLS handshake was refused, by us or by the other side. */
export class TlsError extends TransportError {
  /** @param certificateNames hosts that the certificate is for, where its name is wrong. Untrusted text. */
  constructor(
    readonly reason: TlsProblem,
    readonly certificateNames: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** The connection broke before the response was complete. */
export class ConnectionLostError extends TransportError {
  /** @param answered whether the response had begun. */
  constructor(
    readonly answered: boolean,
    options?: ErrorOptions,
  ) {
    super(answered ? 'the connection broke within the response' : 'closed before any response', options);
  }
}

/** What came back isn't HTTP. */
export class NotHttpError extends TransportError {}

/** The headers of the response are larger than Node takes: 16 KiB. */
export class HeadersTooLargeError extends TransportError {}

/** The body isn't compressed in the way that its `Content-Encoding` says, or in one that can't be read. */
export class ContentEncodingError extends TransportError {}

/** The token has a character that can't stand in a header. No call was made. */
export class UnsendableTokenError extends TransportError {}

/** The response wasn't complete in time. */
export class TimeoutError extends TransportError {
  /**
   * @param timeoutMs milliseconds that were waited.
   * @param receivedBytes bytes of the body that had come, after decompression; absent where no response had begun.
   */
  constructor(
    readonly timeoutMs: number,
    readonly receivedBytes?: number,
    options?: ErrorOptions,
  ) {
    super(`not complete within ${timeoutMs} ms (${receivedBytes ?? 'no'} bytes had come)`, options);
  }
}

/** Someone took the call back: a person, a sign-out, another address. */
export class CancelledError extends TransportError {}

/**
 * What a redirect changes.
 * - `httpsOfSameHost`: only the scheme.
 * - `otherBase`: only what comes before the endpoint's path, so that the rest could be the service's new address.
 * - `trailingSlash`: only a slash at the end of the path.
 * - `otherPlace`: more than that; a sign-in page, for instance.
 * - `nowhere`: it names no place, or one that is no URL.
 */
export type RedirectKind = 'httpsOfSameHost' | 'otherBase' | 'trailingSlash' | 'otherPlace' | 'nowhere';

/** The service redirects. Not followed: a redirect would carry password or token to another place. */
export class RedirectError extends TransportError {
  /**
   * @param status HTTP status, 300 to 308.
   * @param location origin and path of the target; without query and fragment, which may hold secrets. Untrusted.
   * @param baseUrl the base URL under which the target is the same endpoint, where there is one that may be used.
   */
  constructor(
    readonly status: number,
    readonly kind: RedirectKind,
    readonly location?: string,
    readonly baseUrl?: BaseUrl,
  ) {
    super(`status ${status}`);
  }
}

/** The body is larger than `limitBytes` bytes after decompression. */
export class ResponseTooLargeError extends TransportError {
  constructor(readonly limitBytes: number) {
    super(`the body is larger than ${limitBytes} bytes`);
  }
}

/** A complete response that isn't JSON; `html` where it is a web page. */
export class NotJsonError extends ServiceError {
  constructor(
    readonly html: boolean,
    readonly serviceMessage?: string,
  ) {
    super(html ? 'the body is a web page, not JSON' : 'the body is not JSON');
  }
}

/** JSON in which what was sought couldn't be found. The person can point at it, at no further call. */
export class UnreadableResponseError extends ServiceError {
  /**
   * @param shape keys and types of the response, never values.
   * @param question what to ask; absent where the response holds nothing that could be it.
   */
  constructor(
    readonly sought: 'token' | 'monitors',
    readonly shape: string,
    readonly response: HttpResponse,
    readonly question?: Question,
  ) {
    super(`no ${sought} found in ${shape}`);
  }
}

/** The call was answered, and the answer is no. */
export abstract class HttpError extends ServiceError {
  /**
   * @param status HTTP status; may be 2xx where only the body says that the call failed.
   * @param serviceMessage the answerer's own sentence, cleaned and cut to length. Untrusted text.
   * @param retryAt epoch milliseconds from which calls are taken again, where the response says so; never in the past
   *   of the response, and at most a day after it.
   */
  constructor(
    readonly status: number,
    readonly serviceMessage?: string,
    readonly retryAt?: number,
  ) {
    super(`answered with status ${status}`);
  }
}

/**
 * A proxy or gateway answered in place of the service: nothing is known of account or credits.
 * RFC 9110, 15.6.3 and 15.6.5 for 502 and 504; otherwise told by a web page or a proxy's headers.
 */
export class GatewayError extends HttpError {}

/** 400, 422 and other client errors without a class of their own. */
export class BadRequestError extends HttpError {}

/** 401: e-mail and password, or the token, aren't accepted. */
export class UnauthorizedError extends HttpError {}

/** 401 on a token just issued: signing in again would lead to the same place. */
export class NewTokenRejectedError extends UnauthorizedError {}

/** 402: the account's credits are used up, or its plan is unpaid. */
export class PaymentRequiredError extends HttpError {}

/** 403: known, but not allowed. Not a sign-out. */
export class ForbiddenError extends HttpError {}

/** 404, 405 and 410: nothing at this path takes these calls; most often a wrong base URL. */
export class NotFoundError extends HttpError {}

/** 429: too many calls. */
export class RateLimitError extends HttpError {}

/** 5xx: the service itself failed. */
export class ServerError extends HttpError {}

/** A status that means nothing as an answer to these calls, such as 304. */
export class UnexpectedStatusError extends HttpError {}
