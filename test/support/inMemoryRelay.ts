import type { WindowRelay } from '../../src/session/windowRelay';

type Listener = (text: string) => void;

/** A relay for any number of windows of any number of people, a turn of the event loop slow, with a record. */
export class InMemoryRelay {
  /** All that was ever published, in order. */
  readonly published: string[] = [];
  /** As where folders can't be watched: what is published reaches nobody. */
  loses = false;
  readonly #listeners = new Set<Listener>();

  window(): WindowRelay {
    const own = new Set<Listener>();
    return {
      publish: (text) => {
        this.published.push(text);
        if (!this.loses) {
          this.#tell(text, own);
        }
        return Promise.resolve();
      },
      onMessage: (listener) => {
        const added: Listener = (text) => listener(text);
        own.add(added);
        this.#listeners.add(added);
        return { dispose: () => void (own.delete(added), this.#listeners.delete(added)) };
      },
    };
  }

  /** Somebody puts a text there who is no window. */
  inject(text: string): void {
    this.#tell(text, new Set());
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** The kinds of the messages, in order. */
  get kinds(): string[] {
    return this.published.map((text) => (JSON.parse(text) as { kind: string }).kind);
  }

  #tell(text: string, except: ReadonlySet<Listener>): void {
    const others = [...this.#listeners].filter((listener) => !except.has(listener));
    setImmediate(() => others.forEach((listener) => listener(text)));
  }
}
