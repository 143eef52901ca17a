import { selectedFor, sessionsOf, type SessionBook } from './sessionBook';
import { serialiseSession, type Session } from './session';

/** What became different between two states of a book, by value. */
export interface SessionsDifference {
  readonly added: readonly Session[];
  readonly removed: readonly Session[];
  /** As they are now: another token, lifetime or address for an account that was there before. */
  readonly changed: readonly Session[];
  /** Origins at which another account than before is the current one, or none is any more. */
  readonly selectionChangedAt: readonly string[];
}

/**
 * `undefined` where nothing is different that anyone needs to hear of.
 * That the service has taken a token is written down but not told: nothing that is shown depends on it.
 */
export function differenceBetween(before: SessionBook, after: SessionBook): SessionsDifference | undefined {
  const old = new Map(sessionsOf(before).map((session) => [session.id, session]));
  const now = new Map(sessionsOf(after).map((session) => [session.id, session]));
  const added = [...now.values()].filter(({ id }) => !old.has(id));
  const removed = [...old.values()].filter(({ id }) => !now.has(id));
  const changed = [...now.values()].filter((session) => {
    const known = old.get(session.id);
    return known !== undefined && toComparable(known) !== toComparable(session);
  });
  const origins = new Set([...old.values(), ...now.values()].map(({ origin }) => origin));
  const selectionChangedAt = [...origins].filter(
    (origin) => selectedFor(before, origin)?.id !== selectedFor(after, origin)?.id,
  );
  const count = added.length + removed.length + changed.length + selectionChangedAt.length;
  return count === 0 ? undefined : { added, removed, changed, selectionChangedAt };
}

function toComparable(session: Session): string {
  return JSON.stringify({ ...serialiseSession(session), acceptedAt: undefined });
}
