import type { BaseUrl } from './address';
import type { HttpResponse } from './httpResponse';

/** Kind of each failure reason. The messages are in `ui/texts/errorText.ts`. */
const KINDS = {
  hostNotFound: 'offline',
  nothingResponds: 'offline',
  connectionLost: 'offline',
  /** This machine doesn't trust the issuer of the certificate. */
  untrustedCertificate: 'untrusted',
  /** Expired, or for another host. */
  wrongCertificate: 'untrusted',
  /** The service requires a client certificate. TLS 1.3 reports this after the request was sent (RFC 8446, 4.4.2.4). */
  clientCertificate: 'untrusted',
  /** No common TLS version or cipher, or the other side doesn't use TLS. */
  noSecureConnection: 'untrusted',
  /** The environment makes Node accept any certificate. */
  uncheckedCertificates: 'untrusted',
  proxyUnreachable: 'proxy',
  proxyLogin: 'proxy',
  /** Security: not followed, because password or token would go to another place. */
  redirect: 'redirect',
  timeout: 'timeout',

  // Refusals, by status or message.
  badLogin: 'refused',
  /** The service rejects the token. */
  expired: 'refused',
  /** 401 for a token just issued: another sign-in won't help. */
  newTokenRefused: 'refused',
  forbidden: 'refused',
  outOfCredits: 'refused',
  tooManyCalls: 'refused',
  /** 400, 422 and other client errors. */
  invalid: 'refused',
  serviceError: 'refused',
  /** The path is unknown to the server. */
  wrongAddress: 'refused',
  /** A proxy or gateway responded, so the call says nothing about account or credits. */
  gateway: 'refused',

  webPage: 'unreadable',
  cutOff: 'unreadable',
  notJson: 'unreadable',
  notHttp: 'unreadable',
  /** JSON without a recognized token. The user can select it without another call. */
  noToken: 'unreadable',
  noMonitors: 'unreadable',
  /** The token has a character that a header can't hold. */
  unsendableToken: 'unreadable',
  tooLarge: 'tooLarge',
  canceled: 'canceled',
} as const;

export type CallErrorReason = keyof typeof KINDS;
export type CallErrorKind = (typeof KINDS)[CallErrorReason];

/** Details of a failure. Texts are untrusted. */
export interface CallFacts {
  /** Whether the request may have been sent and charged. */
  readonly mayBeSent?: boolean;
  /** HTTP status; may be 2xx if only the body reports the failure. */
  readonly status?: number;
  /** The service's message, cleaned and shortened. */
  readonly serviceMessage?: string | undefined;
  /** Epoch milliseconds at which calls may go on: from the response's time to a day later. */
  readonly retryAt?: number | undefined;
  readonly timeoutMs?: number;
  /** Bytes of the body received, and allowed, after decompression. */
  readonly receivedBytes?: number | undefined;
  readonly limitBytes?: number;
  /** Origin and path of a redirect's target. Security: query and fragment may hold secrets. */
  readonly location?: string;
  /** The base URL of a redirect's target, if it may be used. */
  readonly baseUrl?: BaseUrl | undefined;
  /** The unreadable response, its keys and types, and the user's choices. */
  readonly response?: HttpResponse;
  readonly shape?: string;
  readonly choices?: readonly { readonly path: string; readonly preview: string }[];
}

/** A call that failed: it wasn't made, the response is incomplete, an error or unreadable. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallErrorKind;

  constructor(
    readonly reason: CallErrorReason,
    readonly facts: CallFacts = {},
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.kind = KINDS[reason];
  }
}

/** Returns whether an error is a CallError, with one of these reasons if given. */
export function isCallError(error: unknown, ...reasons: readonly CallErrorReason[]): error is CallError {
  return error instanceof CallError && (reasons.length === 0 || reasons.includes(error.reason));
}
