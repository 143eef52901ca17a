/**
 * A token and all that must be known to use it rightly.
 * The token is sent to `origin` and nowhere else.
 */
export interface Session {
  /** Stable for one account: made from origin and e-mail. */
  readonly id: string;
  readonly origin: string;
  /** The base URL at which the person signed in. */
  readonly baseUrl: string;
  readonly email: string;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  /** Epoch milliseconds; from the answer where it says so, else from the lifetime asked for. */
  readonly expiresAt: number;
  /** Milliseconds that were asked for; kept so that the next sign-in asks for the same. */
  readonly lifetimeMs: number;
}
