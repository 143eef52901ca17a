/** What a call brought back, before anyone has read a meaning into it. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number;
  /** Looks a header up, whatever the case of its name. */
  readonly header: (name: string) => string | undefined;
  /** Media type in lower case, without parameters; empty where the service sent none. */
  readonly contentType: string;
  /** The body as parsed JSON; `undefined` where it is not JSON. */
  readonly json: unknown;
  /** The body as text, as far as it was read. */
  readonly text: string;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** Epoch milliseconds at which the body was complete. */
  readonly receivedAt: number;
}
