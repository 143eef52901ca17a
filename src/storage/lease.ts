import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureFolder, listFolder, removeFile, toFileKey } from './files';
import { isLive, makeClaim, readTerm } from './leaseClaim';

export interface LeaseOptions {
  /** A folder for leases alone. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Something that one window of all holds for a while. */
export interface Lease {
  /** Gives it back. Never rejects; may be called twice. */
  release(): Promise<void>;
}

export interface WaitOptions {
  /** Milliseconds to wait at the most. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface Claim {
  readonly generation: number;
  readonly fileName: string;
  readonly live: boolean;
}

const POLL_MS = 50;

/**
 * Leases on names, agreed upon by all windows that share a folder, by files alone.
 *
 * A claim is a file `<name>.<generation>.lease`, made with `wx`, so one window makes it. A lease that has run
 * out is taken over by making the next generation, never by deleting and making the same file again: between
 * these two a third window could lose what it has just won. Who made a claim looks again, and gives way if any
 * other is live; two windows may both give way, never both win.
 *
 * A lease ends by itself after its time, so a window that dies blocks nobody for longer. A window that sleeps
 * past the end of its lease does not know that it lost it; here this costs one call more at the most.
 *
 * Own code rather than a library: those that do this hook into the exit of the process (signal-exit), which
 * in the extension host belongs to all extensions.
 */
export class Leases {
  readonly #options: LeaseOptions;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /**
   * @param ttlMs milliseconds after which the lease ends unless it was released
   * @returns `undefined` where another window, or another part of this one, holds it
   * @throws the file system's error where the folder cannot be used
   */
  async tryAcquire(name: string, ttlMs: number): Promise<Lease | undefined> {
    await ensureFolder(this.#options.folder);
    const others = await this.#claims(name);
    if (others.some((claim) => claim.live)) {
      return undefined;
    }
    const generation = Math.max(0, ...others.map((claim) => claim.generation)) + 1;
    const mine = this.#fileName(name, generation);
    const owner = randomUUID();
    const term = { owner, expiresAt: this.#options.now() + ttlMs, ttlMs };
    if (!(await makeClaim(this.#path(mine), term))) {
      return undefined;
    }
    const rivals = (await this.#claims(name)).filter(({ fileName }) => fileName !== mine);
    if (rivals.some((claim) => claim.live || claim.generation > generation)) {
      await this.#remove(mine);
      return undefined;
    }
    await Promise.all(rivals.map(({ fileName }) => this.#remove(fileName)));
    return { release: () => this.#release(mine, owner) };
  }

  /** Waits for a lease. `undefined` where it could not be had in time. @throws the signal's reason */
  async acquire(name: string, ttlMs: number, wait: WaitOptions): Promise<Lease | undefined> {
    const until = performance.now() + wait.timeoutMs;
    for (;;) {
      wait.signal?.throwIfAborted();
      const lease = await this.tryAcquire(name, ttlMs);
      if (lease || performance.now() >= until) {
        return lease;
      }
      // Two that gave way to each other must not meet again at the same moment.
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  /** Runs `work` while holding the lease, and says whether it did. @throws whatever `work` rejects with */
  async withLease<T>(
    name: string,
    ttlMs: number,
    work: () => Promise<T>,
  ): Promise<{ readonly held: true; readonly value: T } | { readonly held: false }> {
    const lease = await this.tryAcquire(name, ttlMs);
    if (!lease) {
      return { held: false };
    }
    try {
      return { held: true, value: await work() };
    } finally {
      await lease.release();
    }
  }

  /** Waits until nobody holds the lease; `false` where someone still does. @throws the signal's reason */
  async whenFree(name: string, wait: WaitOptions): Promise<boolean> {
    const until = performance.now() + wait.timeoutMs;
    for (;;) {
      wait.signal?.throwIfAborted();
      const held = (await this.#claims(name)).some((claim) => claim.live);
      if (!held || performance.now() >= until) {
        return !held;
      }
      await delay(POLL_MS);
    }
  }

  /** Removes what windows that died have left. */
  async sweep(): Promise<void> {
    for (const fileName of await listFolder(this.#options.folder)) {
      if (!fileName.endsWith('.lease') || (await isLive(this.#path(fileName), this.#options.now()))) {
        continue;
      }
      await this.#remove(fileName);
    }
  }

  #fileName(name: string, generation: number): string {
    return `${toFileKey(name)}.${generation}.lease`;
  }

  #path(fileName: string): string {
    return join(this.#options.folder, fileName);
  }

  async #claims(name: string): Promise<Claim[]> {
    const pattern = new RegExp(`^${toFileKey(name)}\\.(\\d{1,15})\\.lease$`);
    const claims: Claim[] = [];
    for (const fileName of await listFolder(this.#options.folder)) {
      const generation = Number(pattern.exec(fileName)?.[1]);
      if (Number.isNaN(generation)) {
        continue;
      }
      claims.push({ generation, fileName, live: await isLive(this.#path(fileName), this.#options.now()) });
    }
    return claims;
  }

  /** Its name may be another's by now, if it ran out. */
  async #release(fileName: string, owner: string): Promise<void> {
    const term = await readTerm(this.#path(fileName)).catch(() => undefined);
    if (term?.owner === owner) {
      await this.#remove(fileName);
    }
  }

  async #remove(fileName: string): Promise<void> {
    // A file that stays all the same ends by its time.
    await removeFile(this.#path(fileName)).catch(() => undefined);
  }
}
