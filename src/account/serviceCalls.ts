import { readOutcome } from '../mapping/readOutcome';
import { CallError, toErrorLine } from '../service/errors';
import { postJson, RESPONSE_LIMITS, type Fetch, type PostLimits } from '../service/http';
import type { HttpResponse } from '../service/httpResponse';
import type { MakeCall, ServiceCall } from '../service/serviceClient';
import type { Budget } from './budget';

/** Bytes of the response to a sign-in. Tokens have a few thousand. */
const TOKEN_MAX_BYTES = 1_000_000;

export interface ServiceCallParts {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly log: Record<'info' | 'warn', (message: string) => void>;
  readonly budget: Pick<Budget, 'run'>;
  /** Default: a minute, and 10 MB after decompression. */
  readonly limits?: PostLimits | undefined;
}

/** Sends calls, sign-ins among them, through the budget, which enforces the daily limit. */
export function createMakeCall(parts: ServiceCallParts): MakeCall {
  return async (call, signal) => {
    // Node reads the environment for each connection.
    if (call.url.startsWith('https:') && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new CallError('certificate', { mayBeSent: false, isUnchecked: true });
    }
    return parts.budget.run(call.purpose, signal, () => post(parts, call, signal));
  };
}

async function post(
  { fetch, now, log, limits = RESPONSE_LIMITS }: ServiceCallParts,
  { purpose, secret, ...request }: ServiceCall,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const isToken = purpose.kind === 'token';
  const maxBytes = isToken ? Math.min(TOKEN_MAX_BYTES, limits.maxBytes) : limits.maxBytes;
  const startedAt = now();
  const page = purpose.pageIndex === undefined ? '' : ` page ${purpose.pageIndex}`;
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
  // Security: headers and bodies may hold a password or token, so they aren't logged.
  const toLine = (end: string): string => `POST ${path}${page} ${end} ${now() - startedAt} ms`;
  let response: HttpResponse;
  try {
    response = await postJson({ fetch, now }, request, { ...limits, maxBytes }, signal);
  } catch (error) {
    log.warn(toLine(toErrorLine(error)));
    throw error;
  }
  log.info(`${toLine(String(response.status))} ${response.bytes} B`);
  const succeeded = response.status >= 200 && response.status < 300;
  const outcome = succeeded ? 'page' : readOutcome(response, purpose.kind, secret);
  if (outcome instanceof CallError) {
    throw outcome;
  }
  return response;
}
