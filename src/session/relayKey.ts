import type { Disposable } from '../base/event';
import { attempt } from './attempt';
import { makeSealingKey, readSealingKey, serialiseSealingKey, type SealingKey } from './seal';
import type { SecretVault } from './secretDocument';

export const RELAY_KEY = 'monitorExplorer.relayKey';

/**
 * The key with which the windows that share a vault seal what they tell each other. At rest it is in the vault
 * and nowhere else. No method rejects.
 */
export class RelayKey implements Disposable {
  readonly #vault: SecretVault;
  readonly #subscription: Disposable;
  #key: Promise<SealingKey | undefined> | undefined;

  constructor(vault: SecretVault) {
    this.#vault = vault;
    this.#subscription = vault.onDidChange(({ key }) => {
      if (key === RELAY_KEY) {
        this.#key = undefined;
      }
    });
  }

  /** The vault's key; made where it has none. `undefined` where the vault refuses: nothing is relayed then. */
  async current(): Promise<SealingKey | undefined> {
    const loading = (this.#key ??= this.#load());
    const key = await loading;
    // Asked anew the next time: the keyring may have been unlocked by then.
    if (key === undefined && this.#key === loading) {
      this.#key = undefined;
    }
    return key;
  }

  /**
   * Two windows may have made a key each, where neither could see the other's. The lower id wins, in all windows.
   * @returns whether this key is now the one in use and in the vault, and was not before.
   */
  async adopt(key: SealingKey): Promise<boolean> {
    const own = await this.current();
    if (own === undefined || own.id <= key.id || !(await this.#store(key))) {
      return false;
    }
    this.#key = Promise.resolve(key);
    return true;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #load(): Promise<SealingKey | undefined> {
    const kept = await this.#read();
    if (kept !== 'none') {
      return kept;
    }
    if (!(await this.#store(makeSealingKey()))) {
      return undefined;
    }
    // Read back: where another window of the same vault stored one at the same time, both go on with the later.
    const stored = await this.#read();
    return stored === 'none' ? undefined : stored;
  }

  /** `none` also where what is there is no key; `undefined` where the vault refuses. */
  async #read(): Promise<SealingKey | 'none' | undefined> {
    const got = await attempt(() => this.#vault.get(RELAY_KEY));
    return got.done ? (readSealingKey(got.value ?? '') ?? 'none') : undefined;
  }

  async #store(key: SealingKey): Promise<boolean> {
    return (await attempt(() => this.#vault.store(RELAY_KEY, serialiseSealingKey(key)))).done;
  }
}
