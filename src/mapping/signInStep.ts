import { walk } from '../base/json';
import { lastKey, type Step } from '../base/path';
import type { SignInStep } from '../service/errors';
import { isFilled } from './errorText';
import { toPlain, toPlainWords, wordSet } from './words';

const WORDS: Readonly<Record<SignInStep, RegExp>> = {
  captcha: /captcha/,
  passwordChange:
    /\bpassword (?:has )?expired\b|\bpassword (?:must be )?(?:change|reset)|\b(?:change|reset|new) (?:your )?password\b/,
  secondFactor:
    /\b(?:mfa|t?otp|(?:requires)?[2t]fa\b|(?:two|second|multi) ?factor|verification code|one time|authenticator)/,
};
/** Keys that demand a step. `mfa_enabled` doesn't. */
const DEMAND =
  /requir|need|must|force|expired|challenge|pending|await|captcha(?: id| url)?$|(?:mfa|otp|fa|factor) (?:token|session|ticket|state|sent)$/;
/** Keys of codes and messages. */
const TEXT_KEY =
  /\b(?:code|stat(?:us|e)|errors?|result|challenge|step|action|reason|outcome|flow|stage|message|msg|detail|title|description)/;

/** Reads the extra step. If there is a token too, prose isn't searched, only codes and flags. */
export function readSignInStep(json: unknown, isSignedIn = false): SignInStep | undefined {
  const own = walk(json, 4).filter(({ steps }) => !isAboutSomethingElse(steps));
  const texts = own.flatMap(({ steps, value }) => {
    const key = toPlainWords(lastKey(steps));
    const isText = typeof value === 'string' && TEXT_KEY.test(key) && !(isSignedIn && /\s/.test(value));
    return [isFilled(value) && DEMAND.test(key) ? key : '', isText ? toPlainWords(value.slice(0, 400)) : ''];
  });
  return (Object.keys(WORDS) as SignInStep[]).find((step) => texts.some((text) => WORDS[step].test(text)));
}

const OTHER_SUBJECTS = wordSet(
  'user account profile customer member organization company team tenant project plan license device client app',
);

export function isAboutSomethingElse(steps: readonly Step[]): boolean {
  return steps.slice(0, -1).some((step) => OTHER_SUBJECTS.has(toPlain(String(step))));
}
