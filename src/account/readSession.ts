import type { TokenRead } from '../mapping/token';
import { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import type { TokenRequest } from '../service/serviceClient';
import { toSessionId, type Session } from './session';

/**
 * Reads the session in a response.
 * @returns `undefined` if the user has to choose the token
 * @throws CallError without a token in the response, or if the service wants a further step
 */
export function readSession(
  {
    baseUrl,
    email,
    lifetimeMs,
  }: Pick<TokenRequest, 'baseUrl' | 'email'> & { readonly lifetimeMs: number },
  { receivedAt }: HttpResponse,
  { token, choices, expiresAt, signInStep }: TokenRead,
): Session | undefined {
  if (token) {
    return {
      id: toSessionId(baseUrl.origin, email),
      baseUrl: baseUrl.href,
      email: email.trim(),
      token: token.value,
      issuedAt: receivedAt,
      expiresAt: Math.floor(expiresAt),
      lifetimeMs,
      selectedAt: 0,
    };
  }
  if (choices.length > 0) {
    return undefined;
  }
  throw signInStep
    ? new CallError('signInStep', { step: signInStep })
    : new CallError('unreadable');
}
