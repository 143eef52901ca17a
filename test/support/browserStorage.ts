import type { SecretVault, VaultWitness } from '../../src/session/secretDocument';

type Listener = (change: { readonly key: string }) => void;

/**
 * What a browser keeps for VS Code, and how its tabs use it. Secrets: a tab loads all of them once, goes on with
 * its own copy, saves the whole copy at every change and tells of changes in itself alone. Global state: all tabs
 * hear of a change a little later, and the last one counts.
 */
export class BrowserStorage {
  secrets: Readonly<Record<string, string>> = {};
  /** The keys of all secrets that tabs wrote, in order: for tests that count. */
  readonly written: string[] = [];
  readonly #memories: Map<string, unknown>[] = [];
  #state: readonly (readonly [string, unknown])[] = [];

  /** What one tab sees of it. */
  openTab(): { readonly vault: SecretVault; readonly memory: VaultWitness } {
    return { vault: this.#vault({ ...this.secrets }), memory: this.#memory(new Map(this.#state)) };
  }

  #vault(copy: Record<string, string>): SecretVault {
    const listeners = new Set<Listener>();
    const save = async (key: string) => {
      await turn();
      this.secrets = { ...copy };
      this.written.push(key);
      setImmediate(() => listeners.forEach((listener) => listener({ key })));
    };
    return {
      get: async (key) => {
        await turn();
        return copy[key];
      },
      store: (key, value) => {
        copy[key] = value;
        return save(key);
      },
      delete: (key) => {
        delete copy[key];
        return save(key);
      },
      onDidChange: (listener) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    };
  }

  #memory(copy: Map<string, unknown>): VaultWitness {
    this.#memories.push(copy);
    return {
      get: (key) => copy.get(key),
      update: async (key, value) => {
        copy.set(key, value);
        const whole = [...copy];
        await turn();
        this.#state = whole;
        this.#memories.filter((other) => other !== copy).forEach((other) => replace(other, whole));
      },
    };
  }
}

function replace(memory: Map<string, unknown>, whole: readonly (readonly [string, unknown])[]): void {
  memory.clear();
  whole.forEach(([key, value]) => memory.set(key, value));
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
