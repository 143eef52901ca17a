import type { ServiceResponse } from './extraction';
import { isObject, walk } from './json';
import { toPlain, toWords } from './keys';
import { STRANGERS } from './lexicon';

// What a service wants of a person before it signs them in.

/** A code of a second factor, a solved captcha, or a new password. */
export type NextStep = 'secondFactor' | 'captcha' | 'passwordChange';

interface NextStepRule {
  readonly step: NextStep;
  /** Keys, in plain form, that say so wherever they are filled: `mfa_token`, `captchaRequired: true`. */
  readonly key: RegExp;
  /** Keys that say so where nothing else in the response says that the person is signed in. */
  readonly weakKey: RegExp;
  /** Words of a code (`SOFTWARE_TOKEN_MFA`) or of a sentence. */
  readonly words: RegExp;
}

/** The first that fits holds: a challenge may be a second factor or say which other step it is. */
const NEXT_STEP_RULES: readonly NextStepRule[] = [
  {
    step: 'captcha',
    key: /^(?:requires?|needs?)?(?:re|h)?captcha(?:required|needed|challenge)$|^(?:requires?|needs?)(?:re|h)?captcha$/,
    weakKey: /captcha/,
    words: /captcha/,
  },
  {
    step: 'passwordChange',
    key: /^(?:must|force|requires?|needs?)(?:to)?(?:password(?:change|reset|update)|(?:change|reset|update)password)|^(?:change|reset)password(?:required|needed)$|^(?:is)?password(?:expired|mustchange|mustbechanged|(?:change|reset|update)(?:required|needed))$/,
    weakKey: /^(?:change|reset|new)password/,
    words:
      /new password required|password (?:has )?expired|password (?:must|needs|has) (?:to )?be (?:changed|reset)|(?:change|reset) (?:your |the )?password|password (?:change|reset) (?:is )?required|(?:must|force) (?:change|reset) password/,
  },
  {
    step: 'secondFactor',
    key: /^(?:(?:requires?|needs?|awaiting|pending)(?:mfa|otp|totp|2fa|tfa|two|second|multi)|(?:mfa|otp|totp|2fa|tfa|twofactor|secondfactor|multifactor)(?:auth|authentication|code)?(?:required|needed|pending|challenge|token|session|ticket|sent|state)$)/,
    weakKey:
      /^(?:mfa|otp|totp|2fa|tfa|twofactor|secondfactor|multifactor)(?:auth|authentication|methods|type|types|factors)?$|^challenge(?:name|id|token)?$|^factors$/,
    words:
      /\b(?:mfa|otp|totp|2 ?fa|tfa)\b|\b(?:two|second|multi) factor|verification code|one time (?:code|pass)|authenticator/,
  },
];

/** Keys of codes that say how a sign-in went. */
const CODE_KEYS: ReadonlySet<string> = new Set(
  `code error errorcode errors status state result challenge challengename nextstep next step action nextaction
  requiredaction reason authstatus outcome errortype flow stage`.split(/\s+/),
);
const SENTENCE_KEYS: ReadonlySet<string> = new Set(
  'message msg detail title errordescription description errormessage'.split(' '),
);

const LIMITS = { depth: 4, visits: 400, elements: 20 };
const MAX_CODE = 60;
const MAX_SENTENCE = 400;

/**
 * What the response of a sign-in asks for, whatever its HTTP status. Where the response holds what is plainly a
 * token (`signedIn`), only a code or a flag that says so counts: a hint in a sentence is none.
 */
export function readNextStep(
  { json }: Pick<ServiceResponse, 'json'>,
  { signedIn = false }: { readonly signedIn?: boolean } = {},
): NextStep | undefined {
  const visits = walk(json, LIMITS).filter(({ path }) => !isOfStranger(path));
  return NEXT_STEP_RULES.find((rule) =>
    visits.some(({ path, value }) => {
      const key = toPlain(String(path.findLast((step) => typeof step === 'string') ?? ''));
      if (isFilled(value) && (rule.key.test(key) || (!signedIn && rule.weakKey.test(key)))) {
        return true;
      }
      if (typeof value !== 'string') {
        return false;
      }
      const isCode = CODE_KEYS.has(key) && value.length <= MAX_CODE;
      const isSentence =
        !signedIn && (SENTENCE_KEYS.has(key) || CODE_KEYS.has(key)) && value.length <= MAX_SENTENCE;
      return (isCode || isSentence) && rule.words.test(toWordText(value));
    }),
  )?.step;
}

function toWordText(text: string): string {
  const words: string[] = [];
  // The words of a key are cut after 80 characters; a sentence is read piece by piece.
  for (let at = 0; at < text.length; at += 80) {
    words.push(...toWords(text.slice(at, at + 80)));
  }
  return words.join(' ');
}

function isOfStranger(path: readonly (string | number)[]): boolean {
  return path.slice(0, -1).some((step) => STRANGERS.has(toPlain(String(step))));
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|false|no|none|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  if (isObject(value)) {
    return Object.keys(value).length > 0;
  }
  if (Array.isArray(value)) {
    return value.length > 0;
  }
  return value === true || (typeof value === 'number' && value !== 0);
}
