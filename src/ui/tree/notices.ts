import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { Core } from '../../core/createCore';
import type { LastLook } from '../../core/lastLook';
import { LimitReachedError } from '../../credits/errors';
import { isRenewal, type ListFailure } from '../../monitors/listActivity';
import { needsSignIn } from '../../session/session';
import type { Persistence } from '../../session/sessionStore';
import { toChangeLines, toChangeSummary } from '../texts/changeTexts';
import { toCountText } from '../texts/costText';
import { toErrorText, type RecoveryStep } from '../texts/errorText';
import type { Translator } from '../texts/formats';
import { toSignInAndContinueText } from '../texts/signInText';
import type { Action, RowContent, RowText } from './rows';

/** A notice above the monitors. */
export interface Notice extends Pick<RowText, 'label' | 'icon' | 'color' | 'aria'> {
  /** Stable while the topic is the same. */
  readonly id: string;
  readonly detail: SafeText;
  /** A click runs the first; the menu has the others. */
  readonly actions: readonly Action[];
}

/**
 * Returns all notices, one per event, worst first.
 * @param msLeft until the session ends; absent unless soon
 * @param noMatch a filter that hides all monitors
 */
export function toNotices(
  t: Translator,
  { controller, sessions, budget, mapping, lastLook, now }: Core,
  msLeft: number | undefined,
  noMatch?: string,
): readonly Notice[] {
  const { list, sessionState } = controller;
  if (list === undefined) {
    return [];
  }
  const { failure, loaded, refreshDepth } = list;
  const hidden: Notice | undefined =
    noMatch === undefined
      ? undefined
      : {
          id: 'noMatch',
          label: t("No monitors match '{0}'", toSafeText(noMatch, 60)),
          detail: t('Only loaded monitors are searched.'),
          icon: 'filter',
          actions: [{ title: t('Clear Filter'), icon: 'clear-all', command: 'clearFilter' }],
        };
  if (sessionState === 'none') {
    return [...toExampleNotices(t, loaded.tellsStatus), ...(hidden ? [hidden] : [])];
  }
  const limit = budget.state;
  const question = mapping.openQuestion(list);
  const unknownValues = mapping.unknownStatusValues(list);
  const cut = loaded.pages.find(({ cutFrom }) => cutFrom !== undefined);
  const signIn: Action = { title: t('Sign In (1 call)'), icon: 'sign-in', command: 'signIn' };
  const refresh: Action = {
    title: t('Refresh ({0})', toCountText(t, refreshDepth)),
    icon: 'refresh',
    command: 'refresh',
  };
  const isSessionOver = sessionState === 'expired' && loaded.count > 0;
  const stoppedBySession = isSessionOver && needsSignIn(failure?.error);
  const stoppedByLimit = limit?.reached === true && failure?.error instanceof LimitReachedError;
  const rows: (Notice | false | undefined)[] = [
    failure !== undefined &&
      !stoppedBySession &&
      !stoppedByLimit &&
      toFailureNotice(t, controller, failure, limit?.reached === true, now()),
    limit?.reached && {
      id: 'limit',
      label: t('Daily limit of {0} reached', toCountText(t, limit.limit + limit.allowance)),
      detail: t(
        'No call is made until it resets at {0}.',
        t.formats.moment(limit.resetsAt, limit.resetsAt),
      ),
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
      detail: t(
        'The rows were loaded {0}. To load more, sign in again.',
        t.formats.age(loaded.readAt!, now()),
      ),
      icon: 'account',
      actions: [
        stoppedBySession
          ? { ...signIn, title: toSignInAndContinueText(t, failure!.callsLeft) }
          : signIn,
      ],
    },
    msLeft !== undefined &&
      sessionState === 'active' && {
        id: 'session',
        label: t('Session ends in {0}', t.formats.shortDuration(msLeft)),
        detail: t('The rows stay. To load more after that, sign in again.'),
        icon: 'clock',
        actions: [signIn],
      },
    toKeyringNotice(t, sessions.persistence),
    question !== undefined &&
      question !== 'list' && {
        id: 'question',
        label: question === 'name' ? t('Choose the name field') : t('Choose the status field'),
        detail: t('You can choose from what is loaded. That takes no call.'),
        icon: 'question',
        actions: [toChooseFields(t('Choose Fields…'), question)],
      },
    unknownValues > 0 && {
      id: 'statusValues',
      label:
        unknownValues === 1
          ? t("1 status value isn't known")
          : t("{0} status values aren't known", unknownValues),
      detail: t(
        'Monitors with such a value can be down without being shown as down. Saying what it means takes no call.',
      ),
      icon: 'question',
      actions: [toChooseFields(t('Status Values…'), 'statusValues')],
    },
    loaded.mayMiss > 0 && {
      id: 'shift',
      label:
        loaded.mayMiss === 1
          ? t('1 monitor may be missing')
          : t('Up to {0} monitors may be missing', loaded.mayMiss),
      detail: t(
        'Monitors were added or removed between two pages. A refresh of all loaded pages fixes that.',
      ),
      icon: 'info',
      actions: [refresh],
    },
    cut?.cutFrom !== undefined && {
      id: 'cut',
      label: t('Showing {0} of {1} entries', cut.monitors.length, cut.cutFrom),
      detail: t(
        'The others were left out. If another list has the monitors, choose it, and refresh.',
      ),
      icon: 'info',
      actions: [toChooseFields(t('Choose Fields…'), 'monitors')],
    },
    lastLook.changes && toChangesNotice(t, lastLook.changes, now()),
    hidden,
  ];
  return rows.filter((row) => typeof row === 'object');
}

export function toKeyringNotice(t: Translate, persistence: Persistence): Notice | undefined {
  const common = { id: 'keyring', icon: 'key', actions: [] };
  if (persistence === 'silent') {
    const label = t('Waiting for the keyring');
    return { ...common, label, detail: t('It may be asking you to unlock it.') };
  }
  if (persistence === 'thisWindow') {
    const label = t('Signed in for this window only');
    const detail = t(
      'This machine has no keyring to keep the session in, so the session ends with this window. Everything else works.',
    );
    return { ...common, label, detail };
  }
  return undefined;
}

/** Returns a row without commands, for a view whose commands aren't registered yet. */
export function toPlainRow({ id, label, detail, icon }: Notice): RowContent {
  const text = { label, description: detail, icon, tooltip: detail };
  return { id: `notice:${id}`, appearance: text, toText: () => text };
}

function toExampleNotices(t: Translate, isUptime: boolean): readonly Notice[] {
  const common = { detail: t('These monitors are made up. Nothing was called.'), icon: 'beaker' };
  const kind = isUptime ? 'pages' : 'uptime';
  return [
    {
      ...common,
      id: 'example',
      label: isUptime ? t('Example: uptime') : t('Example: web pages'),
      actions: [{ title: t('Leave'), icon: 'close', command: 'leaveExample' }],
    },
    {
      ...common,
      id: 'otherExample',
      label: isUptime ? t('Another example: web pages') : t('Another example: uptime'),
      actions: [{ title: t('Show'), icon: 'eye', command: 'showExample', argument: kind }],
    },
  ];
}

function toChooseFields(title: SafeText, argument: string): Action {
  return { title, icon: 'question', command: 'chooseFields', argument };
}

function toChangesNotice(
  t: Translator,
  { since, comparison }: NonNullable<LastLook['changes']>,
  nowMs: number,
): Notice {
  const label = toChangeSummary(t, toChangeLines(t, comparison, nowMs));
  const time = t(
    {
      message: 'since {0}',
      comment: '{0} is a time; stands behind what changed, such as 2 went down',
    },
    t.formats.moment(since, nowMs),
  );
  const detail = t('{0}, when you last looked', joinTexts([label, time], ' '));
  const show: Action = { title: t('Show Changes'), icon: 'git-compare', command: 'showChanges' };
  return { id: 'changes', label, detail, aria: detail, icon: 'git-compare', actions: [show] };
}

function toFailureNotice(
  t: Translator,
  { sessionState }: Core['controller'],
  failure: ListFailure,
  isLimitReached: boolean,
  nowMs: number,
): Notice {
  const { error } = failure;
  const { sentence, steps } = toErrorText(t, error, nowMs);
  const row = { id: 'failure', detail: sentence, color: 'list.errorForeground' };
  // Somebody signed in again, or a new day began.
  const isOver = sessionState === 'active' && needsSignIn(error);
  // Beyond the limit, a retry couldn't go out.
  const retry: RecoveryStep = { command: isLimitReached ? 'allowOneMoreCall' : 'retry' };
  const possible: readonly RecoveryStep[] = isOver ? [retry, { command: 'showLog' }] : steps;
  const label =
    needsSignIn(error) || error instanceof LimitReachedError
      ? t("Page {0} isn't loaded yet", failure.pageIndex + 1)
      : undefined;
  return {
    ...row,
    label: label ?? toFailureLabel(t, failure, toSafeText(toFirstSentence(sentence), 200)),
    aria: label ? joinTexts([label, sentence], ', ') : toFailureLabel(t, failure, sentence),
    // Differs from a down monitor's icon.
    icon: 'debug-disconnect',
    actions: possible.map((step) => toAction(t, step.command === 'retry' ? retry : step, failure)),
  };
}

function toFirstSentence(text: string): string {
  return /^.*?[.!?。！？](?=\s|$)/u.exec(text)?.[0].replace(/[.。]$/, '') ?? text;
}

function toFailureLabel(
  t: Translate,
  { activity, pageIndex }: ListFailure,
  reason: SafeText,
): SafeText {
  return isRenewal(activity)
    ? t('Refresh, page {0}: {1}', pageIndex + 1, reason)
    : t('Page {0}: {1}', pageIndex + 1, reason);
}

function toAction(
  t: Translate,
  { command, argument, asksAddress }: RecoveryStep,
  { callsLeft }: ListFailure,
): Action {
  const actions: Readonly<Record<RecoveryStep['command'], Pick<Action, 'title' | 'icon'>>> = {
    retry: { title: t('Retry ({0})', toCountText(t, callsLeft)), icon: 'debug-restart' },
    signIn: { title: toSignInAndContinueText(t, callsLeft), icon: 'sign-in' },
    openSettings: {
      title: argument === 'monitorExplorer.pageSize' ? t('Change Page Size') : t('Open Settings'),
      icon: 'gear',
    },
    showLog: { title: t('Show Log'), icon: 'output' },
    chooseFields: { title: t('Choose in the Last Response'), icon: 'question' },
    allowOneMoreCall: { title: t('Allow One More Call…'), icon: 'add' },
  };
  if (asksAddress) {
    const title = argument
      ? t('Sign In at {0}…', toSafeText(argument, 100))
      : t('Sign In at Another Address…');
    return { title, icon: 'globe', command };
  }
  return { ...actions[command], command, ...(argument && { argument }) };
}
