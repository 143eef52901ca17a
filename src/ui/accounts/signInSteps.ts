import { parseBaseUrl, type BaseUrl } from '../../service/address';
import { DEFAULT_LIFETIME_MS, LIFETIME_PRESETS_MS, parseLifetime } from '../../session/lifetime';
import { toAddressProblemText } from '../texts/addressText';
import { toLifetimeProblemText } from '../texts/lifetimeText';
import { toDurationText } from '../texts/timeText';
import { askChoice, askText, type Answered, type Step, type TextStep } from './wizard';
import { t } from '../l10n';
import type { SafeQuickPickItem } from '../window';
import { toSafeText, type SafeText } from '../../base/text';

/** What a sign-in has so far. The password is in it from its step until the call has ended. */
export interface SignInDraft {
  baseUrl: BaseUrl | undefined;
  /** The address as typed. */
  address: string;
  email: string;
  password: string;
  /** Milliseconds; absent until the person has chosen. */
  lifetimeMs: number | undefined;
  /** Why the last attempt failed; shown once, at the password. */
  problem: SafeText | undefined;
}

/** The address, as a step of its own command too. */
export function addressQuestion(address: string): TextStep {
  return {
    prompt: t('Address of the monitoring service'),
    placeholder: toSafeText('https://api.example.com/v1', 100),
    value: address,
    validate: (text) => {
      const { problem } = parseBaseUrl(text);
      return problem && toAddressProblemText(problem);
    },
  };
}

export function addressStep(draft: SignInDraft): Step {
  return async (position) =>
    take(await askText(position, addressQuestion(draft.address)), (address) => {
      draft.address = address;
      draft.baseUrl = parseBaseUrl(address).baseUrl;
    });
}

export function emailStep(draft: SignInDraft): Step {
  return async (position) =>
    take(
      await askText(position, {
        prompt: t('E-mail of your account at {0}', toSafeText(draft.baseUrl!.host, 100)),
        placeholder: t('you@example.com'),
        value: draft.email,
        validate: (text) => (/\S@\S/.test(text) ? undefined : t('Enter the e-mail of your account.')),
      }),
      (email) => (draft.email = email.trim()),
    );
}

export function passwordStep(draft: SignInDraft): Step {
  return async (position) => {
    const problem = draft.problem;
    draft.problem = undefined;
    const answered = await askText(position, {
      prompt: t('Password of {0}. Used for this one call and never kept.', toSafeText(draft.email, 100)),
      placeholder: t('Signing in takes 1 call'),
      password: true,
      validate: (text) => (text === '' ? t('Enter the password.') : undefined),
      ...(problem === undefined ? {} : { problem }),
    });
    return take(answered, (password) => (draft.password = password));
  };
}

type LifetimeItem = SafeQuickPickItem & { readonly lifetimeMs?: number };

export function lifetimeStep(draft: SignInDraft): Step {
  return async (position) => {
    const items: LifetimeItem[] = [
      ...LIFETIME_PRESETS_MS.map((lifetimeMs) => ({
        lifetimeMs,
        ...(lifetimeMs === DEFAULT_LIFETIME_MS
          ? { label: t('24 hours'), description: t("the service's default") }
          : { label: toDurationText(lifetimeMs) }),
      })),
      { label: t('Other…'), description: t('as 12h or 90d') },
    ];
    const placeholder = t('How long shall the session last?');
    const answered = await askChoice(position, items, { placeholder });
    if (typeof answered === 'object' && answered.value.lifetimeMs === undefined) {
      return otherLifetimeStep(draft)({ ...position, canGoBack: true });
    }
    return take(answered, ({ lifetimeMs }) => (draft.lifetimeMs = lifetimeMs));
  };
}

function otherLifetimeStep(draft: SignInDraft): Step {
  return async (position) => {
    const answered = await askText(position, {
      prompt: t('How long shall the session last? A number and a unit: 12h, 90d, 2w'),
      placeholder: toSafeText('90d', 10),
      validate: (text) => {
        const parsed = parseLifetime(text);
        return 'problem' in parsed ? toLifetimeProblemText(parsed.problem) : undefined;
      },
    });
    if (answered === 'back') {
      return lifetimeStep(draft)(position);
    }
    return take(answered, (text) => {
      const parsed = parseLifetime(text);
      draft.lifetimeMs = 'ms' in parsed ? parsed.ms : undefined;
    });
  };
}

function take<T>(answered: Answered<T>, keep: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (typeof answered === 'string') {
    return answered;
  }
  keep(answered.value);
  return 'next';
}
