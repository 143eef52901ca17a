import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Returns parsed JSON, or the text if it isn't JSON; undefined if the client hung up. */
export async function readBody(request: IncomingMessage): Promise<{ readonly value: unknown } | undefined> {
  try {
    const received = await text(request);
    try {
      return { value: JSON.parse(received) as unknown };
    } catch {
      return { value: received };
    }
  } catch {
    return undefined;
  }
}
