import { t } from '../l10n';
import { toErrorText, type NextStep } from '../texts/errorText';
import { HttpError, UnauthorizedError } from '../../service/errors';
import { SessionExpiredError } from '../../session/session';
import type { FailureText } from './rowText';

interface FailureContext {
  readonly waitsUntil: number | undefined;
  /** Whether a session is active now: a failure for the lack of one then takes a retry, and no further sign-in. */
  readonly signedIn: boolean;
  readonly language: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the row of a failure needs to know of it. */
export function toFailureText(
  error: unknown,
  { waitsUntil, signedIn, language, now }: FailureContext,
): FailureText {
  const { sentence } = toErrorText(t, error, now, language);
  const steps = toFailureSteps(error, { signedIn, now });
  return { sentence, steps: steps.map(({ kind }) => kind), retryAt: toRetryTime(error), waitsUntil };
}

/** What can be done about a failure in the list, best first. */
export function toFailureSteps(
  error: unknown,
  { signedIn, now }: Pick<FailureContext, 'signedIn' | 'now'>,
): readonly NextStep[] {
  const lackedSession = error instanceof UnauthorizedError || error instanceof SessionExpiredError;
  return signedIn && lackedSession
    ? [{ kind: 'retry' }, { kind: 'showLog' }]
    : toErrorText(t, error, now).steps;
}

/** Epoch milliseconds from which the service takes calls again, where it said so. */
export function toRetryTime(error: unknown): number | undefined {
  return error instanceof HttpError ? error.retryAt : undefined;
}
