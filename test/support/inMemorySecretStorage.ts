import type { SecretStorage } from 'vscode';

type Listener = (change: { readonly key: string }) => void;

/**
 * One keyring for any number of windows. Each operation takes a turn of the event loop, so that windows interleave as
 * real ones do. All windows get change events, a turn later or when they are released.
 */
export class InMemorySecretStorage {
  readonly secrets = new Map<string, string>();
  /** Accesses that the keyring refuses. */
  refuses: 'nothing' | 'writing' | 'everything' = 'nothing';
  /** Awaited before each access. If it throws, the keyring throws. */
  before: ((access: 'read' | 'write', value?: string) => unknown) | undefined;
  /** Called after each write. */
  written: (() => void) | undefined;
  #listeners = new Set<Listener>();
  #held: string[] | undefined;

  /** The keyring for one window. */
  window(): SecretStorage {
    return {
      keys: async () => {
        await this.#turn('read');
        return [...this.secrets.keys()];
      },
      get: async (key) => {
        await this.#turn('read');
        return this.secrets.get(key);
      },
      store: async (key, value) => {
        await this.#turn('write', value);
        this.secrets.set(key, value);
        this.written?.();
        this.#announce(key);
      },
      delete: async (key) => {
        await this.#turn('write');
        if (this.secrets.delete(key)) {
          this.written?.();
          this.#announce(key);
        }
      },
      onDidChange: (listener) => {
        const own: Listener = (change) => void listener(change);
        this.#listeners.add(own);
        return { dispose: () => void this.#listeners.delete(own) };
      },
    };
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Holds change events until {@link releaseEvents}. */
  holdEvents(): void {
    this.#held ??= [];
  }

  releaseEvents(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    held.forEach((key) => this.#announce(key));
  }

  #announce(key: string): void {
    if (this.#held) {
      return void this.#held.push(key);
    }
    setImmediate(() => this.#listeners.forEach((listener) => listener({ key })));
  }

  async #turn(access: 'read' | 'write', value?: string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.before?.(access, value);
    const refuses =
      this.refuses === 'everything' || (this.refuses === 'writing' && access === 'write');
    if (refuses) {
      throw new Error('the keyring refuses');
    }
  }
}

/** Waits for all events and the reads and writes after them. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
