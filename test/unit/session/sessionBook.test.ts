import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  EMPTY_BOOK,
  find,
  merge,
  readSessionBook,
  selectedFor,
  serialiseBook,
  sessionsFor,
  sessionsOf,
  tidied,
  toKey,
  withAccepted,
  withoutSession,
  withSelected,
  withSession,
  type SessionBook,
} from '../../../src/session/sessionBook';
import type { Session } from '../../../src/session/session';
import { aSession, DAY, HOUR, NOON } from '../../support/aSession';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });
const elsewhere = aSession({ baseUrl: 'https://other.example' });
const accounts = [ines, omar, elsewhere];

type Act = (book: SessionBook, now: number) => SessionBook;

/** What a person can do in a window, at a clock that is often the same and sometimes goes back. */
const act = fc.oneof(
  fc.record({ account: fc.constantFrom(...accounts), token: fc.constantFrom('', 'a', 'b') }).map(
    ({ account, token }): Act =>
      (book, now) =>
        withSession(book, { ...account, token }, now),
  ),
  fc.constantFrom(...accounts).map(
    (account): Act =>
      (book, now) =>
        withoutSession(book, account.id, now),
  ),
  fc.constantFrom(...accounts).map(
    (account): Act =>
      (book, now) =>
        withSelected(book, account.id, now),
  ),
  fc.constantFrom(...accounts).map(
    (account): Act =>
      (book, now) =>
        withAccepted(book, find(book, account.id) ?? account, now),
  ),
);
const history = fc.array(fc.tuple(act, fc.integer({ min: 0, max: 5 })), { maxLength: 8 });
const live = (start: SessionBook, acts: readonly [Act, number][]) =>
  acts.reduce((book, [next, now]) => next(book, now), start);
const anyBook = history.map((acts) => live(EMPTY_BOOK, acts));

describe('the book of sessions', () => {
  describe('merges', () => {
    it('to the same, whichever of two comes first', () => {
      fc.assert(fc.property(anyBook, anyBook, (a, b) => assert.deepEqual(merge(a, b), merge(b, a))));
    });

    it('to the same, whichever two of three meet first', () => {
      fc.assert(
        fc.property(anyBook, anyBook, anyBook, (a, b, c) =>
          assert.deepEqual(merge(merge(a, b), c), merge(a, merge(b, c))),
        ),
      );
    });

    it('with itself, or twice, to no change', () => {
      fc.assert(
        fc.property(anyBook, anyBook, (a, b) => {
          assert.deepEqual(merge(a, a), a);
          assert.deepEqual(merge(merge(a, b), b), merge(a, b));
        }),
      );
    });

    it('so that windows which go on from each other’s state always end in one', () => {
      fc.assert(
        fc.property(anyBook, history, history, history, (start, first, second, third) => {
          const [a, b, c] = [live(start, first), live(start, second), live(start, third)];
          assert.deepEqual(merge(merge(a, b), c), merge(merge(c, a), merge(b, a)));
        }),
      );
    });
  });

  describe('lets the later act win', () => {
    const signedIn = withSession(EMPTY_BOOK, ines, 1_000);

    it('a sign-out after a sign-in', () => {
      assert.deepEqual(sessionsOf(merge(signedIn, withoutSession(signedIn, ines.id, 2_000))), []);
    });

    it('a sign-in after a sign-out', () => {
      const again = withSession(withoutSession(signedIn, ines.id, 2_000), ines, 3_000);
      assert.deepEqual(sessionsOf(merge(merge(signedIn, again), signedIn)), [ines]);
    });

    it('though the clock was set back in between', () => {
      const out = withoutSession(signedIn, ines.id, 500);
      const again = withSession(out, ines, 0);
      assert.deepEqual(sessionsOf(merge(signedIn, out)), []);
      assert.deepEqual(sessionsOf(merge(out, again)), [ines]);
    });

    it('a sign-out where another window’s token was taken in the meantime', () => {
      const out = withoutSession(signedIn, ines.id, 2_000);
      const taken = withAccepted(signedIn, ines, 3_000);
      assert.equal(find(taken, ines.id)?.acceptedAt, 3_000);
      assert.deepEqual(sessionsOf(merge(out, taken)), []);
    });

    it('a sign-out where both have the same stamp', () => {
      const start = withSession(EMPTY_BOOK, omar, 10);
      const out = withoutSession(withSession(start, ines, 11), ines.id, 12);
      const elsewhereIn = withSession(withSession(start, elsewhere, 11), ines, 12);
      assert.equal(find(merge(out, elsewhereIn), ines.id), undefined);
    });
  });

  it('knows that a token was taken only while it is that token', () => {
    const book = withSession(EMPTY_BOOK, { ...ines, token: 'newer' }, 1);
    assert.equal(withAccepted(book, ines, 2), book);
  });

  it('remembers when a token was first taken', () => {
    const once = withAccepted(withSession(EMPTY_BOOK, ines, 1), ines, 2);
    assert.equal(withAccepted(once, ines, 3), once);
  });

  describe('knows the chosen account', () => {
    const both = withSession(withSession(EMPTY_BOOK, ines, 1), omar, 2);

    it('of each origin by itself', () => {
      const book = withSelected(withSelected(withSession(both, elsewhere, 3), elsewhere.id, 4), omar.id, 5);
      assert.equal(selectedFor(book, ines.origin)?.id, omar.id);
      assert.equal(selectedFor(book, elsewhere.origin)?.id, elsewhere.id);
      assert.equal(selectedFor(book, 'https://unknown.example'), undefined);
      assert.deepEqual(
        sessionsFor(book, ines.origin).map(({ email }) => email),
        ['ines@example.org', 'omar@example.org'],
      );
    });

    it('and takes up no other when it is signed out', () => {
      const book = withoutSession(withSelected(both, ines.id, 3), ines.id, 4);
      assert.equal(selectedFor(book, ines.origin), undefined);
    });

    it('and leaves it as it is where the account is not there', () => {
      assert.equal(withSelected(both, elsewhere.id, 3), both);
    });
  });

  describe('keeps no longer than needed', () => {
    it('the mark of a sign-out: 90 days', () => {
      const out = withoutSession(
        withSelected(withSession(EMPTY_BOOK, ines, NOON), ines.id, NOON),
        ines.id,
        NOON,
      );
      assert.equal(tidied(out, NOON + 89 * DAY).accounts.length, 1);
      assert.deepEqual(tidied(out, NOON + 91 * DAY), EMPTY_BOOK);
    });

    it('but the choice of an account as long as the account', () => {
      const book = withSelected(withSession(EMPTY_BOOK, ines, NOON), ines.id, NOON);
      assert.equal(selectedFor(tidied(book, NOON + 1_000 * DAY), ines.origin)?.id, ines.id);
    });

    it('a token: a day after its end, and the session stays', () => {
      const book = withSelected(withSession(EMPTY_BOOK, ines, NOON), ines.id, NOON);
      assert.equal(find(tidied(book, ines.expiresAt + 23 * HOUR), ines.id)?.token, ines.token);
      const worn = tidied(book, ines.expiresAt + 25 * HOUR);
      assert.deepEqual(selectedFor(worn, ines.origin), { ...ines, token: '' });
      assert.deepEqual(merge(book, worn), worn, 'a window that still has the token does not bring it back');
    });

    it('any name of an account that was signed out', () => {
      const signedIn = withSelected(withSession(EMPTY_BOOK, ines, NOON), ines.id, NOON);
      const text = serialiseBook(withoutSession(signedIn, ines.id, NOON));
      for (const name of [ines.email, ines.token, ines.origin, 'ines', 'monitoring.example']) {
        assert.equal(text.includes(name), false, name);
      }
    });
  });

  describe('as text', () => {
    it('comes back as it was', () => {
      fc.assert(
        fc.property(anyBook, (book) => assert.deepEqual(readSessionBook(serialiseBook(book)), { book })),
      );
    });

    it('is the same for equal books, whatever happened before', () => {
      fc.assert(
        fc.property(anyBook, anyBook, (a, b) =>
          assert.equal(serialiseBook(merge(a, b)), serialiseBook(merge(b, a))),
        ),
      );
    });

    it('of a newer version is told apart from damage', () => {
      assert.deepEqual(readSessionBook('{"version":2,"anything":"else"}'), { problem: 'newerVersion' });
    });

    it('is damaged where anything in it is off', () => {
      const good = JSON.parse(serialiseBook(withSession(EMPTY_BOOK, ines, 1))) as { accounts: unknown[] };
      const [account] = good.accounts as { session: Session }[];
      const damaged = [
        '',
        'null',
        '7',
        '[]',
        '{}',
        '{"version":0,"accounts":[],"selected":[]}',
        '{"version":1.5,"accounts":[],"selected":[]}',
        '{"version":"1","accounts":[],"selected":[]}',
        '{"version":1,"accounts":{},"selected":[]}',
        '{"version":1,"accounts":[null],"selected":[]}',
        '{"version":1,"accounts":[],"selected":[{"key":"a","at":1}]}',
        JSON.stringify(good).slice(0, -1),
        JSON.stringify({ ...good, accounts: [{ ...account, at: -1 }] }),
        JSON.stringify({ ...good, accounts: [{ ...account, key: toKey('someone else') }] }),
        JSON.stringify({ ...good, accounts: [{ ...account, session: { ...ines, origin: 'https://evil' } }] }),
      ];
      for (const text of damaged) {
        assert.deepEqual(readSessionBook(text), { problem: 'damaged' }, text);
      }
    });

    it('is read out of anything at all without a throw', () => {
      const texts = fc.oneof(
        fc.string(),
        fc.json(),
        anyBook.map(serialiseBook).map((text) => text.slice(1)),
      );
      fc.assert(fc.property(texts, (text) => assert.ok('problem' in readSessionBook(text))));
    });
  });

  it('gives keys that do not meet by chance', () => {
    const keys = Array.from({ length: 50_000 }, (_, i) => toKey(`https://a.example|user${i}@example.org`));
    assert.equal(new Set(keys).size, keys.length);
    assert.ok(keys.every((key) => /^[0-9a-f]{16}$/.test(key)));
  });
});
