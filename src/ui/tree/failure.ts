import { t } from '../l10n';
import { toErrorText, type ErrorText } from '../texts/errorText';
import { HttpError, UnauthorizedError } from '../../service/errors';
import { SessionExpiredError } from '../../session/session';
import type { FailureText } from './rowText';

interface FailureContext {
  /** Whether a session is active now: a failure for the lack of one then takes a retry, and no further sign-in. */
  readonly signedIn: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the row of a failure needs to know of it. */
export function toFailureText(
  error: unknown,
  { waitsUntil, ...context }: FailureContext & { readonly waitsUntil: number | undefined },
): FailureText {
  const { sentence, steps } = toListErrorText(error, context);
  return { sentence, steps, retryAt: toRetryTime(error), waitsUntil };
}

/** What failed in the list, and what can be done about it, best first. */
export function toListErrorText(error: unknown, { signedIn, now }: FailureContext): ErrorText {
  const text = toErrorText(t, error, now);
  const lackedSession = error instanceof UnauthorizedError || error instanceof SessionExpiredError;
  return signedIn && lackedSession ? { ...text, steps: [{ kind: 'retry' }, { kind: 'showLog' }] } : text;
}

/** Epoch milliseconds from which the service takes calls again, where it said so. */
export function toRetryTime(error: unknown): number | undefined {
  return error instanceof HttpError ? error.retryAt : undefined;
}
