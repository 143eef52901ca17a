import { readOutcome } from '../mapping/readOutcome';
import { CallError, toErrorLine } from '../service/errors';
import { postJson, RESPONSE_LIMITS } from '../service/http';
import type { MakeCall, ServiceCall } from '../service/serviceClient';
import type { AppOptions } from './appOptions';
import type { Budget } from './budget';

type ServiceCallOptions = Pick<AppOptions, 'fetch' | 'now' | 'log' | 'limits'>;

/** Sends calls, sign-ins among them, through the budget, which enforces the daily limit. */
export function createMakeCall(options: ServiceCallOptions, budget: Pick<Budget, 'run'>): MakeCall {
  return async (call, signal) => {
    // Node reads the environment for each connection.
    if (call.url.startsWith('https:') && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new CallError('certificate', { mayBeSent: false, isUnchecked: true });
    }
    return budget.run(call.purpose, signal, () => post(options, call, signal));
  };
}

async function post(
  options: ServiceCallOptions,
  { purpose, secret, ...request }: ServiceCall,
  signal: AbortSignal,
) {
  const { now, log, limits = RESPONSE_LIMITS } = options;
  const startedAt = now();
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
  // Security: headers and bodies may hold a password or token, so they aren't logged.
  const toLine = (end: string): string => `POST ${path}${page} ${end} ${now() - startedAt} ms`;
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
}
