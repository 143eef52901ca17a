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
  readonly known?: Path | undefined;
  readonly picks?: Picks['fields'];
}

export type TokenRead = ReturnType<typeof readToken>;

/** Never log the token. */
export function readToken(
  response: HttpResponse,
  { requestedLifetimeMs, known, picks }: TokenOptions,
) {
  const candidates = findTokens(response);
  const [best] = candidates;
  const score = best?.score ?? 0;
  const isClear =
    score >= 0.7 &&
    candidates.every((one) => one.score < score - 0.01 || one.value === best?.value);
  const signInStep = readSignInStep(response.json, score > 0.81);
  const isRefused = signInStep !== undefined || isErrorReport(response);
  const at = (path: Path) => candidates.find((one) => one.path === path);
  const found = isRefused ? undefined : (at(known ?? '') ?? (isClear ? best : undefined));
  const token = picks?.token?.map(at).find((one) => one !== undefined) ?? found;
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

/** One word that is no URL, e-mail address, date, JSON or HTML. */
const TOKEN_FORM =
  /^(?![{[<"']|https?:|[^@]{1,200}@[^@]{1,200}\.[a-z]{2,}$|\d{4}-\d\d-\d\d(?:T|$))[!-~]{4,16384}$/i;

function toToken(value: unknown): string {
  const text =
    typeof value === 'string' ? value.trim().replace(/^(?:bearer|token|jwt)\s{1,8}/i, '') : '';
  return TOKEN_FORM.test(text) && !lexicon.NO_TOKENS.has(text.toLowerCase()) ? text : '';
}

function findTokens({ json, text, header }: HttpResponse) {
  const inBody = walk(json ?? text, 12).map(({ steps, value: given }) => {
    const value = toToken(given);
    return { path: toPath(steps), value, score: scoreText(steps, value) };
  });
  const inHeaders = lexicon.TOKEN_HEADERS.map((name, i) => {
    return { path: `@header.${name}`, value: toToken(header(name)), score: 0.8 - i / 100 };
  });
  const found = [...inBody, ...inHeaders].filter(({ value, score }) => value !== '' && score > 0);
  return found.sort((a, b) => b.score - a.score);
}

function scoreText(steps: readonly Step[], text: string): number {
  const names = steps.filter((step) => typeof step === 'string').map(toPlain);
  const key = names.at(-1) ?? '';
  const holder = names.at(-2) ?? '';
  const ofHolder = lexicon.TOKEN_WORDS.get(holder) ?? 0;
  const named =
    lexicon.TOKEN_WORDS.get(key) ?? (lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0);
  const isOpaque = text.length >= 16 && /\d/.test(text);
  const opaqueScore = steps.length === 0 ? 0.8 : 0.3;
  const unnamed = isOpaque ? opaqueScore : 0;
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isOther = isOneOfSeveral || /refresh|csrf|xsrf|device|reset/.test(names.join());
  return (
    (named * (isOpaque ? 1 : 0.95) || unnamed) * (isOfOther(steps) ? 0.8 : 1) * (isOther ? 0.5 : 1)
  );
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
