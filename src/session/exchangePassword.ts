import { CallError } from '../service/errors';
import type { NextStep } from '../mapping/nextStep';
import type { TokenRead } from '../mapping/token';
import type { HttpResponse } from '../service/httpResponse';
import { DEFAULT_LIFETIME_MS, type TokenRequest } from '../service/serviceClient';
import { toSession, type Session } from './session';

/** A sign-in request. Security: the password isn't kept. */
export interface PasswordRequest extends Omit<TokenRequest, 'expiresInMs'> {
  /** Requested milliseconds. */
  readonly lifetimeMs: number;
}

export interface TokenResponse {
  readonly response: HttpResponse;
  readonly extraction: TokenRead;
}

/** A session, or possible tokens for the user to choose from. */
export type PasswordExchange =
  { readonly session: Session } | (Pick<TokenRead, 'choices'> & Pick<TokenResponse, 'response'>);

/** The password is right, but the service wants a further, unsupported step. */
export class SignInIncompleteError extends Error {
  override readonly name = 'SignInIncompleteError';

  constructor(readonly step: NextStep) {
    super(`the service wants a further step: ${step}`);
  }
}

/**
 * Exchanges a password for a session in one call.
 * @throws errors of `createToken`; SignInIncompleteError; CallError without a token in the response.
 */
export async function exchangePassword(
  { lifetimeMs, ...account }: PasswordRequest,
  createToken: (request: TokenRequest) => Promise<TokenResponse>,
): Promise<PasswordExchange> {
  const lifetime = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const received = await createToken({ ...account, ...lifetime });
  return toPasswordExchange({ lifetimeMs, ...account }, received);
}

/** Reads a session after the user chose the token. Makes no call. */
export function toPasswordExchange(
  { baseUrl, email, lifetimeMs }: Omit<PasswordRequest, 'password'>,
  { response, extraction }: TokenResponse,
): PasswordExchange {
  const { token, choices, expiresAt, nextStep } = extraction;
  if (token) {
    const issued = { baseUrl: baseUrl.href, email, token: token.value, receivedAt: response.receivedAt };
    return { session: toSession({ ...issued, lifetimeMs, expiresInMs: expiresAt - response.receivedAt }) };
  }
  if (choices.length > 0) {
    return { choices, response };
  }
  throw nextStep ? new SignInIncompleteError(nextStep) : new CallError('noToken');
}
