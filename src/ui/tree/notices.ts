import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { App } from '../../account/app';
import { LimitReachedError } from '../../account/limitErrors';
import type { MonitorList } from '../../account/monitorList';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { needsSignIn } from '../../account/session';
import type { Persistence } from '../../account/sessionStore';
import { isRenewal, type ListFailure } from '../../monitors/listActivity';
import { isCallError } from '../../service/errors';
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

/** What notices are about. */
interface NoticeState {
  readonly t: Translator;
  readonly app: App;
  readonly list: MonitorList;
  /** Milliseconds until the session ends; absent unless soon. */
  readonly msLeft: number | undefined;
  /** A filter that hides all monitors. */
  readonly noMatch: string | undefined;
}

type ToNotice = (state: NoticeState) => Notice | undefined;

/** Worst first. */
const NOTICES: readonly ToNotice[] = [
  toFailureNotice,
  toRemoveRowsNotice,
  toLimitNotice,
  toSessionNotice,
  ({ t, app }) => toKeyringNotice(t, app.sessions.persistence),
  toUnsavedNotice,
  toQuestionNotice,
  toStatusValuesNotice,
  toNotReadAgainNotice,
  toEntriesNotice,
  toOtherListNotice,
  toChangesNotice,
  toNoMatchNotice,
];

/** Returns all notices, one per event, worst first. */
export function toNotices(
  t: Translator,
  app: App,
  msLeft: number | undefined,
  noMatch?: string,
): readonly Notice[] {
  const { list, account } = app;
  if (list === undefined) {
    return [];
  }
  const state = { t, app, list, msLeft, noMatch };
  if (account === undefined) {
    return [...toExampleNotices(t, list.loaded.tellsStatus), ...toList(toNoMatchNotice(state))];
  }
  return NOTICES.flatMap((toNotice) => toList(toNotice(state)));
}

function toList(notice: Notice | undefined): readonly Notice[] {
  return notice === undefined ? [] : [notice];
}

function toNoMatchNotice({ t, noMatch }: NoticeState): Notice | undefined {
  if (noMatch === undefined) {
    return undefined;
  }
  return {
    id: 'noMatch',
    label: t("No monitors match '{0}'", toSafeText(noMatch, 60)),
    detail: t('Only loaded monitors are searched.'),
    icon: 'filter',
    actions: [{ title: t('Clear Filter'), icon: 'clear-all', command: 'clearFilter' }],
  };
}

function toRemoveRowsNotice({ t, list }: NoticeState): Notice | undefined {
  if (!isCallError(list.failure?.error, 'listIsEmpty')) {
    return undefined;
  }
  return {
    id: 'removeRows',
    label: t('The account has no monitors anymore?'),
    detail: t('Its rows stay until you remove them.'),
    icon: 'question',
    actions: [{ title: t('Remove Rows'), icon: 'clear-all', command: 'removeRows' }],
  };
}

function toLimitNotice({ t, app }: NoticeState): Notice | undefined {
  const limit = app.budget.state;
  if (limit?.reached) {
    return {
      id: 'limit',
      label: t('Daily limit of {0} reached', toCountText(t, limit.limit + limit.allowance)),
      detail: t(
        'No call is made until it resets at {0}.',
        t.formats.moment(limit.resetsAt, limit.resetsAt),
      ),
      icon: 'dashboard',
      actions: [{ title: t('Allow One More Call…'), icon: 'add', command: 'allowOneMoreCall' }],
    };
  }
  if (limit?.near) {
    return {
      id: 'limit',
      label: t('{0} left today', toCountText(t, limit.left)),
      detail: t('You set a daily limit of calls in the settings.'),
      icon: 'dashboard',
      actions: [{ title: t('Show Calls'), icon: 'graph', command: 'showCalls' }],
    };
  }
  return undefined;
}

/** Whether the end of the session stopped the list, so that the session's notice continues it. */
function isStoppedBySession({ app, list }: NoticeState): boolean {
  const { failure, loaded } = list;
  return app.sessionState === 'expired' && loaded.count > 0 && needsSignIn(failure?.error);
}

function toSessionNotice(state: NoticeState): Notice | undefined {
  const { t, app, list, msLeft } = state;
  const { failure, loaded } = list;
  const signIn: Action = { title: t('Sign In (1 call)'), icon: 'sign-in', command: 'signIn' };
  if (app.sessionState === 'expired' && loaded.count > 0) {
    const goOn = toSignInAndContinueText(t, failure?.callsLeft ?? 0);
    return {
      id: 'session',
      label: t('Session ended'),
      detail: t(
        'The rows were loaded {0}. To load more, sign in again.',
        t.formats.age(loaded.readAt!, app.now()),
      ),
      icon: 'account',
      actions: [isStoppedBySession(state) ? { ...signIn, title: goOn } : signIn],
    };
  }
  if (msLeft === undefined || app.sessionState !== 'active') {
    return undefined;
  }
  return {
    id: 'session',
    label: t('Session ends in {0}', t.formats.shortDuration(msLeft)),
    detail: t('The rows stay. To load more after that, sign in again.'),
    icon: 'clock',
    actions: [signIn],
  };
}

function toUnsavedNotice({ t, app }: NoticeState): Notice | undefined {
  if (app.account?.isSaved !== false) {
    return undefined;
  }
  return {
    id: 'unsaved',
    label: t('Rows are not saved'),
    detail: t('The database is in use or the disk is full. Monitor Explorer tries again.'),
    icon: 'warning',
    actions: [{ title: t('Show Log'), icon: 'output', command: 'showLog' }],
  };
}

function toQuestionNotice({ t, list }: NoticeState): Notice | undefined {
  const question = openQuestion(list);
  if (question === undefined || question === 'list') {
    return undefined;
  }
  return {
    id: 'question',
    label: question === 'name' ? t('Choose the name field') : t('Choose the status field'),
    detail: t('You can choose from what is loaded. That takes no call.'),
    icon: 'question',
    actions: [toChooseFields(t('Choose Fields…'), question)],
  };
}

function toStatusValuesNotice({ t, list }: NoticeState): Notice | undefined {
  const count = unknownStatuses(list).length;
  if (count === 0) {
    return undefined;
  }
  return {
    id: 'statusValues',
    label:
      count === 1 ? t("1 status value isn't known") : t("{0} status values aren't known", count),
    detail: t(
      'Monitors with such a value can be down without being shown as down. Saying what it means takes no call.',
    ),
    icon: 'question',
    actions: [toChooseFields(t('Status Values…'), 'statusValues')],
  };
}

function toNotReadAgainNotice({ t, list }: NoticeState): Notice | undefined {
  const count = list.loaded.listing.notReadAgain.size;
  if (count === 0) {
    return undefined;
  }
  const cost = toCountText(t, list.refreshDepth);
  return {
    id: 'notReadAgain',
    label:
      count === 1 ? t("1 monitor wasn't read again") : t("{0} monitors weren't read again", count),
    detail: t(
      'No page that was read since has them. They may be on another page now, or gone. Their rows show what was read last.',
    ),
    icon: 'info',
    actions: [{ title: t('Refresh ({0})', cost), icon: 'refresh', command: 'refresh' }],
  };
}

function toEntriesNotice({ t, list }: NoticeState): Notice | undefined {
  const { contents } = list.loaded.listing;
  const count = contents.reduce((sum, { entriesWithoutRecord }) => sum + entriesWithoutRecord, 0);
  if (count === 0) {
    return undefined;
  }
  return {
    id: 'entries',
    label: count === 1 ? t('1 entry without a record') : t('{0} entries without a record', count),
    detail: t("The service's list has entries that can't be shown as monitors."),
    icon: 'info',
    actions: [],
  };
}

function toOtherListNotice({ t, list }: NoticeState): Notice | undefined {
  if (!list.loaded.listing.contents.some(({ hasOtherList }) => hasOtherList)) {
    return undefined;
  }
  return {
    id: 'otherList',
    label: t('Another list may have monitors, too'),
    detail: t('One list of the response is shown. If another one has the monitors, choose it.'),
    icon: 'info',
    actions: [toChooseFields(t('Choose Fields…'), 'monitors')],
  };
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

function toChangesNotice({ t, app }: NoticeState): Notice | undefined {
  const { account } = app;
  const changes = account?.lastLook.changes;
  if (account === undefined || changes === undefined) {
    return undefined;
  }
  const { since, meanwhile } = changes;
  const nowMs = app.now();
  const lines = toChangeLines(t, changes, account, nowMs);
  const label = toChangeSummary(t, lines, meanwhile.length);
  if (label === '') {
    return undefined;
  }
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

function toFailureNotice(state: NoticeState): Notice | undefined {
  const { t, app, list } = state;
  const { failure } = list;
  const isLimitReached = app.budget.state?.reached === true;
  if (failure === undefined || isStoppedBySession(state)) {
    return undefined;
  }
  const { error } = failure;
  if (isLimitReached && error instanceof LimitReachedError) {
    return undefined;
  }
  const { sentence, steps } = toErrorText(t, error, app.now());
  const row = { id: 'failure', detail: sentence, color: 'list.errorForeground' };
  // Somebody signed in again, or a new day began.
  const isOver = app.sessionState === 'active' && needsSignIn(error);
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
