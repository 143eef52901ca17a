import { toSafeText, type SafeText } from '../../base/text';
import { toCountText } from '../texts/costText';
import type { NextStep } from '../texts/errorText';
import type { Translator } from '../texts/formats';

export interface StepContext {
  /** Calls that a retry takes. */
  readonly calls: number;
  /** Epoch milliseconds from which the service takes calls again. */
  readonly retryAt: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What can be done about a failure, as a row or an item of a list. */
export interface StepText {
  /** A codicon's name. */
  readonly icon: string;
  readonly label: SafeText;
  /** The calls it takes; absent where it takes none. */
  readonly cost?: SafeText;
}

export function toStepText(t: Translator, step: NextStep, context: StepContext): StepText {
  const { calls, retryAt, now } = context;
  switch (step.kind) {
    case 'retry':
      return retryAt !== undefined && retryAt > now
        ? {
            icon: 'watch',
            label: t('Retry at {0}', t.formats.moment(retryAt, now)),
            cost: toCountText(t, calls),
          }
        : { icon: 'debug-restart', label: t('Retry'), cost: toCountText(t, calls) };
    case 'signIn':
      return { icon: 'sign-in', label: t('Sign In and Continue'), cost: toCountText(t, calls + 1) };
    case 'setServiceAddress':
      return { icon: 'globe', label: t('Set Service Address') };
    case 'useAddress':
      return { icon: 'globe', label: t('Use {0}', toSafeText(step.baseUrl.href, 100)) };
    case 'openSettings':
      return { icon: 'gear', label: t('Open Settings') };
    case 'showLog':
      return { icon: 'output', label: t('Show Log') };
    case 'chooseMapping':
      return { icon: 'question', label: t('Choose in the Last Response') };
    case 'allowOneMoreCall':
      return { icon: 'add', label: t('Allow One More Call'), cost: toCountText(t, 1) };
  }
}
