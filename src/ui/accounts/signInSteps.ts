import { parseBaseUrl, type BaseUrl } from '../../service/address';
import { parseLifetime, toLifetimeText } from '../../session/lifetime';
import { toAddressProblemText } from '../texts/addressText';
import { toLifetimeProblemText } from '../texts/lifetimeText';
import { toSignInCostText, type CallsAfter } from '../texts/signInText';
import { suggestAddress } from './suggestAddress';
import { askText, type Step, type StepPosition, type TextStep } from '../wizard';
import { t } from '../l10n';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';

/** Sign-in input. Holds the password only until the call ends. */
export interface SignInDraft {
  /** Has the default address. */
  readonly settings: { readonly address: string };
  /** Set once the address step is shown. */
  typedAddress: string | undefined;
  email: string;
  password: string;
  /** Milliseconds. */
  lifetimeMs: number;
  readonly callsAfter: CallsAfter;
  /** Last error, shown once at the password step. */
  problem: SafeText | undefined;
}

export function addressOf({ settings, typedAddress }: SignInDraft): string {
  return typedAddress ?? settings.address;
}

/** @throws TypeError if the address is invalid */
export function baseUrlOf(draft: SignInDraft): BaseUrl {
  const { baseUrl, problem } = parseBaseUrl(addressOf(draft));
  if (!baseUrl) {
    throw new TypeError(`no base URL: ${problem}`);
  }
  return baseUrl;
}

export function addressQuestion(address: string): TextStep {
  return {
    prompt: t('Address of the monitoring service'),
    placeholder: toSafeText('https://api.example.com/v1', 100),
    value: address,
    validate: (text) => {
      const { problem } = parseBaseUrl(text);
      return problem && toAddressProblemText(t, problem);
    },
    suggest: suggestAddress,
  };
}

export const ADDRESS_STEP = 0;
export const EMAIL_STEP = 1;
export const PASSWORD_STEP = 2;

export function toSteps(draft: SignInDraft): readonly Step[] {
  return [addressStep(draft), emailStep(draft), passwordStep(draft)];
}

function addressStep(draft: SignInDraft): Step {
  return async (position) => {
    const keep = (text: string): string => (draft.typedAddress = text);
    return toWay(await askText(position, { ...addressQuestion(addressOf(draft)), keep }));
  };
}

function emailStep(draft: SignInDraft): Step {
  return async (position) =>
    toWay(
      await askText(position, {
        prompt: t('E-mail for {0}', toSafeText(baseUrlOf(draft).host, 100)),
        placeholder: t('E-mail'),
        value: draft.email,
        validate: (text) => (/\S@\S/.test(text) ? undefined : t('Enter the e-mail of your account.')),
        keep: (text) => (draft.email = text.trim()),
      }),
    );
}

function passwordStep(draft: SignInDraft): Step {
  return async (position) => {
    for (;;) {
      const { problem, password } = draft;
      draft.problem = undefined;
      draft.password = '';
      const answered = await askText(position, {
        prompt: joinTexts(
          [
            t(
              'Password of {0}. Used once, never stored. Session: {1}.',
              toSafeText(draft.email, 100),
              t.formats.duration(draft.lifetimeMs),
            ),
            toSignInCostText(t, draft.callsAfter),
          ],
          ' ',
        ),
        // Screen readers use this as the input's name.
        placeholder: t('Password'),
        password: true,
        value: password,
        button: { icon: 'clock', tooltip: t('Session Length…') },
        validate: (text) => (text === '' ? t('Enter the password.') : undefined),
        keep: (text) => (draft.password = text),
        ...(problem === undefined ? {} : { problem }),
      });
      if (answered !== 'button') {
        if (typeof answered !== 'object') {
          draft.password = '';
        }
        return toWay(answered);
      }
      if ((await askLifetime(draft, { ...position, canGoBack: true })) === 'cancel') {
        draft.password = '';
        return 'cancel';
      }
    }
  };
}

async function askLifetime(draft: SignInDraft, position: StepPosition): Promise<'next' | 'back' | 'cancel'> {
  const answered = await askText(position, {
    prompt: t('How long should the session last? A number and a unit: 12h, 90d, 2w'),
    placeholder: toSafeText('90d', 10),
    value: toLifetimeText(draft.lifetimeMs),
    validate: (text) => {
      const parsed = parseLifetime(text);
      return 'problem' in parsed ? toLifetimeProblemText(t, parsed.problem) : undefined;
    },
  });
  const parsed = typeof answered === 'object' ? parseLifetime(answered.value) : undefined;
  if (parsed && 'ms' in parsed) {
    draft.lifetimeMs = parsed.ms;
  }
  return toWay(answered);
}

function toWay(
  answered: { readonly value: unknown } | 'back' | 'button' | 'cancel',
): 'next' | 'back' | 'cancel' {
  return typeof answered === 'object' ? 'next' : answered === 'button' ? 'back' : answered;
}
