import type { BaseUrl } from './address';
import type { HttpResponse } from './httpResponse';

/** Each reason for which a call brought nothing, with its kind. What users read is in `ui/texts/errorText.ts`. */
const KINDS = {
  hostNotFound: 'offline',
  nothingResponds: 'offline',
  connectionLost: 'offline',
  /** Nobody whom this machine trusts vouches for the certificate. */
  untrustedCertificate: 'untrusted',
  /** The certificate has expired, or is for another host. */
  wrongCertificate: 'untrusted',
  /** The service wants a certificate from us. In TLS 1.3 it says so once the request is on its way (RFC 8446, 4.4.2.4). */
  clientCertificate: 'untrusted',
  /** No TLS version or cipher in common, or what responds doesn't speak TLS. */
  noSecureConnection: 'untrusted',
  /** The environment tells Node to take any certificate. */
  uncheckedCertificates: 'untrusted',
  proxyUnreachable: 'proxy',
  proxyLogin: 'proxy',
  /** None is followed: it would carry password or token to another place. */
  redirect: 'redirect',
  timeout: 'timeout',

  // What a refusal means, by its status or its words.
  badLogin: 'refused',
  /** The token isn't accepted. */
  expired: 'refused',
  /** 401 on a token just issued: another sign-in would lead to the same place. */
  newTokenRefused: 'refused',
  forbidden: 'refused',
  outOfCredits: 'refused',
  tooManyCalls: 'refused',
  /** 400, 422 and other client errors without a reason of their own. */
  invalid: 'refused',
  serviceError: 'refused',
  /** Nothing at this path takes these calls. */
  wrongAddress: 'refused',
  /** A proxy or gateway answered in place of the service: nothing is known of account or credits. */
  gateway: 'refused',

  webPage: 'unreadable',
  cutOff: 'unreadable',
  notJson: 'unreadable',
  notHttp: 'unreadable',
  /** JSON in which none was found. The user can point at it, at no further call. */
  noToken: 'unreadable',
  noMonitors: 'unreadable',
  /** The token has a character that can't be in a header. */
  unsendableToken: 'unreadable',
  tooLarge: 'tooLarge',
  canceled: 'canceled',
} as const;

export type CallErrorReason = keyof typeof KINDS;
export type CallErrorKind = (typeof KINDS)[CallErrorReason];

/** What is known of a failure besides its reason. Texts are untrusted. */
export interface CallFacts {
  /** Whether the request may have gone out, and so cost a call. */
  readonly mayBeSent?: boolean;
  /** HTTP status; may be 2xx if only the body says that the call failed. */
  readonly status?: number;
  /** The answerer's own sentence, cleaned and cut to length. */
  readonly serviceMessage?: string | undefined;
  /** Epoch milliseconds from which calls are taken again: never before the response, and at most a day after it. */
  readonly retryAt?: number | undefined;
  /** Milliseconds that were waited. */
  readonly timeoutMs?: number;
  /** Bytes of the body that had come, and that it may have, after decompression. */
  readonly receivedBytes?: number | undefined;
  readonly limitBytes?: number;
  /** Origin and path of a redirect's target; without query and fragment, which may hold secrets. */
  readonly location?: string;
  /** The base URL under which the target of a redirect is the same endpoint, if it may be used. */
  readonly baseUrl?: BaseUrl | undefined;
  /** What couldn't be understood, its keys and types, and what the user can choose from. */
  readonly response?: HttpResponse;
  readonly shape?: string;
  readonly choices?: readonly { readonly path: string; readonly preview: string }[];
}

/** A call brought nothing: it wasn't made, or no whole response came, or the response says no or can't be read. */
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

/** Whether an error is one of a call, for one of these reasons if there are any. */
export function isCallError(error: unknown, ...reasons: readonly CallErrorReason[]): error is CallError {
  return error instanceof CallError && (reasons.length === 0 || reasons.includes(error.reason));
}
