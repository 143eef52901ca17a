import { isFilled, readAmount, toText, tryParseJson, walk } from '../base/json';
import { lastKey, parsePath, toPath, type Path, type Step } from '../base/path';
import { maskToken } from '../base/masker';
import { MINUTE, readDuration, readTime, readUnit, SECOND } from '../base/time';
import { toPlainWords } from '../base/words';
import type { SignInStep } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { readErrorCode } from './readOutcome';
import * as lexicon from './lexicon';
import { clockLagOf } from './serviceNow';
import { toPlain, toWords } from './words';

/** `id_token` (0.7) is the least clear name. */
const MIN_SCORE = 0.7;
/** With `access_token` or `token`, prose isn't searched for a further step. */
const CLEAR_SCORE = 0.81;

/**
 * Never log the token.
 * @param requestedMs the lifetime that the extension asked for, or the service's default
 * @param picked paths of the token that the user picked
 * @param saved the path of the earlier token
 */
export function readToken(
  response: HttpResponse,
  requestedMs: number,
  picked: readonly Path[] = [],
  saved: Path = '',
) {
  const candidates = findTokens(response);
  const [best] = candidates;
  const signInStep = readSignInStep(response.json, best !== undefined && best.score > CLEAR_SCORE);
  const isRefused = signInStep !== undefined || readErrorCode(response) !== undefined;
  const at = (path: Path) => candidates.find((candidate) => candidate.path === path);
  const likely = isRefused ? undefined : (at(saved) ?? clearOf(candidates));
  const token = picked.map(at).find(Boolean) ?? likely;
  const choices = token || isRefused ? [] : candidates.slice(0, 8);
  return {
    token,
    /** Epoch milliseconds. */
    expiresAt: readSessionEnd(response, token, requestedMs),
    signInStep,
    /** Possible tokens for the user to choose from. A preview is too short to be used. */
    choices: choices.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

/** Returns the best candidate if its name is clear, and no other text is as likely. */
function clearOf(candidates: readonly TokenCandidate[]) {
  const [best] = candidates;
  const isClear = candidates.every(
    ({ value, score }) => value === best!.value || score < best!.score - 0.01,
  );
  return best && best.score >= MIN_SCORE && isClear ? best : undefined;
}

/** One word that is no URL, e-mail address, date, JSON or HTML. */
const TOKEN_FORM =
  /^(?![{[<"']|https?:|[^@]{1,200}@[^@]{1,200}\.[a-z]+$|\d{4}-\d\d-\d\d)[!-~]{4,16384}$/i;

function toToken(value: unknown): string {
  if (typeof value !== 'string') {
    return '';
  }
  const text = value.trim().replace(/^(?:bearer|token) /i, '');
  const isToken = TOKEN_FORM.test(text) && !lexicon.NO_TOKENS.has(text.toLowerCase());
  return isToken ? text : '';
}

type TokenCandidate = ReturnType<typeof findTokens>[number];

/** Lists the texts that may be the token, best first. */
function findTokens({ json, text, header }: HttpResponse) {
  const inBody = walk(json ?? text, 12).map(({ steps, value: given }) => {
    const value = toToken(given);
    return { path: toPath(steps), value, score: scoreText(steps, value) };
  });
  const inHeaders = lexicon.TOKEN_HEADERS.map((name, place) => {
    return { path: `@header.${name}`, value: toToken(header(name)), score: 0.8 - place / 100 };
  });
  const tokens = [...inBody, ...inHeaders].filter(({ value, score }) => value && score > 0);
  return tokens.sort((a, b) => b.score - a.score);
}

/** Scores a text by its key, and by what is around it. */
function scoreText(steps: readonly Step[], text: string): number {
  const names = steps.filter((step) => typeof step === 'string').map(toPlain);
  const [key = '', holder = ''] = names.slice(-2).reverse();
  const ofHolder = lexicon.TOKEN_WORDS.get(holder) ?? 0;
  // `{token: {value: …}}`
  const ofValue = lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0;
  const named = lexicon.TOKEN_WORDS.get(key) ?? ofValue;
  const isOpaque = text.length >= 16 && /\d/.test(text);
  // A response that is only one text is the token.
  const unnamed = steps.length === 0 ? 0.8 : 0.3;
  const score = isOpaque ? named || unnamed : named;
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isUnclear = isOneOfSeveral || /refresh|[cx]srf|device|reset/.test(names.join());
  return score * (isOfOther(steps) ? 0.8 : 1) * (isUnclear ? 0.5 : 1);
}

const STEP_WORDS: readonly (readonly [SignInStep, RegExp])[] = [
  ['captcha', /captcha/],
  ['passwordChange', /password (?:must be )?(?:expired|change|reset)|(?:change|new) password\b/],
  [
    'secondFactor',
    /\bmfa|[2t] ?fa(?:\b|required)|\bt?otp\b|(?:two|second|multi) ?factor|verification code|authenticator/,
  ],
];
/** Keys that demand a step. `mfa_enabled` and `password_expired_at` don't. */
const DEMAND =
  /^(?!.*\b(?:not|at|methods|types)\b).*(?:requir|need|must|expired|challenge|pending|captcha$|(?:otp|fa|factor)(?: code)? (?:token|session|sent)$)/;
/** Keys of codes and messages. */
const TEXT_KEY =
  /\b(?:code|stat|error|result|challenge|step|action|reason|outcome|message|msg|detail|title|desc)/;

/** Finds the further step that a sign-in asks for, such as a code. If there is a token too, prose isn't searched, only codes and flags. */
function readSignInStep(json: unknown, isSignedIn: boolean) {
  const ofSignIn = walk(json, 4).filter(({ steps }) => !isOfOther(steps));
  const texts = ofSignIn.flatMap(({ steps, value }) => {
    const key = toPlainWords(lastKey(steps).slice(0, 200));
    const text = toText(value).slice(0, 400);
    const isSearched = TEXT_KEY.test(key) && !(isSignedIn && /\s/.test(text));
    return [DEMAND.test(key) && isFilled(value) ? key : '', isSearched ? toPlainWords(text) : ''];
  });
  const step = STEP_WORDS.find(([, words]) => words.test(texts.join('\n')));
  return step?.[0];
}

/** Whether a value is of a user, a plan or the like. Sessions and credentials are the token's own. */
function isOfOther(steps: readonly Step[]): boolean {
  const names = steps.slice(0, -1).map((step) => toPlain(String(step)));
  return names.some((name) => lexicon.OTHER_THINGS.has(name) && !/^(?:session|cred)/.test(name));
}

// The end of the session

/** `expiresIn`, `expires_at`, `exp`, `accessTokenExpiry`, `sessionValidityInSeconds`, `ttl_minutes`. */
const END_KEY =
  /^(?:token|access|auth|session|jwt|api|key|ticket)*(?:expir(?:es?|ed|y|ation)|exp|valid(?:until|till|to|for|ity)|lifetime|ttl)(?:at|on|in|date|time)?(?:utc|ms|s|sec|seconds|minutes|hours)?$/;
/** Objects beside the token that speak of it: `session: {expires}`. */
const TOKEN_OBJECT = /^(?!.*refresh).*(?:token|session|auth)/;

/**
 * Returns the earliest end that the response names beside the token or inside it, or else that of the requested
 * lifetime. An end within a minute says nothing: `expiresIn: 48`.
 * @returns epoch milliseconds of this machine
 */
function readSessionEnd(
  response: HttpResponse,
  token: TokenCandidate | undefined,
  requestedMs: number,
): number {
  const { json, receivedAt } = response;
  const place = parsePath(token?.path ?? '') ?? [];
  const beside = walk(json, 12).filter(({ steps }) =>
    steps
      .slice(0, -1)
      .every((step, depth) => step === place[depth] || TOKEN_OBJECT.test(toPlain(String(step)))),
  );
  const ends = [...beside, ...walk(claimsOf(token?.value), 1)].flatMap(({ steps, value }) => {
    const key = lastKey(steps);
    const time = readTime(value)?.at;
    const end =
      time === undefined
        ? receivedAt + readLifetime(key, value, requestedMs)
        : time + clockLagOf(response.header('Date'), receivedAt);
    const isEnd = END_KEY.test(toPlain(key)) && end >= receivedAt + MINUTE;
    return isEnd ? end : [];
  });
  return ends.length > 0 ? Math.min(...ends) : receivedAt + requestedMs;
}

/** Reads the claims of a JWT. They aren't verified, because there is no key. */
function claimsOf(token = ''): unknown {
  return tryParseJson(Buffer.from(token.split('.', 2)[1] ?? '', 'base64').toString());
}

/** Reads milliseconds. A number without a unit is seconds or milliseconds: what is nearer to the requested lifetime. */
function readLifetime(key: string, value: unknown, requestedMs: number): number {
  const amount = readAmount(value);
  if (amount === undefined) {
    return readDuration(toText(value)) ?? 0;
  }
  // The same factor separates both from the requested lifetime.
  const isSeconds = amount * Math.sqrt(SECOND) <= requestedMs;
  return amount * (readUnit(toWords(key).at(-1) ?? '') ?? (isSeconds ? SECOND : 1));
}
