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
