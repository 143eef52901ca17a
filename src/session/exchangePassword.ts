import { CallError } from '../service/errors';
import type { NextStep } from '../mapping/refusals';
import type { TokenRead } from '../mapping/token';
import type { HttpResponse } from '../service/httpResponse';
import { DEFAULT_LIFETIME_MS, type TokenRequest } from '../service/serviceClient';
import { toSession, type Session } from './session';

/** A sign-in request. The password isn't kept after the call. */
export interface PasswordRequest extends Omit<TokenRequest, 'expiresInMs'> {
  /** Requested milliseconds. */
  readonly lifetimeMs: number;
}

export interface TokenResponse {
  readonly response: HttpResponse;
  readonly extraction: TokenRead;
}

/** A session, or texts of the response among which the user must choose the token. */
export type PasswordExchange =
  { readonly session: Session } | (Pick<TokenRead, 'choices'> & Pick<TokenResponse, 'response'>);

/** Thrown if the password is right but the service requires a further step, which this extension doesn't support. */
export class SignInIncompleteError extends Error {
  override readonly name = 'SignInIncompleteError';

  constructor(readonly step: NextStep) {
    super(`the service wants a further step: ${step}`);
  }
}

/**
 * Exchanges a password for a session in one call.
 * @param createToken makes the call and reads its response.
 * @throws errors of `createToken`; SignInIncompleteError; CallError if the response lacks a token.
 */
export async function exchangePassword(
  { lifetimeMs, ...account }: PasswordRequest,
  createToken: (request: TokenRequest) => Promise<TokenResponse>,
): Promise<PasswordExchange> {
  const lifetime = lifetimeMs === DEFAULT_LIFETIME_MS ? {} : { expiresInMs: lifetimeMs };
  const received = await createToken({ ...account, ...lifetime });
  return toPasswordExchange({ lifetimeMs, ...account }, received);
}

/** Reads a session from an existing response after the user chose the token. Makes no call. */
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
