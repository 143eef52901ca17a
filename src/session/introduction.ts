import { createECDH, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { RelayMark } from './relayMark';
import type { Greeting, RelayMessage } from './relayMessage';
import { readSealingKey, seal, serialiseSealingKey, unseal, type SealingKey } from './seal';

const PURPOSE = 'monitor-explorer relay v1: key';

/**
 * How two windows of one browser come to one key, where each made its own because neither could see the other's
 * in the vault. They agree on a secret by their public keys (ECDH on P-256); the private ones never leave the
 * memory of their windows, so reading all that is ever written down opens nothing. Only windows that know the
 * mark of the browser are believed: people who share a server do not share their sessions.
 */
export class Introduction {
  readonly #mark: RelayMark;
  readonly #agreement = createECDH('prime256v1');
  readonly #publicKey = this.#agreement.generateKeys('base64url');

  constructor(mark: RelayMark) {
    this.#mark = mark;
  }

  greet(keyId: string, now: number): Greeting {
    const greeting = { kind: 'greeting', keyId, publicKey: this.#publicKey, at: now } as const;
    return { ...greeting, proof: this.#prove(greeting).toString('base64url') };
  }

  /** Whether a window of the same browser wrote this greeting, and nobody has changed it. */
  isGenuine(greeting: Greeting): boolean {
    const expected = this.#prove(greeting);
    const proof = Buffer.from(greeting.proof, 'base64url');
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  }

  /** The key, sealed for the window that greeted. `undefined` where its public key is none. */
  handOver(key: SealingKey, to: string): RelayMessage | undefined {
    const secret = this.#agree(to, this.#publicKey, to);
    return (
      secret && {
        kind: 'key',
        to,
        from: this.#publicKey,
        sealed: seal(serialiseSealingKey(key), secret, PURPOSE),
      }
    );
  }

  /** `undefined` where the key is for another window, or is not from one of the same browser; never throws. */
  receive(message: Extract<RelayMessage, { kind: 'key' }>): SealingKey | undefined {
    if (message.to !== this.#publicKey) {
      return undefined;
    }
    const secret = this.#agree(message.from, message.from, this.#publicKey);
    const text = secret && unseal(message.sealed, secret, PURPOSE);
    return text === undefined ? undefined : readSealingKey(text);
  }

  #prove({ keyId, publicKey, at }: Omit<Greeting, 'proof'>): Buffer {
    const text = JSON.stringify(['monitor-explorer relay v1: greeting', keyId, publicKey, at]);
    return createHmac('sha256', this.#mark.get()).update(text).digest();
  }

  #agree(withKey: string, from: string, to: string): Uint8Array | undefined {
    try {
      const secret = this.#agreement.computeSecret(withKey, 'base64url');
      return new Uint8Array(
        hkdfSync('sha256', secret, this.#mark.get(), JSON.stringify([PURPOSE, from, to]), 32),
      );
    } catch {
      return undefined;
    }
  }
}
