/** A response. It has its own file, because errors need it too. */
export interface HttpResponse {
  readonly status: number;
  /** Ignores case. */
  readonly header: (name: string) => string | undefined;
  /** Lower case without parameters; may be empty. */
  readonly contentType: string;
  /** `undefined` if not JSON. */
  readonly json: unknown;
  readonly text: string;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** Epoch milliseconds at which the body was complete. */
  readonly receivedAt: number;
}

/** Headers with the credits left, best first. A rate limit isn't a balance. */
const CREDIT_HEADERS = ['X-Credits-Remaining', 'X-Credits-Left', 'X-Credit-Balance', 'X-Credits'];

export function readCreditsLeft(header: HttpResponse['header']): number | undefined {
  const amounts = CREDIT_HEADERS.map((name) => header(name)?.trim() ?? '');
  const amount = amounts.find((text) => /^\d{1,15}(?:\.\d{1,6})?$/.test(text));
  return amount === undefined ? undefined : Number(amount);
}
