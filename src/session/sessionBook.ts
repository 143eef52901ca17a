import { isExpired, readSession, serialiseSession, type Session } from './session';

const VERSION = 1;
const DAY = 24 * 60 * 60 * 1_000;
const TOMBSTONES_KEPT_MS = 90 * DAY;
/** Longer than any wrong time zone, so that only a clock that is wrong by days costs a person their password. */
const WORN_TOKENS_KEPT_MS = DAY;

/** What is last known of one account: its session, or, where there is none, that it was signed out. */
export interface AccountRecord {
  /** {@link toKey} of the session's id, so that no name outlives a sign-out. */
  readonly key: string;
  /** The stamp of the sign-in or sign-out: see {@link nextStamp}. */
  readonly at: number;
  readonly session?: Session;
}

/** Which account was chosen last at one origin. */
export interface SelectionRecord {
  /** {@link toKey} of the origin. */
  readonly key: string;
  readonly at: number;
  /** {@link toKey} of the session's id. */
  readonly account: string;
}

/** All that is kept as one secret. Both lists are sorted by key and have each key once. */
export interface SessionBook {
  readonly accounts: readonly AccountRecord[];
  readonly selected: readonly SelectionRecord[];
}

export type ReadBook = { readonly book: SessionBook } | { readonly problem: 'damaged' | 'newerVersion' };

export const EMPTY_BOOK: SessionBook = { accounts: [], selected: [] };

/**
 * Brings together what two windows know. Commutative, associative and idempotent, so that windows which
 * write at once end in the same state, whatever the order. Per account and per origin the later stamp wins;
 * on equal stamps the sign-out does, then the record that knows more of the same session, then an arbitrary
 * but fixed one.
 */
export function merge(one: SessionBook, other: SessionBook): SessionBook {
  return {
    accounts: latest([...one.accounts, ...other.accounts], compareAccounts),
    selected: latest([...one.selected, ...other.selected], compareSelections),
  };
}

/** Signed in, with a stamp later than all that the book has. Does not select the account. */
export function withSession(book: SessionBook, session: Session, now: number): SessionBook {
  return put(book, { key: toKey(session.id), at: nextStamp(book, now), session });
}

/** Signed out. The book as it was where it has no such session. */
export function withoutSession(book: SessionBook, id: string, now: number): SessionBook {
  if (find(book, id) === undefined) {
    return book;
  }
  return put(book, { key: toKey(id), at: nextStamp(book, now) });
}

/** Chosen among the accounts of its origin. The book as it was where it has no such session. */
export function withSelected(book: SessionBook, id: string, now: number): SessionBook {
  const session = find(book, id);
  if (session === undefined || selectedFor(book, session.origin)?.id === id) {
    return book;
  }
  const selection = { key: toKey(session.origin), at: nextStamp(book, now), account: toKey(id) };
  return merge(book, { accounts: [], selected: [selection] });
}

/**
 * The service has taken the token. Keeps the stamp of the sign-in, for this is no act of a person:
 * it must not win over a sign-out that happened in between.
 */
export function withAccepted(book: SessionBook, session: Session, now: number): SessionBook {
  const known = find(book, session.id);
  return known?.acceptedAt === undefined ? withFields(book, session, { acceptedAt: now }) : book;
}

/** The service takes the token no longer, so it is thrown away; the session stays. Keeps the stamp likewise. */
export function withEnded(book: SessionBook, session: Session): SessionBook {
  return withFields(book, session, { token: '' });
}

/**
 * Without what has had its time: marks of sign-outs after 90 days, tokens a day after their end.
 * The session itself stays, since "Sign In Again" needs its address and e-mail.
 */
export function tidied(book: SessionBook, now: number): SessionBook {
  const old = (at: number) => now - at > TOMBSTONES_KEPT_MS;
  const accounts = book.accounts
    .filter(({ session, at }) => session !== undefined || !old(at))
    .map((record) => withoutWornToken(record, now));
  const alive = new Set(accounts.filter(({ session }) => session).map(({ key }) => key));
  return { accounts, selected: book.selected.filter(({ account, at }) => alive.has(account) || !old(at)) };
}

/** All sessions, over ones too, sorted by id. */
export function sessionsOf(book: SessionBook): readonly Session[] {
  return book.accounts.flatMap(({ session }) => session ?? []).sort((a, b) => compareText(a.id, b.id));
}

export function sessionsFor(book: SessionBook, origin: string): readonly Session[] {
  return sessionsOf(book).filter((session) => session.origin === origin);
}

/**
 * The account that was chosen last at this origin, `undefined` once it is signed out: another account is
 * never taken up by itself, since reading its monitors would cost it credits nobody asked to spend.
 */
export function selectedFor(book: SessionBook, origin: string): Session | undefined {
  const choice = book.selected.find(({ key }) => key === toKey(origin));
  return sessionsFor(book, origin).find(({ id }) => toKey(id) === choice?.account);
}

export function find(book: SessionBook, id: string): Session | undefined {
  return sessionsOf(book).find((session) => session.id === id);
}

/** Equal books give equal text. Holds tokens: for SecretStorage alone. */
export function serialiseBook(book: SessionBook): string {
  const accounts = book.accounts.map(({ key, at, session }) =>
    session === undefined ? { key, at } : { key, at, session: serialiseSession(session) },
  );
  const selected = book.selected.map(({ key, at, account }) => ({ key, at, account }));
  return JSON.stringify({ version: VERSION, accounts, selected });
}

/** By value. */
export function isSame(one: SessionBook, other: SessionBook): boolean {
  return serialiseBook(one) === serialiseBook(other);
}

/** Reads what some version of this extension wrote, or something else altogether; never throws. */
export function readSessionBook(text: string): ReadBook {
  const document = parse(text);
  if (!isRecord(document) || !isStamp(document['version'])) {
    return { problem: 'damaged' };
  }
  if (document['version'] > VERSION) {
    return { problem: 'newerVersion' };
  }
  const accounts = readAll(document['accounts'], readAccount);
  const selected = readAll(document['selected'], readSelection);
  if (document['version'] < VERSION || !accounts || !selected) {
    return { problem: 'damaged' };
  }
  return { book: merge(EMPTY_BOOK, { accounts, selected }) };
}

/**
 * Stands for an id where the id itself would be a name kept too long: two 32-bit hashes in the manner of FNV-1a, as 16 hex digits.
 * No protection against someone who guesses the name; the secret around it is that.
 */
export function toKey(id: string): string {
  return hash(id, 0x811c9dc5, 0x01000193) + hash(id, 0x9747b28c, 0x85ebca6b);
}

function hash(text: string, seed: number, factor: number): string {
  let value = seed;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), factor);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

/**
 * The clock's time, or one more than the latest stamp known where the clock is behind it:
 * what a person did after having seen the book wins over what the book has, however wrong a clock was.
 */
function nextStamp(book: SessionBook, now: number): number {
  return Math.max(now, ...[...book.accounts, ...book.selected].map(({ at }) => at + 1));
}

/** The book as it was where another token than the session's is the one kept. */
function withFields(book: SessionBook, of: Session, fields: Partial<Session>): SessionBook {
  const record = book.accounts.find(({ key }) => key === toKey(of.id));
  if (!record?.session || record.session.token !== of.token) {
    return book;
  }
  return put(book, { ...record, session: { ...record.session, ...fields } });
}

function put(book: SessionBook, record: AccountRecord): SessionBook {
  return merge(book, { accounts: [record], selected: [] });
}

function withoutWornToken(record: AccountRecord, now: number): AccountRecord {
  const { session } = record;
  if (!session || session.token === '' || !isExpired(session, now - WORN_TOKENS_KEPT_MS)) {
    return record;
  }
  return { ...record, session: { ...session, token: '' } };
}

function latest<T extends { readonly key: string }>(records: readonly T[], compare: (a: T, b: T) => number) {
  const winners = new Map<string, T>();
  for (const record of records) {
    const rival = winners.get(record.key);
    if (rival === undefined || compare(record, rival) > 0) {
      winners.set(record.key, record);
    }
  }
  return [...winners.values()].sort((a, b) => compareText(a.key, b.key));
}

function compareAccounts(a: AccountRecord, b: AccountRecord): number {
  if (a.at !== b.at) {
    return a.at - b.at;
  }
  if (!a.session || !b.session) {
    return Number(!a.session) - Number(!b.session);
  }
  const worn = Number(a.session.token === '') - Number(b.session.token === '');
  const accepted = (a.session.acceptedAt ?? -1) - (b.session.acceptedAt ?? -1);
  const text = (session: Session) => JSON.stringify(serialiseSession(session));
  return worn || accepted || compareText(text(a.session), text(b.session));
}

function compareSelections(a: SelectionRecord, b: SelectionRecord): number {
  return a.at - b.at || compareText(a.account, b.account);
}

/** By code units: the same on every machine, as a locale's order is not. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function readAccount(value: unknown): AccountRecord | undefined {
  if (!isRecord(value) || typeof value['key'] !== 'string' || !isStamp(value['at'])) {
    return undefined;
  }
  const { key, at } = value as { key: string; at: number };
  if (value['session'] === undefined) {
    return { key, at };
  }
  const session = readSession(value['session']);
  return session && toKey(session.id) === key ? { key, at, session } : undefined;
}

function readSelection(value: unknown): SelectionRecord | undefined {
  if (!isRecord(value) || !isStamp(value['at'])) {
    return undefined;
  }
  const { key, at, account } = value as { key: unknown; at: number; account: unknown };
  return typeof key === 'string' && typeof account === 'string' ? { key, at, account } : undefined;
}

function readAll<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const items = value.map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Room is left above, so that the next stamp is a safe integer too. */
function isStamp(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
}
