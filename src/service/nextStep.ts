import type { HttpResponse } from './httpResponse';
import { toPlain, toWords, wordSet } from './mapping/keys';
import type { Path } from './mapping/mapping';
import { firstEntries, isArray, isObject } from '../base/json';
import { isFilled } from './readError';

// What a service wants of a user before it signs them in.

/** A code of a second factor, a solved captcha, or a new password. */
export type NextStep = 'secondFactor' | 'captcha' | 'passwordChange';

/** Words for it: of keys that are filled where it is wanted, and of what codes and sentences say. The first that fits holds. */
const NEXT_STEPS: readonly {
  readonly step: NextStep;
  readonly keys: ReadonlySet<string>;
  readonly words: readonly string[];
}[] = [
  {
    step: 'captcha',
    keys: wordSet(`
      captcharequired captchaneeded captchachallenge recaptcharequired hcaptcharequired requirecaptcha
      requirescaptcha needcaptcha needscaptcha captchaurl captchaid captchatoken captcha
    `),
    words: ['captcha'],
  },
  {
    step: 'passwordChange',
    keys: wordSet(`
      mustchangepassword forcepasswordchange passwordchangerequired passwordexpired passwordresetrequired
      requirepasswordchange requirespasswordchange passwordmustchange forcechangepassword mustresetpassword
      changepasswordrequired needspasswordchange requiresnewpassword newpasswordrequired ispasswordexpired
      forcepasswordreset passwordupdaterequired requirespasswordreset
    `),
    words: [
      'new password required',
      'password expired',
      'password has expired',
      'password must be changed',
      'password must change',
      'password change required',
      'password reset required',
      'change your password',
      'reset your password',
      'must change password',
      'must change your password',
      'force change password',
    ],
  },
  {
    step: 'secondFactor',
    keys: wordSet(`
      mfarequired mfatoken mfasession mfaticket mfachallenge mfapending mfacoderequired mfastate requiresmfa
      requiremfa needsmfa otprequired otptoken requiresotp requireotp otpsent totprequired requirestotp
      2farequired requires2fa require2fa 2fatoken tfarequired requirestfa tfatoken twofactorrequired
      twofactorauthrequired requirestwofactor requiretwofactor twofactortoken twofactorpending
      requirestwofactorauthentication secondfactorrequired multifactorrequired awaitingmfa pendingmfa
      awaiting2fa pending2fa twofactorcoderequired twofactorauthenticationrequired mfa otp totp 2fa tfa
      twofactor twofactorauth mfamethods mfatypes mfatype twofactormethods challenge challengename challengeid
      challengetoken factors
    `),
    words: [
      'mfa',
      'otp',
      'totp',
      '2fa',
      '2 fa',
      'tfa',
      'two factor',
      'second factor',
      'multi factor',
      'verification code',
      'one time code',
      'one time password',
      'authenticator',
    ],
  },
];

/** Keys that say so only where nothing else in the response says that the user is signed in. */
const WEAK_STEP_KEYS = wordSet(`
  captcha captchaurl captchaid captchatoken mfa otp totp 2fa tfa twofactor twofactorauth mfamethods mfatypes
  mfatype twofactormethods challenge challengename challengeid challengetoken factors
`);

/** Keys of codes that say how a sign-in went. */
const CODE_KEYS = wordSet(`
  code error errorcode errors status state result challenge challengename nextstep next step action nextaction
  requiredaction reason authstatus outcome errortype flow stage
`);
const SENTENCE_KEYS = wordSet('message msg detail title errordescription description errormessage');

const STEP_LIMITS = { depth: 4, visits: 400, elements: 20 };
const MAX_CODE = 60;
const MAX_SENTENCE = 400;

/**
 * What the response of a sign-in asks for, whatever its HTTP status. Where the response holds what is plainly a
 * token (`signedIn`), only a code or a flag that says so counts: a hint in a sentence is none.
 */
export function readNextStep(
  { json }: Pick<HttpResponse, 'json'>,
  { signedIn = false }: { readonly signedIn?: boolean } = {},
): NextStep | undefined {
  const visits = walk(json, STEP_LIMITS).filter(({ path }) => !isInStranger(path));
  return NEXT_STEPS.find(({ keys, words }) =>
    visits.some(({ path, value }) => {
      const key = toPlain(String(path.findLast((step) => typeof step === 'string') ?? ''));
      if (keys.has(key) && isFilled(value) && !(signedIn && WEAK_STEP_KEYS.has(key))) {
        return true;
      }
      if (typeof value !== 'string') {
        return false;
      }
      const isCode = CODE_KEYS.has(key) && value.length <= MAX_CODE;
      const isSentence =
        !signedIn && (SENTENCE_KEYS.has(key) || CODE_KEYS.has(key)) && value.length <= MAX_SENTENCE;
      const text = isCode || isSentence ? ` ${toWordText(value)} ` : '';
      return words.some((word) => text.includes(` ${word} `));
    }),
  )?.step;
}

function toWordText(text: string): string {
  // The words of a key are cut after 80 characters; a sentence is read piece by piece.
  return (text.match(/[^]{1,80}/g) ?? []).flatMap(toWords).join(' ');
}

/** Objects that describe someone or something else than the sign-in. */
const STRANGERS = wordSet(`
  user account profile customer member organization organisation company team tenant project plan
  subscription license licence device client app application
`);

/** Whether what is at a path is of someone or something else. */
export function isInStranger(path: Path): boolean {
  return path.slice(0, -1).some((step) => STRANGERS.has(toPlain(String(step))));
}

/** One value of a response, with where it is. */
export interface Visit {
  readonly path: Path;
  readonly value: unknown;
  /** The object or array that holds it; absent for the root. */
  readonly holder?: Visit;
  /** What the visited value holds, as far as it was looked at. */
  readonly members: Visit[];
}

/** Every value of a response, the outer ones first, to a depth and a number that bound the work. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly Visit[] {
  const visits: Visit[] = [{ path: [], value: root, members: [] }];
  // Grows on the way; once it is full, there is no room for more.
  for (const holder of visits) {
    if (holder.path.length >= limits.depth) {
      continue;
    }
    const room = Math.min(limits.visits - visits.length, limits.elements);
    for (const [step, value] of stepsOf(holder.value, room)) {
      const visit = { path: [...holder.path, step], value, holder, members: [] };
      holder.members.push(visit);
      visits.push(visit);
    }
  }
  return visits;
}

function stepsOf(value: unknown, limit: number): readonly (readonly [string | number, unknown])[] {
  if (isArray(value)) {
    return value.slice(0, limit).map((child, i) => [i, child] as const);
  }
  return isObject(value) ? firstEntries(value, limit) : [];
}
