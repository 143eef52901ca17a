import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Parsed JSON, or the text itself where it is no JSON; undefined where the client broke off. */
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
