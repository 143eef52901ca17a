import { walk } from '../base/json';
import { lastKey, toPath, type Path, type Step } from '../base/path';
import { isFilled } from '../base/scalar';
import { maskToken } from '../base/secretValues';
import { toPlainWords } from '../base/words';
import type { SignInStep } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isErrorReport } from './readOutcome';
import * as lexicon from './lexicon';
import type { Picks } from './picker/picks';
import { readSessionEnd } from './sessionEnd';
import { toPlain } from './words';

export interface TokenOptions {
  /** Requested by the extension, or the service's default. */
  readonly requestedLifetimeMs: number;
  /** The path of the earlier token. */
  readonly savedPath?: Path | undefined;
  readonly picks?: Picks['fields'];
}

export type TokenRead = ReturnType<typeof readToken>;

/** A text that may be the token. */
interface TokenCandidate {
  readonly path: Path;
  readonly value: string;
  readonly score: number;
}

/** `id_token` (0.7) is the least clear name. */
const MIN_SCORE = 0.7;
/** With `access_token` or `token`, prose isn't searched for a further step. */
const CLEAR_SCORE = 0.81;

/** Never log the token. */
export function readToken(
  response: HttpResponse,
  { requestedLifetimeMs, savedPath, picks }: TokenOptions,
) {
  const candidates = findTokens(response);
  const signInStep = readSignInStep(response.json, (candidates[0]?.score ?? 0) > CLEAR_SCORE);
  const isRefused = signInStep !== undefined || isErrorReport(response);
  const at = (path: Path) => candidates.find((candidate) => candidate.path === path);
  const picked = picks?.token?.flatMap((path) => at(path) ?? [])[0];
  const likely = isRefused ? undefined : (at(savedPath ?? '') ?? clearOf(candidates));
  const token = picked ?? likely;
  const mayAsk = token === undefined && (!isRefused || signInStep === 'passwordChange');
  const asked = mayAsk ? candidates.slice(0, 8) : [];
  return {
    ...(token && { token }),
    /** Epoch milliseconds. */
    expiresAt: readSessionEnd(response, token, requestedLifetimeMs),
    ...(signInStep && { signInStep }),
    /** Possible tokens for the user to choose from. A preview is too short to be used. */
    choices: asked.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

/** Returns the best candidate if its name is clear, and no other text is as likely. */
function clearOf([best, ...rivals]: readonly TokenCandidate[]): TokenCandidate | undefined {
  if (best === undefined || best.score < MIN_SCORE) {
    return undefined;
  }
  const isRivaled = rivals.some(
    ({ score, value }) => score >= best.score - 0.01 && value !== best.value,
  );
  return isRivaled ? undefined : best;
}

/** One word that is no URL, e-mail address, date, JSON or HTML. */
const TOKEN_FORM =
  /^(?![{[<"']|https?:|[^@]{1,200}@[^@]{1,200}\.[a-z]{2,}$|\d{4}-\d\d-\d\d(?:T|$))[!-~]{4,16384}$/i;

function toToken(value: unknown): string {
  const text =
    typeof value === 'string' ? value.trim().replace(/^(?:bearer|token|jwt)\s{1,8}/i, '') : '';
  return TOKEN_FORM.test(text) && !lexicon.NO_TOKENS.has(text.toLowerCase()) ? text : '';
}

/** Lists the texts that may be the token, best first. */
function findTokens({ json, text, header }: HttpResponse): readonly TokenCandidate[] {
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
  const key = names.at(-1) ?? '';
  const ofHolder = lexicon.TOKEN_WORDS.get(names.at(-2) ?? '') ?? 0;
  // `{token: {value: …}}`
  const ofValue = lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0;
  const named = lexicon.TOKEN_WORDS.get(key) ?? ofValue;
  const isOpaque = text.length >= 16 && /\d/.test(text);
  let score = named * (isOpaque ? 1 : 0.95);
  if (named === 0 && isOpaque) {
    // A response that is only one text is the token.
    score = steps.length === 0 ? 0.8 : 0.3;
  }
  if (isOfOther(steps)) {
    score *= 0.8;
  }
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isOther = /refresh|csrf|xsrf|device|reset/.test(names.join());
  return isOneOfSeveral || isOther ? score / 2 : score;
}

const STEP_WORDS: Readonly<Record<SignInStep, RegExp>> = {
  captcha: /captcha/,
  passwordChange:
    /password (?:has |must )?(?:be )?(?:expired|change|reset|update)|(?:change|reset|new) (?:your )?password\b/,
  secondFactor:
    /\bmfa|[2t] ?fa(?:\b|required)|\bt?otp\b|(?:two|second|multi) ?factor|verification code|\bone time\b|authenticator/,
};
/** Keys that demand a step. `mfa_enabled` and `password_expired_at` don't. */
const DEMAND =
  /^(?!.*\b(?:not|at|after|methods|types)\b).*(?:requir|need|must|force|expired|challenge|pending|await|captcha(?: id| url)?$|(?:otp|fa|factor)(?: auth| code)? (?:token|session|ticket|state|sent)$|^(?:change|reset) password$)/;
/** Keys of codes and messages. */
const TEXT_KEY =
  /\b(?:code|stat|error|result|challenge|step|action|reason|outcome|flow|stage|message|msg|detail|title|desc)/;

/** Reads the extra step. If there is a token too, prose isn't searched, only codes and flags. */
export function readSignInStep(json: unknown, isSignedIn = false): SignInStep | undefined {
  const texts = walk(json, 4).flatMap(({ steps, value }) => {
    const key = isOfOther(steps) ? '' : toPlainWords(lastKey(steps).slice(0, 200));
    const isText =
      typeof value === 'string' && TEXT_KEY.test(key) && !(isSignedIn && /\s/.test(value));
    return [
      isFilled(value) && DEMAND.test(key) ? key : '',
      isText ? toPlainWords(value.slice(0, 400)) : '',
    ];
  });
  const text = texts.join('\n');
  return (Object.keys(STEP_WORDS) as SignInStep[]).find((step) => STEP_WORDS[step].test(text));
}

const OTHERS =
  /^(?:user|account|profile|customer|member|organi[sz]ation|company|team|tenant|project|plan|subscription|licen[sc]e|device|client|app(?:lication)?)$/;
const isOfOther = (steps: readonly Step[]) =>
  steps.slice(0, -1).some((step) => OTHERS.test(toPlain(String(step))));
