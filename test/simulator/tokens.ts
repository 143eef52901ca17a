import { randomBytes } from 'node:crypto';
import type { SimulatedAccount } from './account';

interface IssuedToken {
  readonly token: string;
  readonly account: SimulatedAccount;
  /** Epoch milliseconds by the service's clock. */
  readonly expiresAt: number;
}

/** Milliseconds, for requests without `expiresIn`. */
const defaultLifetimeMs = 24 * 60 * 60 * 1000;

/** Issues and checks tokens, and keeps the service's clock. */
export class Tokens {
  private readonly issued = new Map<string, IssuedToken>();
  private clockOffset = 0;

  /** Epoch milliseconds by the service's clock. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  advanceClock(ms: number): void {
    this.clockOffset += ms;
  }

  issue(account: SimulatedAccount, lifetimeMs: number = defaultLifetimeMs): IssuedToken {
    const token = `mst_${randomBytes(24).toString('base64url')}`;
    const entry = { token, account, expiresAt: this.now() + lifetimeMs };
    this.issued.set(token, entry);
    return entry;
  }

  /** The account of a valid token. */
  accountOf(token: string): SimulatedAccount | undefined {
    const entry = this.issued.get(token);
    return entry && this.now() < entry.expiresAt ? entry.account : undefined;
  }

  revokeAll(): void {
    this.issued.clear();
  }
}
