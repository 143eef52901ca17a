import type { HttpResponse } from './httpResponse';
import type { Question } from './mapping/extraction';

/**
 * What can go wrong between a call and its reading, told apart by class and never by message text.
 * Messages are for the log; sentences for people are made in `ui/`.
 */
export abstract class ServiceError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No call was made, or the network ended it before a whole answer was there. */
export abstract class TransportError extends ServiceError {}

/** The host's name could not be resolved. */
export class HostNotFoundError extends TransportError {}

/** Nothing listens at the address. */
export class ConnectionRefusedError extends TransportError {}

/** The certificate or the TLS handshake was not acceptable. `cause` has the code. */
export class TlsError extends TransportError {}

/** The connection broke before the answer was complete. */
export class ConnectionLostError extends TransportError {}

/** No complete answer in time. */
export class TimeoutError extends TransportError {
  /** @param timeoutMs milliseconds that were waited; absent where the system itself gave up on connecting. */
  constructor(
    readonly timeoutMs?: number,
    options?: ErrorOptions,
  ) {
    super(timeoutMs === undefined ? 'no connection in time' : `no answer within ${timeoutMs} ms`, options);
  }
}

/** Someone took the call back: a person, a sign-out, another address. */
export class CancelledError extends TransportError {}

/** The service redirects. Not followed: a redirect would carry password or token to another place. */
export class RedirectError extends TransportError {}

/** The body is larger than `limitBytes` bytes after decompression. */
export class ResponseTooLargeError extends TransportError {
  constructor(
    readonly limitBytes: number,
    options?: ErrorOptions,
  ) {
    super(`the body is larger than ${limitBytes} bytes`, options);
  }
}

/** A complete answer that is not JSON; `html` where it is a web page. */
export class NotJsonError extends ServiceError {
  constructor(
    readonly html: boolean,
    readonly serviceMessage?: string,
  ) {
    super(html ? 'the body is a web page, not JSON' : 'the body is not JSON');
  }
}

/** JSON whose meaning could not be told. The person can point at what was sought, at no further call. */
export class UnreadableResponseError extends ServiceError {
  /**
   * @param shape keys and types of the answer, never values.
   * @param question what to ask; absent where the answer holds nothing that could be it.
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

/** The service answered, and the answer is no. */
export class HttpError extends ServiceError {
  /**
   * @param status HTTP status; may be 2xx where only the body says that the call failed.
   * @param serviceMessage the service's own sentence, cleaned and cut to length. Untrusted text.
   */
  constructor(
    readonly status: number,
    readonly serviceMessage?: string,
  ) {
    super(`the service answered ${status}`);
  }
}

/** 400, 422 and other client errors without a class of their own. */
export class BadRequestError extends HttpError {}

/** 401: e-mail and password, or the token, are not accepted. */
export class UnauthorizedError extends HttpError {}

/** 401 on a token just issued: signing in again would lead to the same place. */
export class NewTokenRejectedError extends UnauthorizedError {}

/** 402: the account's credits are used up, or its plan is unpaid. */
export class PaymentRequiredError extends HttpError {}

/** 403: known, but not allowed. Not a sign-out. */
export class ForbiddenError extends HttpError {}

/** 404 and 410: nothing at this path; most often a wrong base URL. */
export class NotFoundError extends HttpError {}

/** 429: too many calls. */
export class RateLimitError extends HttpError {
  /** @param retryAt epoch milliseconds from which the service takes calls again, where it says so. */
  constructor(
    status: number,
    serviceMessage?: string,
    readonly retryAt?: number,
  ) {
    super(status, serviceMessage);
  }
}

/** 5xx: the service itself failed. */
export class ServerError extends HttpError {}
