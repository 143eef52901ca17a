import type { Answer } from './answer';
import type { Question } from './reading/reading';

/**
 * What can go wrong between a call and its reading, told apart by class and never by message text.
 * Messages are for the log; sentences for people are made in `ui/`.
 */
export abstract class ServiceFailure extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No call was made, or the network ended it before a whole answer was there. */
export abstract class TransportFailure extends ServiceFailure {}

/** The host's name could not be resolved. */
export class HostNotFoundFailure extends TransportFailure {}

/** Nothing listens at the address. */
export class ConnectionRefusedFailure extends TransportFailure {}

/** The certificate or the TLS handshake was not acceptable. `cause` has the code. */
export class TlsFailure extends TransportFailure {}

/** The connection broke before the answer was complete. */
export class ConnectionLostFailure extends TransportFailure {}

/** No complete answer in time. */
export class TimeoutFailure extends TransportFailure {
  /** @param timeoutMs milliseconds that were waited; absent where the system itself gave up on connecting. */
  constructor(
    readonly timeoutMs?: number,
    options?: ErrorOptions,
  ) {
    super(timeoutMs === undefined ? 'no connection in time' : `no answer within ${timeoutMs} ms`, options);
  }
}

/** Someone took the call back: a person, a sign-out, another address. */
export class CancelledFailure extends TransportFailure {}

/** The service redirects. Not followed: a redirect would carry password or token to another place. */
export class RedirectFailure extends TransportFailure {}

/** The body is larger than `limitBytes` bytes after decompression. */
export class TooLargeFailure extends TransportFailure {
  constructor(
    readonly limitBytes: number,
    options?: ErrorOptions,
  ) {
    super(`the body is larger than ${limitBytes} bytes`, options);
  }
}

/** A complete answer that is not JSON; `html` where it is a web page. */
export class NotJsonFailure extends ServiceFailure {
  constructor(
    readonly html: boolean,
    readonly serviceMessage?: string,
  ) {
    super(html ? 'the body is a web page, not JSON' : 'the body is not JSON');
  }
}

/** JSON whose meaning could not be told. The person can point at what was sought, at no further call. */
export class UnreadableFailure extends ServiceFailure {
  /**
   * @param shape keys and types of the answer, never values.
   * @param question what to ask; absent where the answer holds nothing that could be it.
   */
  constructor(
    readonly sought: 'token' | 'monitors',
    readonly shape: string,
    readonly answer: Answer,
    readonly question?: Question,
  ) {
    super(`no ${sought} found in ${shape}`);
  }
}

/** The service answered, and the answer is no. */
export class RefusalFailure extends ServiceFailure {
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
export class BadRequestFailure extends RefusalFailure {}

/** 401: e-mail and password, or the token, are not accepted. */
export class UnauthorizedFailure extends RefusalFailure {}

/** 401 on a token just issued: signing in again would lead to the same place. */
export class FreshTokenRefusedFailure extends UnauthorizedFailure {}

/** 402: the account's credits are used up, or its plan is unpaid. */
export class PaymentRequiredFailure extends RefusalFailure {}

/** 403: known, but not allowed. Not a sign-out. */
export class ForbiddenFailure extends RefusalFailure {}

/** 404 and 410: nothing at this path; most often a wrong base URL. */
export class NotFoundFailure extends RefusalFailure {}

/** 429: too many calls. */
export class RateLimitedFailure extends RefusalFailure {
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
export class ServerFailure extends RefusalFailure {}
