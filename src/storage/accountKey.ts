/** An account at one address; other addresses never show its rows. */
export interface AccountKey {
  /** The session id. */
  readonly account: string;
  /** The base URL. */
  readonly address: string;
}
