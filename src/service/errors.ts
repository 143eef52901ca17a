import { toPlainText } from '../base/text';

/** The password is right, but the service wants a further step. */
export type SignInStep = 'secondFactor' | 'captcha' | 'passwordChange';

/** Each has a sentence and next steps in `ui/texts/errorText.ts`. */
export type CallErrorReason =
  | 'canceled'
  /** No host, no response, or a response that was cut off. */
  | 'noConnection'
  | 'timeout'
  | 'proxy'
  | 'certificate'
  /** It was over before the call, or the service says so. */
  | 'sessionEnded'
  | 'badLogin'
  | 'signInStep'
  /** Another sign-in won't help. */
  | 'newTokenRefused'
  | 'forbidden'
  | 'outOfCredits'
  | 'tooManyCalls'
  | 'invalid'
  | 'serviceError'
  /** A web page, a text, a redirect, or an address that doesn't take these calls. */
  | 'notTheService'
  | 'tooLarge'
  /** No token or list was found. The user can select one without another call. */
  | 'unreadable'
  /** A refresh of rows brought an empty list. */
  | 'listIsEmpty';

/** Texts are untrusted. */
export interface CallFacts {
  /** Whether the call may be charged. */
  readonly mayBeSent?: boolean;
  /** HTTP status; may be 2xx if the body reports the failure. */
  readonly status?: number;
  /** The address that was called. */
  readonly url?: string;
  /** Cleaned and shortened. */
  readonly serviceMessage?: string | undefined;
  /** Epoch milliseconds when calls may go on; at most a day after the response. */
  readonly retryAt?: number | undefined;
  readonly timeoutMs?: number;
  /** Bytes of the body after decompression. */
  readonly receivedBytes?: number | undefined;
  readonly limitBytes?: number;
  /** The target of a redirect. Masked, and without query and fragment, which may hold secrets. */
  readonly location?: string;
  /** The new address after a redirect, if the service has moved. */
  readonly newAddress?: string | undefined;
  /** Of an unreadable response. */
  readonly shape?: string;
  readonly step?: SignInStep;
  /** Node checks no certificate, because of the environment. */
  readonly isUnchecked?: boolean;
  readonly choices?: readonly { readonly path: string; readonly preview: string }[];
}

/** A call that wasn't made, failed or brought an unreadable response. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    readonly reason: CallErrorReason,
    readonly facts: CallFacts = {},
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

export function isCallError(
  error: unknown,
  ...reasons: readonly CallErrorReason[]
): error is CallError {
  return error instanceof CallError && (reasons.length === 0 || reasons.includes(error.reason));
}

export function toErrorLine(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown error';
  }
  if (!(error instanceof CallError)) {
    return joined(error.name, codeOf(error) || codeOf(error.cause));
  }
  const { status, timeoutMs, receivedBytes, location, shape } = error.facts;
  return joined(
    error.reason,
    status && String(status),
    location && `to ${toPlainText(location, 200)}`,
    shape && `in ${shape}`,
    timeoutMs !== undefined && `after ${timeoutMs} ms (${receivedBytes ?? 0} bytes had come)`,
    // The cause would only repeat the abort.
    error.reason !== 'canceled' && timeoutMs === undefined && toCause(error.cause),
  );
}

function joined(...parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter((part) => part).join(' ');
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? toPlainText(code, 100) : '';
}

/** Adds words if the code says little: OpenSSL's explanation is only in the message. */
function toCause(cause: unknown): string {
  const code = codeOf(cause);
  if (!(cause instanceof Error) || !['', 'EPROTO', 'UNSPECIFIED'].includes(code)) {
    return code;
  }
  const [words = ''] = cause.message.slice(0, 2_000).split('failed, reason: ').slice(-1);
  // OpenSSL: "write EPROTO 80…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/….c:350:".
  const ofOpenSsl = /:SSL routines:[^:]*:([^:]+):/.exec(words)?.[1];
  // Security: text before an @ may be a proxy's password.
  const shown = toPlainText(ofOpenSsl ?? words, 300).split(' ');
  return joined(code, `(${shown.map((word) => word.slice(word.lastIndexOf('@') + 1)).join(' ')})`);
}
