import { SECOND } from '../../base/time';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { LimitReachedError } from '../../account/limit';
import type { ExampleKind } from '../../account/example';
import type { MonitorList } from '../../account/monitorList';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { needsSignIn } from '../../account/session';
import { isRenewal, type ListFailure } from '../../monitors/listActivity';
import { isCallError } from '../../service/errors';
import { toChangeLines, toChangeSummary } from '../texts/changeTexts';
import { toAllowText, toCountText } from '../texts/costText';
import { toErrorText, toSecondsToWait, type RecoveryStep } from '../texts/errorText';
import { toAgeText } from '../texts/monitorText';
import { toSignInAndContinueText } from '../texts/signInText';
import { t } from '../l10n';
import type { Action, RowContent, RowText } from './rows';

/** A row above the monitors. */
export interface Notice extends RowContent {
  readonly actions: readonly Action[];
}

export const FAILURE = 'notice:failure';

/** What notices are about. */
interface NoticeState {
  readonly app: App;
  readonly list: MonitorList;
  /** Monitors that match the filter. */
  readonly matches: number;
}

/** Returns a notice; `false` if there is nothing to say. */
type NoticeMaker = (state: NoticeState) => Omit<Notice, 'id'> | false;

/** By topic, worst first. */
const NOTICES: Readonly<Record<string, NoticeMaker>> = {
  failure: (state) => {
    const { app, list } = state;
    const { failure } = list;
    const isLimitReached = app.budget.state?.reached === true;
    if (failure === undefined || isStoppedBySession(state)) {
      return false;
    }
    const { error } = failure;
    if (isLimitReached && error instanceof LimitReachedError) {
      return false;
    }
    const { sentence, steps } = toErrorText(error, app.now());
    const isOver = isFailureOver(app, error);
    const possible: readonly RecoveryStep[] = isOver
      ? [{ command: 'retry' }, { command: 'showLog' }]
      : steps;
    const actions = possible.map((step) => toStepAction(step, failure, isLimitReached));
    const line = toFailureLine(failure);
    const detail = joinTexts([line, !isOver && sentence], ': ');
    // The icon differs from that of a monitor that is down.
    const notice = toNotice('debug-disconnect', actions[0]!.title, detail, ...actions);
    const reason = toShortReason(sentence, toSecondsToWait(error, app.now()));
    const description = isNotAskedFor(error) ? line : reason;
    return { ...notice, text: { ...notice.text, description, color: 'list.errorForeground' } };
  },

  removeRows: ({ list }) =>
    isCallError(list.failure?.error, 'listIsEmpty') &&
    toNotice(
      'question',
      t('The account has no monitors anymore?'),
      t('Its rows stay until you remove them.'),
      toAction(t('Remove Rows'), 'removeRows'),
    ),

  limit: ({ app, list }) => {
    const { state } = app.budget;
    if (state?.reached) {
      return toNotice(
        'dashboard',
        t('Daily limit of {0} reached', toCountText(state.limit + state.allowance)),
        t(
          'No call is made until it resets at {0}.',
          t.formats.moment(state.resetsAt, state.resetsAt),
        ),
        toAction(toAllowText(list.failure?.pagesLeft ?? []), 'allowCalls'),
      );
    }
    return (
      state?.near === true &&
      toNotice(
        'dashboard',
        t('{0} left today', toCountText(state.left)),
        t('You set a daily limit of calls in the settings.'),
        toAction(t('Show Calls'), 'showCalls'),
      )
    );
  },

  session: (state) => {
    const { app, list } = state;
    const { msLeft } = app;
    const { readAt } = list.loaded;
    const signIn = t('Sign In (1 call)');
    if (app.sessionState === 'expired' && list.loaded.count > 0) {
      const goOn = toSignInAndContinueText(list.failure?.pagesLeft.length ?? 0);
      return toNotice(
        'account',
        t('Session ended'),
        t('The rows were loaded {0}. To load more, sign in again.', toAgeText(readAt!, app.now())),
        toAction(isStoppedBySession(state) ? goOn : signIn, 'signIn'),
      );
    }
    return (
      msLeft !== undefined &&
      app.sessionState === 'active' &&
      toNotice(
        'clock',
        t('Session ends in {0}', t.formats.shortDuration(msLeft)),
        t('The rows stay. To load more after that, sign in again.'),
        toAction(signIn, 'signIn'),
      )
    );
  },

  keyring: ({ app }) => {
    const detail = t(
      'This machine has no keyring to keep the session in, so the session ends with this window. Everything else works.',
    );
    const label = t('Signed in for this window only');
    return app.sessions.persistence === 'thisWindow' && toNotice('key', label, detail);
  },

  unsaved: ({ app }) =>
    app.account?.isSaved === false &&
    toNotice(
      'warning',
      t('Rows are not saved'),
      t('The database is in use or the disk is full. Monitor Explorer tries again.'),
      toAction(t('Show Log'), 'showLog'),
    ),

  question: ({ list }) => {
    const question = openQuestion(list);
    if (question === undefined || question === 'list') {
      return false;
    }
    return toNotice(
      'question',
      question === 'name' ? t('Choose the name field') : t('Choose the status field'),
      t('You can choose from what is loaded. That takes no call.'),
      toAction(t('Choose Fields…'), 'chooseFields', question),
    );
  },

  statusValues: ({ list }) => {
    const { length } = unknownStatuses(list);
    const label =
      length === 1 ? t("1 status value isn't known") : t("{0} status values aren't known", length);
    const detail = t(
      'Monitors with such a value can be down without being shown as down. Saying what it means takes no call.',
    );
    const action = toAction(t('Status Values…'), 'chooseFields', 'statusValues');
    return length > 0 && toNotice('question', label, detail, action);
  },

  notReadAgain: ({ list }) => {
    const { size } = list.loaded.listing.notReadAgain;
    const label =
      size === 1 ? t("1 monitor wasn't read again") : t("{0} monitors weren't read again", size);
    const detail = t(
      'No page that was read since has them. They may be on another page now, or gone. Their rows show what was read last.',
    );
    const title = t('Refresh ({0})', toCountText(list.refreshDepth));
    return size > 0 && toNotice('info', label, detail, toAction(title, 'refresh'));
  },

  entries: ({ list }) => {
    const { contents } = list.loaded.listing;
    const count = contents.reduce((sum, { entriesWithoutRecord }) => sum + entriesWithoutRecord, 0);
    const label =
      count === 1 ? t('1 entry without a record') : t('{0} entries without a record', count);
    const detail = t("The service's list has entries that can't be shown as monitors.");
    return count > 0 && toNotice('info', label, detail);
  },

  otherList: ({ list }) =>
    list.loaded.listing.contents.some(({ hasOtherList }) => hasOtherList) &&
    toNotice(
      'info',
      t('Another list may have monitors, too'),
      t('One list of the response is shown. If another one has the monitors, choose it.'),
      toAction(t('Choose Fields…'), 'chooseFields', 'monitors'),
    ),

  changes: ({ app }) => {
    const { account } = app;
    const changes = account?.lastLook.changes;
    if (account === undefined || changes === undefined) {
      return false;
    }
    const nowMs = app.now();
    const lines = toChangeLines(changes, account, nowMs);
    const label = toChangeSummary(lines, changes.meanwhile.length);
    const since = t.formats.moment(changes.since, nowMs);
    const detail = t('Changed since {0}, when you last looked', since);
    const action = toAction(t('Show Changes'), 'showChanges');
    return label !== '' && toNotice('git-compare', label, detail, action);
  },

  noMatch: ({ app, list, matches }) => {
    const { text = '' } = app.shown?.choices.filter ?? {};
    if (text === '' || matches > 0 || list.loaded.count === 0) {
      return false;
    }
    return toNotice(
      'filter',
      t("No monitors match '{0}'", toSafeText(text, 60)),
      t('Only loaded monitors are searched.'),
      toAction(t('Clear Filter'), 'clearFilter'),
    );
  },
};

const NEXT_EXAMPLE = { uptime: 'pages', pages: 'prices', prices: 'uptime' } as const;

const EXAMPLE_NOTICES: typeof NOTICES = {
  example: ({ app }) => {
    const label = t('Example: {0}', toKindText(app.example!.kind));
    return toNotice(
      'beaker',
      label,
      t('These monitors are made up. Nothing was called.'),
      toAction(t('Leave'), 'leaveExample'),
    );
  },

  otherExample: ({ app }) => {
    const next = NEXT_EXAMPLE[app.example!.kind];
    const label = t('Another example: {0}', toKindText(next));
    return toNotice(
      'beaker',
      label,
      t('These monitors are made up. Nothing was called.'),
      toAction(t('Show'), 'showExample', next),
    );
  },

  noMatch: NOTICES['noMatch']!,
};

function toKindText(kind: ExampleKind): SafeText {
  const texts = { uptime: t('uptime'), pages: t('web pages'), prices: t('prices') };
  return texts[kind];
}

/** Returns all notices, one per topic, worst first. */
export function toNotices(app: App, matches: number): readonly Notice[] {
  const { list, account } = app;
  if (list === undefined) {
    return [];
  }
  const makers = Object.entries(account ? NOTICES : EXAMPLE_NOTICES);
  return makers.flatMap(([topic, make]) => {
    const notice = make({ app, list, matches });
    return notice ? { ...notice, id: `notice:${topic}` } : [];
  });
}

/** @param actions a click runs the first; the menu has the others */
function toNotice(
  icon: string,
  label: SafeText,
  detail: SafeText,
  ...actions: readonly Action[]
): Omit<Notice, 'id'> {
  const [action] = actions;
  // A narrow view cuts the description, which has the cost.
  const all = new Set([label, detail, action?.title]);
  const text: RowText = {
    label,
    description: action?.title,
    icon,
    tooltip: joinTexts([...all], '\n'),
    aria: joinTexts([...all], ', '),
    role: action && 'button',
    // Without a command, a click could run whatever replaced this row.
    command: action ? 'act' : 'noop',
    contextValue: ['notice', ...actions.map(({ command }) => command)].join(' '),
  };
  return { actions, text };
}

function toAction(title: SafeText, command: string, argument?: string): Action {
  return { title, command, argument };
}

/** For the line above the rows. */
export function toKeyringLine(): SafeText {
  const texts = [t('Waiting for the keyring'), t('It may be asking you to unlock it.')];
  return joinTexts(texts, ' · ');
}

/** Returns the line above an empty view. */
export function toFailureMessage(app: App, failure: ListFailure): SafeText {
  const { error } = failure;
  return isFailureOver(app, error)
    ? toFailureLine(failure)
    : toErrorText(error, app.now()).sentence;
}

/** Whether somebody signed in again, or a new day or another limit began. */
function isFailureOver({ budget, sessionState }: App, error: unknown): boolean {
  return error instanceof LimitReachedError
    ? budget.state?.reached !== true
    : sessionState === 'active' && needsSignIn(error);
}

/** Whether the end of the session stopped the list, so that the session's notice continues it. */
function isStoppedBySession({ app, list }: NoticeState): boolean {
  return (
    app.sessionState === 'expired' && list.loaded.count > 0 && needsSignIn(list.failure?.error)
  );
}

/** Returns "Page 5 failed", or "Page 5 isn't loaded yet" if a limit or the session ended before its call. */
export function toFailureLine({ activity, error, pageIndex }: ListFailure): SafeText {
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

/** Returns the first sentence and the wait, "Too many calls, 45s". A narrow view cuts the rest. */
function toShortReason(sentence: SafeText, secondsToWait: number): SafeText {
  const [first = sentence] = /^.*?[.!?。！？](?=\s|$)/u.exec(sentence) ?? [];
  const wait = secondsToWait > 0 && t.formats.shortDuration(secondsToWait * SECOND);
  return joinTexts([toSafeText(first.replace(/[.。]$/, ''), 200), wait], ', ');
}

/** @param isLimitReached so that a retry couldn't go out */
function toStepAction(
  { command, argument, asksAddress }: RecoveryStep,
  { pagesLeft }: ListFailure,
  isLimitReached: boolean,
): Action {
  const address = argument
    ? t('Sign In at {0}…', toSafeText(argument, 100))
    : t('Sign In at Another Address…');
  const isPageSize = argument === 'monitorExplorer.pageSize';
  const titles: Readonly<Record<RecoveryStep['command'], SafeText>> = {
    retry: t('Retry ({0})', toCountText(pagesLeft.length)),
    signIn: asksAddress ? address : toSignInAndContinueText(pagesLeft.length),
    openSettings: isPageSize ? t('Change Page Size') : t('Open Settings'),
    showLog: t('Show Log'),
    chooseFields: t('Choose in the Last Response'),
    allowCalls: toAllowText(pagesLeft),
  };
  if (command === 'retry' && isLimitReached) {
    return toAction(titles.allowCalls, 'allowCalls');
  }
  return toAction(titles[command], command, command === 'openSettings' ? argument : undefined);
}
