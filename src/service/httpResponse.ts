import { tryParseJson } from '../base/json';

export interface ResponseHead {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

export type HttpResponse = Readonly<ReturnType<typeof toHttpResponse>>;

/** @param receivedAt epoch milliseconds at which the body was complete */
export function toHttpResponse(
  url: string,
  { status, headers }: ResponseHead,
  body: Buffer,
  receivedAt: number,
) {
  const contentType = headers.get('content-type') ?? '';
  const text = decodeText(body, contentType);
  return {
    /** The address that was called. */
    url,
    status,
    /** Ignores case. */
    header: (name: string) => headers.get(name) ?? undefined,
    /** Lower case without parameters; may be empty. */
    contentType: contentType.split(';', 1)[0]!.trim().toLowerCase(),
    /** `undefined` if not JSON. */
    json: tryParseJson(text),
    text,
    /** Of the body after decompression. */
    bytes: body.length,
    receivedAt,
  };
}

function decodeText(body: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // The charset is unknown.
    return new TextDecoder().decode(body);
  }
}
