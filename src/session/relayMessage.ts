/** What a window writes for others to read. Nothing in it says who is signed in to what. */
export type RelayMessage =
  /** A book, sealed with the key of this id. */
  | { readonly kind: 'book'; readonly keyId: string; readonly sealed: string }
  /** "I have the key of this id and met another": asks windows of the same browser for theirs. */
  | Greeting
  /** The answer: a key, sealed for the one window that greeted with `to`. */
  | { readonly kind: 'key'; readonly to: string; readonly from: string; readonly sealed: string };

export interface Greeting {
  readonly kind: 'greeting';
  readonly keyId: string;
  /** The window's public key for the agreement on a secret with it. */
  readonly publicKey: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Shows that the window knows the mark of its browser. */
  readonly proof: string;
}

const VERSION = 1;
const FIELDS = {
  book: ['keyId', 'sealed'],
  greeting: ['keyId', 'publicKey', 'proof'],
  key: ['to', 'from', 'sealed'],
} as const;

export function serialiseRelayMessage(message: RelayMessage): string {
  return JSON.stringify({ version: VERSION, ...message });
}

/** `undefined` where another version wrote it, or it is something else altogether; never throws. */
export function readRelayMessage(text: string): RelayMessage | undefined {
  const value = parse(text);
  if (value?.['version'] !== VERSION) {
    return undefined;
  }
  const { kind } = value;
  if (kind !== 'book' && kind !== 'greeting' && kind !== 'key') {
    return undefined;
  }
  if (!FIELDS[kind].every((field) => typeof value[field] === 'string')) {
    return undefined;
  }
  if (kind === 'greeting' && typeof value['at'] !== 'number') {
    return undefined;
  }
  return value as unknown as RelayMessage;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
