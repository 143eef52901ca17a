import type { Disposable, Event } from '../base/event';
import type { SessionBook } from './sessionBook';

/**
 * Carries texts to the other windows of this extension for a short while, and may lose them. What is given to
 * it must be sealed: whoever can read the place of a relay can read its texts, and other people's windows may
 * share it.
 */
export interface WindowRelay {
  publish(text: string): PromiseLike<void>;
  /** Tells of texts of other windows, whoever wrote them; never of this window's own. */
  onMessage(listener: (text: string) => void): Disposable;
}

export interface RelayedBook {
  readonly book: SessionBook;
  /** The sender wants to hear of it where this window knows more. What answers an asking does not ask. */
  readonly asks: boolean;
}

/** Carries session books between the windows that share a vault, and to no other. No method rejects. */
export interface BookRelay {
  publish(relayed: RelayedBook): Promise<void>;
  readonly onBook: Event<RelayedBook>;
  /** This window can now read what it could not before: a good moment to ask. */
  readonly onDidJoin: Event<void>;
}
