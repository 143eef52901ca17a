import { readOutcome } from '../mapping/readOutcome';
import { CallError, toErrorLine } from '../service/errors';
import { postJson, RESPONSE_LIMITS } from '../service/http';
import type { MakeCall } from '../service/serviceClient';
import type { AppOptions } from './appOptions';
import type { Budget } from './budget';

/** Sends calls, sign-ins among them, through the budget, which enforces the daily limit. */
export function createMakeCall(
  options: Pick<AppOptions, 'fetch' | 'now' | 'log' | 'limits'>,
  budget: Pick<Budget, 'run'>,
): MakeCall {
  const { now, log, limits = RESPONSE_LIMITS } = options;
  return async ({ purpose, secret, ...request }, signal) => {
    // Node reads the environment for each connection.
    if (request.url.startsWith('https:') && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new CallError('certificate', { mayBeSent: false, isUnchecked: true });
    }
    const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
    const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
    return budget.run(purpose, signal, async () => {
      const startedAt = now();
      // Security: headers and bodies may hold a password or token, so they aren't logged.
      const toLine = (end: string) => `POST ${path}${page} ${end} ${now() - startedAt} ms`;
      const response = await postJson(options, request, limits, signal).catch((error: unknown) => {
        log.warn(toLine(toErrorLine(error)));
        throw error;
      });
      const { status, bytes } = response;
      log.info(`${toLine(String(status))} ${bytes} B`);
      const isRefused = status < 200 || status >= 300;
      const outcome = isRefused && readOutcome(response, purpose.kind, secret);
      if (outcome instanceof CallError) {
        throw outcome;
      }
      return response;
    });
  };
}
