import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A random key of 256 bits. */
export interface SealingKey {
  /** Tells keys apart and says nothing of their bytes. 16 hexadecimal digits. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export function makeSealingKey(): SealingKey {
  return withId(randomBytes(KEY_BYTES));
}

/** The key as text. For SecretStorage, or sealed, and for nowhere else. */
export function serialiseSealingKey({ bytes }: SealingKey): string {
  return Buffer.from(bytes).toString('base64url');
}

/** `undefined` where the text is no key. */
export function readSealingKey(text: string): SealingKey | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === KEY_BYTES ? withId(bytes) : undefined;
}

/**
 * AES-256-GCM with a random nonce: nobody without the key can read the text, or change it unnoticed.
 * @param purpose what the text is, with its version; it opens for the same purpose alone.
 */
export function seal(text: string, key: Uint8Array, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
}

/** `undefined` where it was sealed with another key or for another purpose, or is damaged; never throws. */
export function unseal(sealed: string, key: Uint8Array, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function withId(bytes: Uint8Array): SealingKey {
  return { id: createHash('sha256').update('relay key').update(bytes).digest('hex').slice(0, 16), bytes };
}
