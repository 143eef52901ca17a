import { tryParseJson, walk } from '../base/json';
import { lastKey, toPath, type Path, type Step } from '../base/path';
import { isFilled, readAmount, toText } from '../base/scalar';
import { maskToken } from '../base/secretValues';
import { DAY, readDuration, readTime, readUnit } from '../base/time';
import { toPlainWords } from '../base/words';
import type { SignInStep } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isErrorReport } from './errorText';
import * as lexicon from './lexicon';
import type { Picks } from './picker/picks';
import { toPlain, toWords } from './words';

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
    /** Epoch milliseconds: the earliest plausible expiry, or the requested one. */
    expiresAt: readEnd(response, token?.value ?? '', requestedLifetimeMs),
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

const EXPIRY =
  /^(?:token|access|auth|session|jwt|bearer|api|key|login|ticket)*(?:expir(?:e|es|ed|y|ation)(?:at|on|in|date|time)?|exp|valid(?:until|till|to|for|ity)?|leaseduration|lifetime|ttl|timeout)(?:utc|m?s|(?:milli)?sec(?:ond)?s?|min(?:ute)?s?|hrs?|hours?|days?)?$/;

/** Returns the earliest future expiry, because expired tokens fail. */
function readEnd(response: HttpResponse, token: string, requestedMs: number) {
  const { json, header, receivedAt } = response;
  // The service's clock may be wrong.
  const behind = receivedAt - (Date.parse(header('Date') ?? '') || receivedAt);
  const isEnd = ({ steps }: { steps: readonly Step[] }) => EXPIRY.test(toPlain(lastKey(steps)));
  // The claims of a JWT. They aren't verified, because there is no key.
  const claims = tryParseJson(Buffer.from(token.split('.', 3)[1] ?? '', 'base64').toString());
  const found = [...walk(json, 12), ...walk(claims, 1)].filter(isEnd);
  const ends = found.map(({ steps, value }) => {
    const time = readTime(value)?.at;
    const amount = readAmount(value) ?? 0;
    // Seconds (RFC 6749), or milliseconds, which are mostly whole minutes.
    const isSeconds =
      amount !== requestedMs && (amount < 300_000 || (amount % 60_000 !== 0 && amount < 4e7));
    const unit = readUnit(toWords(lastKey(steps)).at(-1) ?? '') ?? (isSeconds ? 1_000 : 1);
    const life = readDuration(toText(value)) ?? amount * unit;
    return time === undefined ? receivedAt + life : time + behind;
  });
  const ahead = ends.filter((at) => at > receivedAt + 5_000 && at < receivedAt + 20 * 366 * DAY);
  return ahead.length > 0 ? Math.min(...ahead) : receivedAt + requestedMs;
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
