import { isObject, tryParseJson, walk } from '../base/json';
import { lastKey, toPath, type Path, type Step } from '../base/path';
import { DAY, readTime } from '../base/time';
import type { SignInStep } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isErrorReport, isFilled } from './errorText';
import * as lexicon from './lexicon';
import type { Picks } from './picks';
import { readAmount, readDuration, readUnit, toText } from './values';
import { toPlain, toPlainWords, toWords, wordSet } from './words';

export interface TokenOptions {
  /** Requested by the extension, or the service's default. */
  readonly requestedLifetimeMs: number;
  /** The path of the earlier token. */
  readonly known?: Path | undefined;
  readonly picks?: Picks['fields'];
}

export type TokenRead = ReturnType<typeof readToken>;

const MAX_CHOICES = 8;
/** If the two best scores are closer than this, ask the user. */
const MIN_MARGIN = 0.02;
const MAX_DEPTH = 12;

/** Never log the token. */
export function readToken(response: HttpResponse, { requestedLifetimeMs, known, picks }: TokenOptions) {
  const candidates = findTokens(response);
  const [best] = candidates;
  const signInStep = readSignInStep(response.json, best !== undefined && best.score > 0.81);
  const isRefused = signInStep !== undefined || isErrorReport(response);
  const rival = candidates.find(({ value }) => value !== best?.value);
  const isClear = best !== undefined && best.score >= 0.6 && best.score - (rival?.score ?? 0) >= MIN_MARGIN;
  const at = (path: Path) => candidates.find((one) => one.path === path);
  const picked = picks?.token?.map(at).find((found) => found !== undefined);
  const token = picked ?? (isRefused ? undefined : (at(known ?? '') ?? (isClear ? best : undefined)));
  const mayAsk = token === undefined && (!isRefused || signInStep === 'passwordChange');
  const asked = mayAsk ? candidates.slice(0, MAX_CHOICES) : [];
  const end = readEnd(response, token?.value ?? '', requestedLifetimeMs, picks?.expiry);
  return {
    ...(token && { token }),
    /** Epoch milliseconds: the earliest plausible expiry, or the requested one. */
    expiresAt: end ?? response.receivedAt + requestedLifetimeMs,
    ...(signInStep && { signInStep }),
    /** Possible tokens for the user to choose from. A preview is too short to be used. */
    choices: asked.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

const SCHEME = /^(?:bearer|token|jwt)\s{1,8}/i;
/** One word that is no URL, e-mail address, date, JSON or HTML. */
const TOKEN_FORM =
  /^(?![{[<"']|https?:|[^@]{1,200}@[^@]{1,200}\.[a-z]{2,}$|\d{4}-\d\d-\d\d(?:T|$))[!-~]{4,16384}$/i;
const isToken = (text: string) => TOKEN_FORM.test(text) && !lexicon.NO_TOKENS.has(text.toLowerCase());

function findTokens({ json, text, contentType, header }: HttpResponse) {
  const isText = json === undefined && !contentType.includes('html');
  const inBody = walk(isText ? text : json, MAX_DEPTH).map(({ steps, value }) => {
    const bare = typeof value === 'string' ? value.trim().replace(SCHEME, '') : '';
    return { path: toPath(steps), value: bare, score: scoreText(steps, bare) };
  });
  const inHeaders = lexicon.TOKEN_HEADERS.map((name, i) => {
    const value = (header(name) ?? '').replace(SCHEME, '');
    return { path: `@header.${name}`, value, score: value.length < 8 ? 0 : 0.8 - i / 100 };
  });
  const found = [...inBody, ...inHeaders].filter(({ value, score }) => score > 0 && isToken(value));
  return found.sort((a, b) => b.score - a.score);
}

function scoreText(steps: readonly Step[], text: string): number {
  const names = steps.filter((step) => typeof step === 'string').map(toPlain);
  const key = names.at(-1) ?? '';
  const ofHolder = lexicon.TOKEN_WORDS.get(names.at(-2) ?? '') ?? 0;
  const named = lexicon.TOKEN_WORDS.get(key) ?? (lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0);
  const isOpaque = text.length >= 16 && /\d/.test(text);
  const unnamed = isOpaque ? (steps.length === 0 ? 0.8 : 0.3) : 0;
  const ofSubject = isAboutSomethingElse(steps) ? (/(?:key|secret)$/.test(key) ? 0.4 : 0.8) : 1;
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isOther = isOneOfSeveral || /refresh|csrf|xsrf|device|reset/.test(names.join());
  return (named * (isOpaque ? 1 : 0.95) || unnamed) * ofSubject * (isOther ? 0.5 : 1);
}

/** Shortens a token so that users recognize it but can't use it. */
export function maskToken(token: string): string {
  const ends = token.length < 20 ? '••••' : `${token.slice(0, 4)}…${token.slice(-2)}`;
  return `${ends} (${token.length})`;
}

const EXPIRY =
  /^(?:token|access|auth|session|jwt|bearer|api|key|login|ticket)*(?:expir(?:e|es|ed|y|ation)(?:at|on|in|date|time)?|exp|valid(?:until|till|to|for|ity)?|leaseduration|lifetime|ttl|timeout)(?:utc|m?s|(?:milli)?sec(?:ond)?s?|min(?:ute)?s?|hrs?|hours?|days?)?$/;

/** Returns the earliest future expiry, because expired tokens fail. */
function readEnd(response: HttpResponse, token: string, requestedMs: number, picks: readonly Path[] = []) {
  const { json, header, receivedAt } = response;
  // The service's clock may be wrong.
  const behind = receivedAt - (Date.parse(header('Date') ?? '') || receivedAt);
  const toOurs = (value: unknown): number => (readTime(value)?.at ?? Number.NaN) + behind;
  const values = walk(json, MAX_DEPTH);
  const picked = values.filter(({ steps }) => picks.includes(toPath(steps)));
  const named = values.filter(({ steps }) => EXPIRY.test(toPlain(lastKey(steps))));
  const inBody = (picked.length > 0 ? picked : named).map(({ steps, value }) => {
    const amount = readAmount(value);
    const unit = readUnit(toWords(lastKey(steps)).at(-1) ?? '') ?? unitOf(amount ?? 0, requestedMs);
    const life = amount === undefined ? readDuration(toText(value)) : amount * unit;
    return toOurs(value) || receivedAt + (life ?? 0);
  });
  const ends = [...inBody, toOurs(readJwtEnd(token))];
  const ahead = ends.filter((at) => at > receivedAt + 5_000 && at < receivedAt + 20 * 366 * DAY);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/** Seconds (RFC 6749) or milliseconds. Whole hours in seconds are rarely whole minutes in milliseconds. */
function unitOf(amount: number, requestedMs: number): number {
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  const isSeconds = amount < 300_000 || (amount % 60_000 !== 0 && offHour <= 5 && amount <= 400 * 86_400);
  return amount !== requestedMs && isSeconds ? 1_000 : 1;
}

/** Reads the end of a JWT without verifying it, because there is no key. */
function readJwtEnd(token: string): unknown {
  const claims = tryParseJson(Buffer.from(token.split('.', 3)[1] ?? '', 'base64').toString());
  return isObject(claims) ? claims['exp'] : undefined;
}

const STEP_WORDS: Readonly<Record<SignInStep, RegExp>> = {
  captcha: /captcha/,
  passwordChange:
    /\bpassword (?:has )?expired\b|\bpassword (?:must )?(?:be )?(?:change|reset|update)|\b(?:change|reset|new) (?:your )?password\b/,
  secondFactor:
    /\b(?:mfa|t?otp\b|(?:two|second|multi) ?factor|\w{0,9}[2t] ?fa(?:\b|required)|verification code|one time|authenticator)/,
};
/** Keys that demand a step. `mfa_enabled` and `password_expired_at` don't. */
const DEMAND =
  /^(?!.*\b(?:not|at|after|methods|types)\b).*(?:requir|need|must|force|expired|challenge|pending|await|captcha(?: id| url)?$|(?:mfa|otp|fa|factor)(?: auth| code)? (?:token|session|ticket|state|sent)$|^(?:change|reset) password$)/;
/** Keys of codes and messages. */
const TEXT_KEY =
  /\b(?:code|stat(?:us|e)|errors?|result|challenge|step|action|reason|outcome|flow|stage|message|msg|detail|title|description)/;

/** Reads the extra step. If there is a token too, prose isn't searched, only codes and flags. */
export function readSignInStep(json: unknown, isSignedIn = false): SignInStep | undefined {
  const own = walk(json, 4).filter(({ steps }) => !isAboutSomethingElse(steps));
  const texts = own.flatMap(({ steps, value }) => {
    const key = toPlainWords(lastKey(steps).slice(0, 200));
    const isText = typeof value === 'string' && TEXT_KEY.test(key) && !(isSignedIn && /\s/.test(value));
    return [isFilled(value) && DEMAND.test(key) ? key : '', isText ? toPlainWords(value.slice(0, 400)) : ''];
  });
  return (Object.keys(STEP_WORDS) as SignInStep[]).find((step) =>
    texts.some((text) => STEP_WORDS[step].test(text)),
  );
}

const OTHER_SUBJECTS = wordSet(
  `user account profile customer member organization organisation company team tenant project plan subscription
  license licence device client app application`,
);

function isAboutSomethingElse(steps: readonly Step[]): boolean {
  return steps.slice(0, -1).some((step) => OTHER_SUBJECTS.has(toPlain(String(step))));
}
