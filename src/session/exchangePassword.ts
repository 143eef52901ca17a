import { CallError } from '../service/errors';
import type { NextStep } from '../mapping/refusals';
import type { TokenRead } from '../mapping/token';
import type { HttpResponse } from '../service/httpResponse';
import { DEFAULT_LIFETIME_MS, type TokenRequest } from '../service/serviceClient';
import { toSession, type Session } from './session';

/** Who signs in where, and for how long. The password isn't kept beyond the call. */
export interface PasswordRequest extends Omit<TokenRequest, 'expiresInMs'> {
  /** Milliseconds that are asked for. */
  readonly lifetimeMs: number;
}

export interface TokenResponse {
  readonly response: HttpResponse;
  readonly extraction: TokenRead;
}

/** A session; or what to ask the user, as the response holds several texts that may be the token. */
export type PasswordExchange =
  { readonly session: Session } | (Pick<TokenRead, 'choices'> & Pick<TokenResponse, 'response'>);

/** E-mail and password are right, and the service wants something more that can't be done here. */
export class SignInIncompleteError extends Error {
  override readonly name = 'SignInIncompleteError';

  constructor(readonly step: NextStep) {
    super(`the service wants a further step: ${step}`);
  }
}

/**
 * Exchanges a password for a session by one call.
 * @param createToken makes the call and reads its response.
 * @throws what `createToken` throws; SignInIncompleteError; CallError if nothing could be a token.
 */
export async function exchangePassword(
  { lifetimeMs, ...account }: PasswordRequest,
  createToken: (request: TokenRequest) => Promise<TokenResponse>,
): Promise<PasswordExchange> {
  const lifetime = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const received = await createToken({ ...account, ...lifetime });
  return toPasswordExchange({ lifetimeMs, ...account }, received);
}

/** The same, out of a response that is here already: once the user has said which text is the token. No call. */
export async function toPasswordExchange(
  { baseUrl, email, lifetimeMs }: Omit<PasswordRequest, 'password'>,
  { response, extraction }: TokenResponse,
): Promise<PasswordExchange> {
  const { token, choices, expiresAt, nextStep } = extraction;
  if (token) {
    const issued = { baseUrl: baseUrl.href, email, token: token.value, receivedAt: response.receivedAt };
    return { session: toSession({ ...issued, lifetimeMs, expiresInMs: expiresAt - response.receivedAt }) };
  }
  if (choices.length > 0) {
    return { choices, response };
  }
  if (nextStep) {
    throw new SignInIncompleteError(nextStep);
  }
  const { describeShape } = await import('../mapping/readResponse.js');
  throw new CallError('noToken', { shape: describeShape(response.json) });
}
