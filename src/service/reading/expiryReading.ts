import type { HttpResponse } from '../httpResponse';
import { applyExpression } from './expressions';
import { isObject, ownValue, typeName, valueAt } from './json';
import { toPlain, toWords } from './keys';
import { startsWithPath } from './paths';
import type { Path, Reading, ReadingProblem } from './reading';
import type { ReadingSettings } from './readingSettings';
import { readJwtClaims } from './tokenForm';
import { readDuration, readInstant, readUnit } from './times';
import { expiryInstants, expiryLifetimes, ownExpiryWords } from './vocabulary/expiryWords';
import { otherTokenWords, strangerNames } from './vocabulary/tokenWords';
import type { Visit } from './walk';

const second = 1_000;
const minute = 60 * second;
const day = 86_400 * second;
const longestLife = 20 * 365.25 * day;

export interface ExpiryContext {
  readonly answer: HttpResponse;
  readonly visits: readonly Visit[];
  readonly token: Reading<string> | undefined;
  readonly requestedLifetimeMs: number;
  readonly settings: ReadingSettings;
  readonly problems: ReadingProblem[];
}

type Ending = Omit<Reading<number>, 'alternatives'>;

/**
 * The end of a token's life in epoch milliseconds: of all the answer says, the earliest that lies ahead.
 * A token that is thought to end too early costs a sign-in; one thought to last too long fails in use.
 */
export function readExpiry(context: ExpiryContext): Reading<number> {
  const said = expiryByExpression(context);
  if (said) {
    return { ...said, alternatives: [] };
  }
  const endings = [...bodyEndings(context), ...jwtEndings(context)]
    .filter(({ value }) => isAhead(value, context.answer.receivedAt))
    .sort((a, b) => a.value - b.value);
  const [earliest, ...others] = endings;
  if (earliest) {
    return { ...earliest, alternatives: others };
  }
  const value = context.answer.receivedAt + context.requestedLifetimeMs;
  return { value, path: [], sureness: 0.7, reason: 'requestedLifetime', alternatives: [] };
}

function isAhead(value: number, receivedAt: number): boolean {
  return value > receivedAt && value < receivedAt + longestLife;
}

function expiryByExpression(context: ExpiryContext): Ending | undefined {
  const { answer, settings, problems } = context;
  if (!settings.expressions.expiry) {
    return undefined;
  }
  const result = applyExpression(settings.expressions.expiry, answer.json);
  const value = 'value' in result ? toEnd(result.value, 'expires', context) : undefined;
  if (value !== undefined && isAhead(value, answer.receivedAt)) {
    return { value, path: [], sureness: 1, reason: 'expression' };
  }
  const got = 'message' in result ? result.message : `expected a time ahead, got ${typeName(result.value)}`;
  problems.push({ field: 'expiry', message: got });
  return undefined;
}

function toEnd(value: unknown, key: string, context: ExpiryContext): number | undefined {
  const lifetime = toLifetime(value, key, context.requestedLifetimeMs);
  return readInstant(value) ?? (lifetime === undefined ? undefined : context.answer.receivedAt + lifetime);
}

function bodyEndings(context: ExpiryContext): readonly Ending[] {
  return context.visits.flatMap(({ path, value }) => {
    const key = path.at(-1);
    if (typeof key !== 'string' || (typeof value !== 'number' && typeof value !== 'string')) {
      return [];
    }
    if (isStranger(path, context.token) || isOfOtherToken(path, context)) {
      return [];
    }
    const sureness = expirySureness(key, path.at(-2));
    if (sureness === undefined) {
      return [];
    }
    const at = readInstant(value);
    if (at !== undefined) {
      return [{ value: at, path, sureness, reason: 'absoluteTime' as const }];
    }
    const lifetime = toLifetime(value, key, context.requestedLifetimeMs);
    return lifetime === undefined ? [] : [{ path, sureness, ...fromIssue(lifetime, path, context) }];
  });
}

/** `expires_in` is counted from `issued_at` where that is said and believable (Docker's registry). */
function fromIssue(lifetime: number, path: Path, context: ExpiryContext): Pick<Ending, 'value' | 'reason'> {
  const { visits, answer } = context;
  const beside = path.slice(0, -1);
  const issued = visits.find(
    ({ path: at }) =>
      at.length === path.length &&
      startsWithPath(at, beside) &&
      /^(?:issuedat|issued|iat|createdat)$/.test(toPlain(String(at.at(-1)))),
  );
  const start = issued && readInstant(issued.value);
  if (start !== undefined && start <= answer.receivedAt && isAhead(start + lifetime, answer.receivedAt)) {
    return { value: start + lifetime, reason: 'relativeToIssue' };
  }
  return { value: answer.receivedAt + lifetime, reason: 'relativeTime' };
}

/** Whether the key tells the end of this token, and not of a refresh token, a password or a plan. */
function expirySureness(key: string, parent: string | number | undefined): number | undefined {
  const words = toWords(key);
  const isUnit = (word: string | undefined) =>
    word !== undefined &&
    /^(?:s|ms|mins?)$|^(?:milli|sec|min|hour|day)/.test(word) &&
    readUnit(word) !== undefined;
  const named = (isUnit(words.at(-1)) ? words.slice(0, -1) : words).filter((word) => word !== 'utc');
  const own = named.filter((word) => !ownExpiryWords.has(word)).join('');
  const sureness = expiryInstants.get(own) ?? expiryLifetimes.get(own);
  if (sureness === undefined) {
    return undefined;
  }
  const holder = toWords(String(parent ?? ''));
  return holder.some((word) => /^(?:refresh|csrf|xsrf|password|cookie)/.test(word)) ? undefined : sureness;
}

/** A user's trial or an organisation's plan also expires, and says nothing of the token. */
function isStranger(path: Path, token: Reading<string> | undefined): boolean {
  return path.some(
    (step, i) =>
      i < path.length - 1 &&
      strangerNames.has(toPlain(String(step))) &&
      !(token && startsWithPath(token.path, path.slice(0, i + 1))),
  );
}

/** `{stateToken, expiresAt}` without an access token: a step of the sign-in ends, and no session. */
function isOfOtherToken(path: Path, { token, answer }: ExpiryContext): boolean {
  const holder = token ? undefined : valueAt(answer.json, path.slice(0, -1));
  if (!isObject(holder)) {
    return false;
  }
  return Object.entries(holder)
    .slice(0, 200)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([key]) => toWords(key))
    .some((words) => words.at(-1) === 'token' && words.some((word) => otherTokenWords.has(word)));
}

/** Milliseconds of a lifetime; a number without unit is told apart by what lifetimes people set. */
export function toLifetime(value: unknown, key: string, requestedMs: number): number | undefined {
  const amount =
    typeof value === 'number' ? value : /^\s*\d+(?:\.\d+)?\s*$/.test(String(value)) ? Number(value) : NaN;
  if (Number.isNaN(amount)) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  if (!(amount > 0) || amount > longestLife) {
    return undefined;
  }
  const lastWord = toWords(key).at(-1) ?? '';
  const unit = readUnit(lastWord) ?? unitByAmount(amount, requestedMs);
  return amount * unit;
}

/**
 * Seconds or milliseconds. RFC 6749 says seconds; JavaScript services answer in milliseconds. Whole hours in
 * seconds and whole minutes in milliseconds hardly ever coincide, and a year is longer than tokens live.
 */
function unitByAmount(amount: number, requestedMs: number): number {
  if (amount === requestedMs) {
    return 1;
  }
  if (amount * second === requestedMs || amount < 5 * minute) {
    return second;
  }
  if (amount % minute === 0) {
    return 1;
  }
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  // 86400, 3599 and 1209599: whole hours, or whole hours of which a moment has gone by.
  if (offHour <= 5 && amount * second <= 400 * day) {
    return second;
  }
  return amount * second > 400 * day || amount * second > 1.5 * requestedMs ? 1 : second;
}

function jwtEndings({ token, answer }: ExpiryContext): readonly Ending[] {
  const claims = token && readJwtClaims(token.value);
  if (!claims) {
    return [];
  }
  const exp = readInstant(ownValue(claims, 'exp'));
  if (exp === undefined) {
    return [];
  }
  const grounds = { path: [...token.path, 'exp'], sureness: 0.95, reason: 'jwtExpiry' as const };
  if (isAhead(exp, answer.receivedAt)) {
    return [{ ...grounds, value: exp }];
  }
  // A clock that is wrong here or there does not change how long the token was made to last.
  const iat = readInstant(valueAt(claims, ['iat']));
  return iat !== undefined && exp > iat ? [{ ...grounds, value: answer.receivedAt + exp - iat }] : [];
}
