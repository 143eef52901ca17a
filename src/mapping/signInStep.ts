import { walk } from '../base/json';
import { lastKey, type Step } from '../base/path';
import type { SignInStep } from '../service/errors';
import { isFilled } from './errorText';
import { toPlain, toPlainWords, wordSet } from './words';

const SIGN_IN_STEPS: readonly (readonly [SignInStep, keys: RegExp, texts: RegExp])[] = [
  ['captcha', /captcha(?:required|needed|challenge|id|url)?$|(?:requires?|needs?)captcha$/, /\bcaptcha\b/],
  [
    'passwordChange',
    /^(?:must|force|requires?|needs|is)?(?:(?:change|reset|new)password|password(?:must)?(?:change|reset|update|expired))(?:required)?$/,
    /\bpassword (?:has )?expired\b|\bpassword (?:must|change|reset) (?:be )?(?:changed?|required)|\b(?:change|reset) (?:your )?password\b|\bnew password required/,
  ],
  [
    'secondFactor',
    /(?:mfa|otp|2fa|tfa|(?:two|second|multi)factor(?:auth(?:entication)?)?)(?:code)?(?:required|token|session|ticket|challenge|pending|state|sent)$|(?:requires?|needs|awaiting|pending)(?:mfa|t?otp|2fa|tfa|twofactor)/,
    /\b(?:mfa|t?otp|2 ?fa|tfa|(?:two|second|multi) factor|verification code|one time (?:code|password)|authenticator)\b/,
  ],
];
/** Keys of codes and messages. */
const TEXT_KEY =
  /^(?!.*(?:next|page).*token$)(?:(?:(?:error|auth)?(?:code|stat(?:us|e))|errortype|errors?)$|.*(?:result|challenge|step|next|action|reason|outcome|flow|stage|message|msg|detail|title|description))/;
const MAX_TEXT = 400;

/** Reads the extra step. If there is a token too, prose isn't searched, only codes and flags. */
export function readSignInStep(json: unknown, isSignedIn = false): SignInStep | undefined {
  const own = walk(json, 4).filter(({ steps }) => !isAboutSomethingElse(steps));
  const fields = own.map(({ steps, value }) => {
    const key = toPlain(lastKey(steps));
    const isText = TEXT_KEY.test(key) && typeof value === 'string' && !(isSignedIn && /\s/.test(value));
    return { key, isFilled: isFilled(value), words: isText ? toPlainWords(value.slice(0, MAX_TEXT)) : '' };
  });
  const found = SIGN_IN_STEPS.find(([, keys, texts]) =>
    fields.some((field) => texts.test(field.words) || (field.isFilled && keys.test(field.key))),
  );
  return found?.[0];
}

const OTHER_SUBJECTS = wordSet(`
  user account profile customer member organization organisation company team tenant project plan subscription license
  licence device client app application
`);

export function isAboutSomethingElse(steps: readonly Step[]): boolean {
  return steps.slice(0, -1).some((step) => OTHER_SUBJECTS.has(toPlain(String(step))));
}
