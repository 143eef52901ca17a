import { randomBytes } from 'node:crypto';
import type { SimulatedAccount } from './account';

/** An access token that the service has handed out. */
export interface IssuedToken {
  readonly token: string;
  readonly account: SimulatedAccount;
  /** Epoch milliseconds by the service's clock. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The lifetime of a token for which no `expiresIn` was asked, in milliseconds. */
const defaultLifetimeMs = 24 * 60 * 60 * 1000;

/** Hands out tokens, knows them again, and keeps the service's clock, which may run ahead. */
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

  /** @param lifetimeMs how long the token is accepted. */
  issue(account: SimulatedAccount, lifetimeMs: number = defaultLifetimeMs): IssuedToken {
    const issuedAt = this.now();
    const token = `mst_${randomBytes(24).toString('base64url')}`;
    const entry = { token, account, issuedAt, expiresAt: issuedAt + lifetimeMs };
    this.issued.set(token, entry);
    return entry;
  }

  /** The account of a token that was issued here and is neither expired nor revoked. */
  accountOf(token: string): SimulatedAccount | undefined {
    const entry = this.issued.get(token);
    return entry && this.now() < entry.expiresAt ? entry.account : undefined;
  }

  revokeAll(): void {
    this.issued.clear();
  }
}
