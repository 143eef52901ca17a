import { toSafeText, type SafeText, type Translate } from '../../base/text';
import { LimitReachedError } from '../../credits/errors';
import type { LimitState } from '../../credits/limit';
import type { Question } from '../../core/fieldPicks';
import { isStoppedBySession, type ListController } from '../../core/listController';
import { isRenewal, type ListFailure } from '../../monitors/monitorList';
import { isCallError } from '../../service/errors';
import type { Persistence } from '../../session/sessionStore';
import { toCountText } from '../texts/costText';
import { toErrorText, type NextStep } from '../texts/errorText';
import type { Translator } from '../texts/formats';
import { toSignInAndContinueText } from '../texts/signInText';
import type { Action } from './rows';

/** A notice above the monitors. */
export interface StateRow {
  /** Stable while the topic is the same. */
  readonly id: string;
  readonly label: SafeText;
  readonly detail: SafeText;
  /** Codicon name. */
  readonly icon: string;
  /** Theme color ID. */
  readonly color?: string;
  /** A click runs the first; the menu has the others. */
  readonly actions: readonly Action[];
}

export interface StateRows {
  readonly rows: readonly StateRow[];
  /** Full error, if any. */
  readonly failure: SafeText | undefined;
  /** Empty while a retry waits. */
  readonly steps: readonly Action[];
}

export interface StateSources {
  readonly controller: Pick<ListController, 'list' | 'sessionState' | 'retriesAt'>;
  /** Milliseconds until the session ends; absent unless soon. */
  readonly msLeft: number | undefined;
  readonly persistence: Persistence;
  readonly limit: LimitState | undefined;
  readonly question: Question | undefined;
  readonly unknownStatusValues: number;
  readonly autoRefreshStopped: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns all notices, one per event. */
export function toStates(t: Translator, sources: StateSources): StateRows {
  const { controller, persistence, limit, question, unknownStatusValues, now } = sources;
  const { list, sessionState, retriesAt } = controller;
  if (list === undefined) {
    return { rows: [], failure: undefined, steps: [] };
  }
  if (sessionState === 'none') {
    return { rows: toExampleRows(t, list.loaded.tellsStatus), failure: undefined, steps: [] };
  }
  const { failure, loaded, refreshDepth } = list;
  const told = failure && toErrorText(t, failure.error, now);
  const steps = failure && told ? toFailureActions(t, sources, failure, told.steps) : [];
  const refresh: Action = {
    title: t('Refresh ({0})', toCountText(t, refreshDepth)),
    icon: 'refresh',
    command: 'refresh',
  };
  const cut = loaded.pages.find(({ cutFrom }) => cutFrom !== undefined);
  const isSessionOver = sessionState === 'expired' && loaded.count > 0;
  const stoppedBySession = isSessionOver && isStoppedBySession(failure);
  const stoppedByLimit = failure?.error instanceof LimitReachedError && limit?.reached === true;
  const rows: (StateRow | false | undefined)[] = [
    failure !== undefined &&
      told !== undefined &&
      !stoppedBySession &&
      !stoppedByLimit && {
        id: 'failure',
        label:
          retriesAt === undefined
            ? toFailureLabel(t, failure, told.sentence)
            : t('Retries at {0}', t.formats.moment(retriesAt, now)),
        detail: told.sentence,
        // Differs from a down monitor's icon.
        icon: retriesAt === undefined ? 'debug-disconnect' : 'watch',
        color: 'list.errorForeground',
        actions: steps,
      },
    limit?.reached && {
      id: 'limit',
      label: t('Daily limit of {0} reached', toCountText(t, limit.limit + limit.allowance)),
      detail: stoppedByLimit
        ? told!.sentence
        : t('No call is made until it resets at {0}.', t.formats.moment(limit.resetsAt, now)),
      icon: 'dashboard',
      actions: [{ title: t('Allow One More Call…'), icon: 'add', command: 'allowOneMoreCall' }],
    },
    limit?.near && {
      id: 'limit',
      label: t('{0} left today', toCountText(t, limit.left)),
      detail: t('You set a daily limit of calls in the settings.'),
      icon: 'dashboard',
      actions: [{ title: t('Show Calls'), icon: 'graph', command: 'showCalls' }],
    },
    isSessionOver && {
      id: 'session',
      label: t('Session ended'),
      detail: stoppedBySession
        ? told!.sentence
        : t('The rows were loaded {0}. To load more, sign in again.', t.formats.age(loaded.readAt!, now)),
      icon: 'account',
      actions: stoppedBySession ? steps.slice(0, 1) : [toSignIn(t)],
    },
    sources.msLeft !== undefined &&
      sessionState === 'active' && {
        id: 'session',
        label: t('Session ends in {0}', t.formats.shortDuration(sources.msLeft)),
        detail: t('The rows stay. To load more after that, sign in again.'),
        icon: 'clock',
        actions: [toSignIn(t)],
      },
    persistence === 'thisWindow' && {
      id: 'keyring',
      label: t('Signed in for this window only'),
      detail: t('No keyring was found, so the session ends with this window.'),
      icon: 'key',
      actions: [{ title: t('Learn More'), icon: 'info', command: 'explainKeyring' }],
    },
    question !== undefined &&
      question !== 'list' && {
        id: 'question',
        label: question === 'name' ? t('Choose the name field') : t('Choose the status field'),
        detail: t('You can choose from what is loaded. That takes no call.'),
        icon: 'question',
        actions: [
          { title: t('Choose Fields…'), icon: 'question', command: 'chooseFields', argument: question },
        ],
      },
    unknownStatusValues > 0 && {
      id: 'statusValues',
      label:
        unknownStatusValues === 1
          ? t("1 status value isn't known")
          : t("{0} status values aren't known", unknownStatusValues),
      detail: t(
        'Monitors with such a value can be down without being shown as down. Saying what it means takes no call.',
      ),
      icon: 'question',
      actions: [
        { title: t('Status Values…'), icon: 'question', command: 'chooseFields', argument: 'statusValues' },
      ],
    },
    loaded.shift && {
      id: 'shift',
      label:
        loaded.shift.mayMiss === 1
          ? t('1 monitor may be missing')
          : t('Up to {0} monitors may be missing', loaded.shift.mayMiss),
      detail: t(
        'Monitors were added or removed between two pages. A refresh of all loaded pages fixes that.',
      ),
      icon: 'info',
      actions: [refresh],
    },
    sources.autoRefreshStopped &&
      failure === undefined && {
        id: 'autoRefresh',
        label: t('Auto refresh stopped'),
        detail: t('A refresh has failed. Auto refresh starts again with your next refresh.'),
        icon: 'debug-disconnect',
        actions: [refresh],
      },
    cut?.cutFrom !== undefined && {
      id: 'cut',
      label: t('Showing {0} of {1} entries', cut.monitors.length, cut.cutFrom),
      detail: t('A response held more entries than were asked for. The others were left out.'),
      icon: 'info',
      actions: [],
    },
  ];
  return {
    rows: rows.filter((row) => typeof row === 'object'),
    failure: told?.sentence,
    steps: retriesAt === undefined ? steps : [],
  };
}

function toExampleRows(t: Translate, isUptime: boolean): readonly StateRow[] {
  const detail = t('These monitors are made up. Nothing was called.');
  const other = isUptime
    ? { label: t('Another example: web pages'), argument: 'pages' }
    : { label: t('Another example: uptime'), argument: 'uptime' };
  return [
    {
      id: 'example',
      label: isUptime ? t('Example: uptime') : t('Example: web pages'),
      ...{ detail, icon: 'beaker', contextValue: 'state' },
      actions: [{ title: t('Leave'), icon: 'close', command: 'leaveExample' }],
    },
    {
      id: 'otherExample',
      label: other.label,
      ...{ detail, icon: 'beaker', contextValue: 'state' },
      actions: [{ title: t('Show'), icon: 'eye', command: 'showExample', argument: other.argument }],
    },
  ];
}

function toSignIn(t: Translate): Action {
  return { title: t('Sign In (1 call)'), icon: 'sign-in', command: 'signIn' };
}

/** Returns "Page 3: Service error (503)". */
function toFailureLabel(t: Translate, { activity, pageIndex, error }: ListFailure, text: SafeText): SafeText {
  if (isStoppedBySession({ error }) || error instanceof LimitReachedError) {
    // Somebody signed in again, or a new day began.
    return t("Page {0} isn't loaded yet", pageIndex + 1);
  }
  const first = /^.*?[.!?。！？](?=\s|$)/u.exec(text)?.[0].replace(/[.。]$/, '') ?? text;
  const reason = toSafeText(first, 200);
  return isRenewal(activity)
    ? t(
        { message: 'Refresh, page {0}: {1}', comment: 'A refresh failed at page {0}; {1} says why' },
        pageIndex + 1,
        reason,
      )
    : t({ message: 'Page {0}: {1}', comment: '{1} says why page {0} failed' }, pageIndex + 1, reason);
}

/** Returns actions, best first. */
function toFailureActions(
  t: Translator,
  { controller, now }: StateSources,
  { error, callsLeft }: ListFailure,
  steps: readonly NextStep[],
): readonly Action[] {
  if (controller.retriesAt !== undefined) {
    return [{ title: t('Cancel'), icon: 'stop-circle', command: 'cancel' }];
  }
  const retryAt = isCallError(error) ? (error.facts.retryAt ?? 0) : 0;
  // Somebody has already signed in.
  const isOver = controller.sessionState === 'active' && isStoppedBySession({ error });
  const possible: readonly NextStep[] = isOver ? [{ kind: 'retry' }, { kind: 'showLog' }] : steps;
  return possible.map((step) => toAction(t, step, { calls: callsLeft, retryAt, now }));
}

function toAction(
  t: Translator,
  step: NextStep,
  { calls, retryAt, now }: { readonly calls: number; readonly retryAt: number; readonly now: number },
): Action {
  switch (step.kind) {
    case 'retry': {
      const cost = toCountText(t, calls);
      return retryAt > now
        ? {
            title: t(
              { message: 'Retry at {0} ({1})', comment: '{0} is a time, {1} is such as 1 call' },
              t.formats.moment(retryAt, now),
              cost,
            ),
            icon: 'watch',
            command: 'retry',
          }
        : { title: t('Retry ({0})', cost), icon: 'debug-restart', command: 'retry' };
    }
    case 'signIn':
      return { title: toSignInAndContinueText(t, calls), icon: 'sign-in', command: 'signIn' };
    case 'setServiceAddress':
      return { title: t('Set Service Address'), icon: 'globe', command: 'setServiceAddress' };
    case 'useAddress': {
      const { href } = step.baseUrl;
      return {
        title: t('Use {0}', toSafeText(href, 100)),
        icon: 'globe',
        command: 'setServiceAddress',
        argument: href,
      };
    }
    case 'openSettings':
      return {
        title: t('Open Settings'),
        icon: 'gear',
        command: 'openSettings',
        argument: step.setting,
      };
    case 'showLog':
      return { title: t('Show Log'), icon: 'output', command: 'showLog' };
    case 'chooseMapping':
      return {
        title: t('Choose in the Last Response'),
        icon: 'question',
        command: 'chooseFields',
      };
    case 'allowOneMoreCall':
      return { title: t('Allow One More Call…'), icon: 'add', command: 'allowOneMoreCall' };
  }
}
