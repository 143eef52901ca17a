import { SECOND } from '../../base/time';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { App } from '../../account/app';
import { LimitReachedError } from '../../account/limit';
import type { MonitorList } from '../../account/monitorList';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { needsSignIn } from '../../account/session';
import { isRenewal, type ListFailure } from '../../monitors/listActivity';
import { isCallError } from '../../service/errors';
import { toChangeLines, toChangeSummary } from '../texts/changeTexts';
import { toAllowText, toCountText } from '../texts/costText';
import { toErrorText, toSecondsToWait, type RecoveryStep } from '../texts/errorText';
import type { Translator } from '../texts/formats';
import { toAgeText } from '../texts/monitorText';
import { toSignInAndContinueText } from '../texts/signInText';
import type { Action, RowContent, RowText } from './rows';

/** A notice above the monitors. */
export interface Notice extends Pick<RowText, 'label' | 'icon' | 'color' | 'aria'> {
  /** Instead of the first action's title. */
  readonly description?: SafeText;
  /** Stable while the topic is the same. */
  readonly id: string;
  readonly detail: SafeText;
  /** A click runs the first action; the menu has the others. */
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

/** Worst first. */
const NOTICES: readonly ((state: NoticeState) => readonly Notice[])[] = [
  toFailureNotice,
  toRemoveRowsNotice,
  toLimitNotice,
  toSessionNotice,
  toKeyringNotice,
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
  const makers = account ? NOTICES : [toExampleNotices, toNoMatchNotice];
  return makers.flatMap((make) => make(state));
}

/** @param actions a click runs the first; the menu has the others */
function toNotice(
  id: string,
  icon: string,
  label: SafeText,
  detail: SafeText,
  ...actions: readonly Action[]
): Notice {
  return { id, icon, label, detail, actions };
}

function toAction(title: SafeText, icon: string, command: string, argument?: string): Action {
  return { title, icon, command, ...(argument && { argument }) };
}

function toNoMatchNotice({ t, noMatch }: NoticeState): readonly Notice[] {
  if (noMatch === undefined) {
    return [];
  }
  const label = t("No monitors match '{0}'", toSafeText(noMatch, 60));
  const clear = toAction(t('Clear Filter'), 'clear-all', 'clearFilter');
  return [toNotice('noMatch', 'filter', label, t('Only loaded monitors are searched.'), clear)];
}

function toRemoveRowsNotice({ t, list }: NoticeState): readonly Notice[] {
  if (!isCallError(list.failure?.error, 'listIsEmpty')) {
    return [];
  }
  return [
    toNotice(
      'removeRows',
      'question',
      t('The account has no monitors anymore?'),
      t('Its rows stay until you remove them.'),
      toAction(t('Remove Rows'), 'clear-all', 'removeRows'),
    ),
  ];
}

function toLimitNotice({ t, app, list }: NoticeState): readonly Notice[] {
  const limit = app.budget.state;
  if (limit?.reached) {
    return [
      toNotice(
        'limit',
        'dashboard',
        t('Daily limit of {0} reached', toCountText(t, limit.limit + limit.allowance)),
        t(
          'No call is made until it resets at {0}.',
          t.formats.moment(limit.resetsAt, limit.resetsAt),
        ),
        toAllowAction(t, list.failure?.pagesLeft),
      ),
    ];
  }
  if (limit?.near) {
    return [
      toNotice(
        'limit',
        'dashboard',
        t('{0} left today', toCountText(t, limit.left)),
        t('You set a daily limit of calls in the settings.'),
        toAction(t('Show Calls'), 'graph', 'showCalls'),
      ),
    ];
  }
  return [];
}

function toAllowAction(t: Translate, pagesLeft: readonly number[] = []): Action {
  return toAction(toAllowText(t, pagesLeft), 'add', 'allowCalls');
}

function toShowLogAction(t: Translate): Action {
  return toAction(t('Show Log'), 'output', 'showLog');
}

/** Whether the end of the session stopped the list, so that the session's notice continues it. */
function isStoppedBySession({ app, list }: NoticeState): boolean {
  return (
    app.sessionState === 'expired' && list.loaded.count > 0 && needsSignIn(list.failure?.error)
  );
}

function toSessionNotice(state: NoticeState): readonly Notice[] {
  const { t, app, list, msLeft } = state;
  const toSignIn = (title: SafeText) => toAction(title, 'sign-in', 'signIn');
  const signIn = t('Sign In (1 call)');
  if (app.sessionState === 'expired' && list.loaded.count > 0) {
    const goOn = toSignInAndContinueText(t, list.failure?.pagesLeft.length ?? 0);
    return [
      toNotice(
        'session',
        'account',
        t('Session ended'),
        t(
          'The rows were loaded {0}. To load more, sign in again.',
          toAgeText(t, list.loaded.readAt!, app.now()),
        ),
        toSignIn(isStoppedBySession(state) ? goOn : signIn),
      ),
    ];
  }
  if (msLeft === undefined || app.sessionState !== 'active') {
    return [];
  }
  return [
    toNotice(
      'session',
      'clock',
      t('Session ends in {0}', t.formats.shortDuration(msLeft)),
      t('The rows stay. To load more after that, sign in again.'),
      toSignIn(signIn),
    ),
  ];
}

function toUnsavedNotice({ t, app }: NoticeState): readonly Notice[] {
  if (app.account?.isSaved !== false) {
    return [];
  }
  return [
    toNotice(
      'unsaved',
      'warning',
      t('Rows are not saved'),
      t('The database is in use or the disk is full. Monitor Explorer tries again.'),
      toShowLogAction(t),
    ),
  ];
}

function toQuestionNotice({ t, list }: NoticeState): readonly Notice[] {
  const question = openQuestion(list);
  if (question === undefined || question === 'list') {
    return [];
  }
  return [
    toNotice(
      'question',
      'question',
      question === 'name' ? t('Choose the name field') : t('Choose the status field'),
      t('You can choose from what is loaded. That takes no call.'),
      toChooseFields(t('Choose Fields…'), question),
    ),
  ];
}

function toStatusValuesNotice({ t, list }: NoticeState): readonly Notice[] {
  const count = unknownStatuses(list).length;
  if (count === 0) {
    return [];
  }
  return [
    toNotice(
      'statusValues',
      'question',
      count === 1 ? t("1 status value isn't known") : t("{0} status values aren't known", count),
      t(
        'Monitors with such a value can be down without being shown as down. Saying what it means takes no call.',
      ),
      toChooseFields(t('Status Values…'), 'statusValues'),
    ),
  ];
}

function toNotReadAgainNotice({ t, list }: NoticeState): readonly Notice[] {
  const count = list.loaded.listing.notReadAgain.size;
  if (count === 0) {
    return [];
  }
  const cost = toCountText(t, list.refreshDepth);
  return [
    toNotice(
      'notReadAgain',
      'info',
      count === 1 ? t("1 monitor wasn't read again") : t("{0} monitors weren't read again", count),
      t(
        'No page that was read since has them. They may be on another page now, or gone. Their rows show what was read last.',
      ),
      toAction(t('Refresh ({0})', cost), 'refresh', 'refresh'),
    ),
  ];
}

function toEntriesNotice({ t, list }: NoticeState): readonly Notice[] {
  const { contents } = list.loaded.listing;
  const count = contents.reduce((sum, { entriesWithoutRecord }) => sum + entriesWithoutRecord, 0);
  if (count === 0) {
    return [];
  }
  const label =
    count === 1 ? t('1 entry without a record') : t('{0} entries without a record', count);
  const detail = t("The service's list has entries that can't be shown as monitors.");
  return [toNotice('entries', 'info', label, detail)];
}

function toOtherListNotice({ t, list }: NoticeState): readonly Notice[] {
  if (!list.loaded.listing.contents.some(({ hasOtherList }) => hasOtherList)) {
    return [];
  }
  return [
    toNotice(
      'otherList',
      'info',
      t('Another list may have monitors, too'),
      t('One list of the response is shown. If another one has the monitors, choose it.'),
      toChooseFields(t('Choose Fields…'), 'monitors'),
    ),
  ];
}

function toKeyringNotice({ t, app }: NoticeState): readonly Notice[] {
  const { persistence } = app.sessions;
  if (persistence === 'silent') {
    return [toSilentKeyringNotice(t)];
  }
  if (persistence === 'thisWindow') {
    const detail = t(
      'This machine has no keyring to keep the session in, so the session ends with this window. Everything else works.',
    );
    return [toNotice('keyring', 'key', t('Signed in for this window only'), detail)];
  }
  return [];
}

function toSilentKeyringNotice(t: Translate): Notice {
  const label = t('Waiting for the keyring');
  return toNotice('keyring', 'key', label, t('It may be asking you to unlock it.'));
}

/** Returns a row without commands, for a view whose commands aren't registered yet. */
export function toSilentKeyringRow(t: Translate): RowContent {
  const { id, label, detail, icon } = toSilentKeyringNotice(t);
  const text = { label, description: detail, icon, tooltip: detail };
  return { id: `notice:${id}`, appearance: text, toText: () => text };
}

function toExampleNotices({ t, app }: NoticeState): readonly Notice[] {
  const texts = {
    uptime: { shown: t('Example: uptime'), other: t('Another example: uptime') },
    pages: { shown: t('Example: web pages'), other: t('Another example: web pages') },
    prices: { shown: t('Example: prices'), other: t('Another example: prices') },
  };
  const following = { uptime: 'pages', pages: 'prices', prices: 'uptime' } as const;
  const { kind } = app.example!;
  const next = following[kind];
  const detail = t('These monitors are made up. Nothing was called.');
  const leave = toAction(t('Leave'), 'close', 'leaveExample');
  const show = toAction(t('Show'), 'eye', 'showExample', next);
  return [
    toNotice('example', 'beaker', texts[kind].shown, detail, leave),
    toNotice('otherExample', 'beaker', texts[next].other, detail, show),
  ];
}

function toChooseFields(title: SafeText, argument?: string): Action {
  return toAction(title, 'question', 'chooseFields', argument);
}

function toChangesNotice({ t, app }: NoticeState): readonly Notice[] {
  const { account } = app;
  const changes = account?.lastLook.changes;
  if (account === undefined || changes === undefined) {
    return [];
  }
  const nowMs = app.now();
  const lines = toChangeLines(t, changes, account, nowMs);
  const label = toChangeSummary(t, lines, changes.meanwhile.length);
  if (label === '') {
    return [];
  }
  const time = t(
    {
      message: 'since {0}',
      comment: '{0} is a time; stands behind what changed, such as 2 went down',
    },
    t.formats.moment(changes.since, nowMs),
  );
  const detail = t('{0}, when you last looked', joinTexts([label, time], ' '));
  const show = toAction(t('Show Changes'), 'git-compare', 'showChanges');
  return [{ ...toNotice('changes', 'git-compare', label, detail, show), aria: detail }];
}

/** Returns "Page 5 failed", or "Page 5 isn't loaded yet" if a limit or the session ended before its call. */
export function toFailureLine(t: Translate, { activity, error, pageIndex }: ListFailure): SafeText {
  const number = pageIndex + 1;
  if (!isNotAskedFor(error)) {
    return t('Page {0} failed', number);
  }
  return isRenewal(activity)
    ? t("Page {0} isn't refreshed yet", number)
    : t("Page {0} isn't loaded yet", number);
}

function isNotAskedFor(error: unknown): boolean {
  return needsSignIn(error) || error instanceof LimitReachedError;
}

function toFailureNotice(state: NoticeState): readonly Notice[] {
  const { t, app, list } = state;
  const { failure } = list;
  const isLimitReached = app.budget.state?.reached === true;
  if (failure === undefined || isStoppedBySession(state)) {
    return [];
  }
  const { error } = failure;
  const isLimitError = error instanceof LimitReachedError;
  if (isLimitReached && isLimitError) {
    return [];
  }
  const { sentence, steps } = toErrorText(t, error, app.now());
  // Somebody signed in again, or a new day began.
  const isOver = app.sessionState === 'active' && needsSignIn(error);
  // Beyond the limit, a retry couldn't go out.
  const retry: RecoveryStep = { command: isLimitReached ? 'allowCalls' : 'retry' };
  const possible: readonly RecoveryStep[] = isOver ? [retry, { command: 'showLog' }] : steps;
  const actions = possible.map((step) =>
    toStepAction(t, step.command === 'retry' ? retry : step, failure),
  );
  const isNotLoaded = isNotAskedFor(error);
  const notLoaded = toFailureLine(t, failure);
  const reason = toShortReason(t, sentence, toSecondsToWait(error, app.now()));
  const detail = isNotLoaded
    ? joinTexts([notLoaded, sentence], ', ')
    : toPageText(t, failure, sentence);
  // Differs from a down monitor's icon.
  const icon = 'debug-disconnect';
  return [
    {
      ...toNotice('failure', icon, actions[0]!.title, detail, ...actions),
      description: isNotLoaded ? notLoaded : reason,
      color: 'list.errorForeground',
    },
  ];
}

/** Returns the first sentence and the wait, "Too many calls, 45s". A narrow view cuts the rest. */
function toShortReason(t: Translator, sentence: SafeText, secondsToWait: number): SafeText {
  const first = toSafeText(toFirstSentence(sentence), 200);
  const wait = secondsToWait > 0 && t.formats.shortDuration(secondsToWait * SECOND);
  return joinTexts([first, wait], ', ');
}

function toFirstSentence(text: string): string {
  return /^.*?[.!?。！？](?=\s|$)/u.exec(text)?.[0].replace(/[.。]$/, '') ?? text;
}

function toPageText(
  t: Translate,
  { activity, pageIndex }: ListFailure,
  reason: SafeText,
): SafeText {
  return isRenewal(activity)
    ? t('Refresh, page {0}: {1}', pageIndex + 1, reason)
    : t('Page {0}: {1}', pageIndex + 1, reason);
}

function toStepAction(
  t: Translate,
  { command, argument, asksAddress }: RecoveryStep,
  { pagesLeft }: ListFailure,
): Action {
  const callsLeft = pagesLeft.length;
  if (asksAddress) {
    const title = argument
      ? t('Sign In at {0}…', toSafeText(argument, 100))
      : t('Sign In at Another Address…');
    return toAction(title, 'globe', command);
  }
  switch (command) {
    case 'retry':
      return toAction(t('Retry ({0})', toCountText(t, callsLeft)), 'debug-restart', command);
    case 'signIn':
      return toAction(toSignInAndContinueText(t, callsLeft), 'sign-in', command);
    case 'openSettings': {
      const isPageSize = argument === 'monitorExplorer.pageSize';
      const title = isPageSize ? t('Change Page Size') : t('Open Settings');
      return toAction(title, 'gear', command, argument);
    }
    case 'showLog':
      return toShowLogAction(t);
    case 'chooseFields':
      return toChooseFields(t('Choose in the Last Response'));
    case 'allowCalls':
      return toAllowAction(t, pagesLeft);
  }
}
