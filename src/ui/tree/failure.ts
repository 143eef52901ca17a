import { t } from '../l10n';
import { toErrorText } from '../texts/errorText';
import { HttpError } from '../../service/errors';
import type { FailureText } from './rowText';

/**
 * What the row of a failure needs to know of it.
 * @param now epoch milliseconds.
 */
export function toFailureText(
  error: unknown,
  { waitsUntil, language, now }: { waitsUntil: number | undefined; language: string; now: number },
): FailureText {
  const { sentence, steps } = toErrorText(t, error, now, language);
  return { sentence, steps: steps.map(({ kind }) => kind), retryAt: toRetryTime(error), waitsUntil };
}

/** Epoch milliseconds from which the service takes calls again, where it said so. */
export function toRetryTime(error: unknown): number | undefined {
  return error instanceof HttpError ? error.retryAt : undefined;
}
