import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/event';
import { inFolder, isMissing, listFolder, modifiedAt, PRIVATE_FILE, removeFile, toFileKey } from './files';

export interface LeaseOptions {
  /** A folder for leases alone, shared by all windows. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Held by one window of all. */
export interface Lease {
  /** Whether it is still held: a window that was suspended for longer than five seconds has lost its leases. */
  isHeld(): boolean;
  /** Never rejects; may be called twice. */
  release(): Promise<void>;
}

export interface AcquireOptions {
  /** Milliseconds to wait at most. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Asked while another window holds the lease. */
  readonly isNeeded?: () => Promise<boolean>;
}

/** A lease that hasn't been renewed for so long has lost its holder. */
const EXPIRES_AFTER_MS = 5_000;
const RENEW_EVERY_MS = 1_000;
const POLL_MS = 50;
const CLAIM_FILE = /\.lease(?:\.tmp)?$/;

/**
 * Leases on names, for windows that share a folder, by files alone.
 *
 * A claim is an empty file `<hash of the name>.<random>.lease`; the time of its last change is the time of its last
 * renewal. Claiming means to look for a live claim, make one's own, and look again: who then sees another live claim
 * removes their own. Of two claims, the one made later sees the other, so both windows may give way, but never both win.
 * A claim's name is never used again, so removing an expired one can't remove what somebody has just made.
 *
 * The holder renews its claims every second; {@link Leases.dispose} removes them when the window closes. A window that
 * crashes blocks the others for five seconds. A window that is suspended for longer loses its leases, and knows it with
 * the next renewal; here that costs a few calls at most.
 *
 * Own code rather than a library: those that do this hook into the exit of the process, which in the extension host
 * belongs to all extensions.
 */
export class Leases implements Disposable {
  readonly #options: LeaseOptions;
  /** Paths of the claims that this window holds or is making. */
  readonly #held = new Set<string>();
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /**
   * @returns `undefined` where another window, or another part of this one, holds the lease
   * @throws the file system's error where the folder can't be used
   */
  async tryAcquire(name: string): Promise<Lease | undefined> {
    const { folder } = this.#options;
    if ((await this.#liveClaims(name)).length > 0) {
      return undefined;
    }
    const path = join(folder, `${toFileKey(name)}.${randomUUID()}.lease`);
    const lease: Lease = { isHeld: () => this.#held.has(path), release: () => this.#release(path) };
    this.#hold(path);
    try {
      // The claim appears with its time already set, by this window's clock: that of a network drive may not agree with
      // it, and then another window would remove the claim as an expired one.
      await inFolder(folder, () => writeFile(`${path}.tmp`, '', { flag: 'wx', mode: PRIVATE_FILE }));
      await this.#renew(`${path}.tmp`);
      await rename(`${path}.tmp`, path);
      if ((await this.#liveClaims(name)).every((claim) => claim === path) && this.#held.has(path)) {
        return lease;
      }
    } catch (error) {
      // Another window has removed the temporary file.
      if (!isMissing(error)) {
        await removeFile(`${path}.tmp`).catch(() => undefined);
        await lease.release();
        throw error;
      }
    }
    await lease.release();
    return undefined;
  }

  /**
   * Waits for a lease.
   * @returns `undefined` where it couldn't be acquired in time, or isn't needed any more
   * @throws the signal's reason; the file system's error where the folder can't be used
   */
  async acquire(name: string, options: AcquireOptions): Promise<Lease | undefined> {
    const { timeoutMs, signal, isNeeded } = options;
    const until = performance.now() + timeoutMs;
    for (;;) {
      signal?.throwIfAborted();
      const lease = await this.tryAcquire(name);
      if (signal?.aborted) {
        await lease?.release();
      } else if (lease || performance.now() >= until) {
        return lease;
      }
      signal?.throwIfAborted();
      if (isNeeded && !(await isNeeded())) {
        return undefined;
      }
      // Random, because two that gave way to each other would otherwise meet again at the same moment.
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  /** Whether a window holds the lease. @throws the file system's error where the folder can't be used */
  async isHeld(name: string): Promise<boolean> {
    return (await this.#liveClaims(name)).length > 0;
  }

  /** Releases all leases before it returns: a window that closes doesn't wait for anything. */
  dispose(): void {
    clearInterval(this.#renewal);
    for (const path of this.#held) {
      try {
        rmSync(path, { force: true });
      } catch {
        // It expires by itself.
      }
    }
    this.#held.clear();
  }

  /** The paths of the live claims to a name. Removes expired claims, to whatever name. */
  async #liveClaims(name: string): Promise<string[]> {
    const { folder, now } = this.#options;
    const key = toFileKey(name);
    const live: string[] = [];
    for (const fileName of await listFolder(folder)) {
      const path = join(folder, fileName);
      const isAsked = fileName.startsWith(`${key}.`);
      // Those that this window holds to other names say nothing here, and are renewed.
      const isOther = !CLAIM_FILE.test(fileName) || (this.#held.has(path) && !isAsked);
      const renewedAt = isOther ? undefined : await modifiedAt(path);
      if (renewedAt === undefined) {
        continue;
      }
      // A renewal in the future is one by a clock that has been set back since.
      if (Math.abs(now() - renewedAt) >= EXPIRES_AFTER_MS) {
        await removeFile(path).catch(() => undefined);
      } else if (isAsked && !fileName.endsWith('.tmp')) {
        live.push(path);
      }
    }
    return live;
  }

  #hold(path: string): void {
    this.#held.add(path);
    this.#renewal ??= setInterval(() => {
      this.#held.forEach((held) => void this.#keep(held));
    }, RENEW_EVERY_MS).unref();
  }

  /** Renews a claim. One that another window has removed as an expired one is lost; what else goes wrong is tried again. */
  async #keep(path: string): Promise<void> {
    try {
      await this.#renew(path);
    } catch (error) {
      if (isMissing(error)) {
        this.#held.delete(path);
      }
    }
  }

  async #renew(path: string): Promise<void> {
    const seconds = this.#options.now() / 1000;
    await utimes(path, seconds, seconds);
  }

  async #release(path: string): Promise<void> {
    this.#held.delete(path);
    if (this.#held.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
    }
    // What can't be removed expires by itself.
    await removeFile(path).catch(() => undefined);
  }
}
