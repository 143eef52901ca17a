import { SECOND } from '../../base/time';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { LimitReachedError } from '../../account/limit';
import type { ExampleKind } from '../../account/example';
import type { MonitorList } from '../../account/monitorList';
import { openQuestion, unknownStatuses } from '../../account/questions';
import { needsSignIn } from '../../account/session';
import type { ListFailure } from '../../monitors/listActivity';
import { isCallError } from '../../service/errors';
import { toChangedSinceText, toChangeLines, toChangeSummary } from '../texts/changeTexts';
import { toAllowText, toCountText } from '../texts/costText';
import { RETRY_STEPS, toErrorText, toSecondsToWait, type RecoveryStep } from '../texts/errorText';
import { toAgeText } from '../texts/monitorText';
import { toSignInAndContinueText } from '../texts/signInText';
import { toMonitorsText } from '../texts/summaryText';
import { formats, t } from '../l10n';
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
const NOTICES: Record<string, NoticeMaker> = {
  failure: (state) => {
    const { app, list } = state;
    const { failure } = list;
    const { error } = failure ?? {};
    const isOver = isFailureOver(app, error);
    if (!failure || isStoppedBySession(state)) {
      return false;
    }
    if (error instanceof LimitReachedError && !isOver) {
      return false;
    }
    const { sentence, steps } = toErrorText(error, app.now());
    const actions = (isOver ? RETRY_STEPS : steps).map((step) => toStepAction(app, step, failure));
    const line = toFailureLine(failure);
    // The icon differs from that of a monitor that is down.
    const notice = toNotice(
      'debug-disconnect',
      actions[0]!.title,
      actions,
      joinTexts([line, !isOver && sentence], ': '),
    );
    const reason = toShortReason(sentence, toSecondsToWait(error, app.now()));
    return {
      ...notice,
      text: {
        ...notice.text,
        description: isNotAskedFor(error) ? line : reason,
        color: 'list.errorForeground',
      },
    };
  },

  removeRows: ({ list }) =>
    isCallError(list.failure?.error, 'listIsEmpty') &&
    toNotice('question', t('The account has no monitors anymore?'), [
      toAction(t('Remove Rows'), 'removeRows'),
    ]),

  limit: ({ app, list }) => {
    const { state } = app.budget;
    if (state?.reached) {
      return toNotice(
        'dashboard',
        t('Daily limit of {0} reached', toCountText(state.limit + state.allowance)),
        [toAction(toAllowText(list.failure?.pagesLeft ?? []), 'allowCalls')],
        t(
          'No call is made until it resets at {0}.',
          formats.moment(state.resetsAt, state.resetsAt),
        ),
      );
    }
    return (
      state?.near === true &&
      toNotice('dashboard', t('{0} left today', toCountText(state.left)), [
        toAction(t('Show Calls'), 'showCalls'),
      ])
    );
  },

  session: (state) => {
    const { app, list } = state;
    const { msLeft } = app;
    const signIn = t('Sign In (1 call)');
    if (app.sessionState === 'expired' && list.loaded.count > 0) {
      const goOn = toSignInAndContinueText(list.failure?.pagesLeft.length ?? 0);
      return toNotice(
        'account',
        t('Session ended'),
        [toAction(isStoppedBySession(state) ? goOn : signIn, 'signIn')],
        t(
          'The rows were loaded {0}. To load more, sign in again.',
          toAgeText(list.loaded.readAt!, app.now()),
        ),
      );
    }
    return (
      msLeft !== undefined &&
      app.sessionState === 'active' &&
      toNotice('clock', t('Session ends in {0}', formats.shortDuration(msLeft)), [
        toAction(signIn, 'signIn'),
      ])
    );
  },

  keyring: ({ app }) =>
    app.sessions.persistence === 'thisWindow' &&
    toNotice(
      'key',
      t('Signed in for this window only'),
      [],
      t('This machine has no keyring to keep the session in.'),
    ),

  unsaved: ({ app }) =>
    app.account?.isSaved === false &&
    toNotice(
      'warning',
      t('Rows are not saved'),
      [toAction(t('Show Log'), 'showLog')],
      t('The database is in use or the disk is full. Monitor Explorer tries again.'),
    ),

  question: ({ list }) => {
    const question = openQuestion(list);
    if (!question || question === 'list') {
      return false;
    }
    return toNotice(
      'question',
      question === 'name' ? t('Choose the name field') : t('Choose the status field'),
      [toChooseFields(question)],
    );
  },

  statusValues: ({ list }) => {
    const { length } = unknownStatuses(list);
    return (
      length > 0 &&
      toNotice(
        'question',
        t('Status values not known: {0}', length),
        [toAction(t('Status Values…'), 'chooseFields', 'statusValues')],
        t('Monitors with such a value can be down without being shown as down.'),
      )
    );
  },

  notReadAgain: ({ list }) => {
    const { size } = list.loaded.listing.notReadAgain;
    return (
      size > 0 &&
      toNotice(
        'info',
        t('Not read again: {0}', toMonitorsText(size)),
        [toAction(t('Refresh ({0})', toCountText(list.refreshDepth)), 'refresh')],
        t('They may be on another page now, or gone. Their rows show what was read last.'),
      )
    );
  },

  entries: ({ list }) => {
    const count = list.loaded.listing.contents.reduce(
      (sum, { entriesWithoutRecord }) => sum + entriesWithoutRecord,
      0,
    );
    const label =
      count === 1 ? t('1 entry without a record') : t('{0} entries without a record', count);
    return (
      count > 0 &&
      toNotice(
        'info',
        label,
        [],
        t("The service's list has entries that can't be shown as monitors."),
      )
    );
  },

  otherList: ({ list }) =>
    list.loaded.listing.contents.some(({ hasOtherList }) => hasOtherList) &&
    toNotice('info', t('Another list may have monitors, too'), [toChooseFields('monitors')]),

  changes: ({ app }) => {
    const { account } = app;
    const changes = account?.lastLook.changes;
    if (!account || !changes) {
      return false;
    }
    const nowMs = app.now();
    const label = toChangeSummary(toChangeLines(changes, account, nowMs), changes.meanwhile.length);
    return (
      label !== '' &&
      toNotice(
        'git-compare',
        label,
        [toAction(t('Show Changes'), 'showChanges')],
        toChangedSinceText(changes.since, nowMs),
      )
    );
  },

  noMatch: ({ app, list, matches }) => {
    const { text = '' } = app.shown?.choices.filter ?? {};
    if (text === '' || matches > 0 || list.loaded.count === 0) {
      return false;
    }
    return toNotice(
      'filter',
      t("No monitors match '{0}'", toSafeText(text, 60)),
      [toAction(t('Clear Filter'), 'clearFilter')],
      t('Only loaded monitors are searched.'),
    );
  },
};

const NEXT_EXAMPLE = { uptime: 'prices', prices: 'uptime' } as const;

const EXAMPLE_NOTICES: typeof NOTICES = {
  example: ({ app }) =>
    toNotice(
      'beaker',
      t('Example: {0}', toKindText(app.example!.kind)),
      [toAction(t('Leave'), 'leaveExample')],
      t('These monitors are made up. Nothing was called.'),
    ),

  otherExample: ({ app }) => {
    const next = NEXT_EXAMPLE[app.example!.kind];
    return toNotice('beaker', t('Another example: {0}', toKindText(next)), [
      toAction(t('Show'), 'showExample', next),
    ]);
  },

  noMatch: NOTICES['noMatch']!,
};

function toKindText(kind: ExampleKind) {
  return kind === 'uptime' ? t('uptime') : t('prices');
}

/** Returns all notices, one per topic, worst first. */
export function toNotices(app: App, matches: number): readonly Notice[] {
  const { list, account } = app;
  if (!list) {
    return [];
  }
  return Object.entries(account ? NOTICES : EXAMPLE_NOTICES).flatMap(([topic, make]) => {
    const notice = make({ app, list, matches });
    return notice ? { ...notice, id: `notice:${topic}` } : [];
  });
}

/** @param actions a click runs the first; the menu has the others */
function toNotice(
  icon: string,
  label: SafeText,
  actions: readonly Action[] = [],
  detail?: SafeText,
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

function toAction(title: SafeText, command: string, argument?: string) {
  return { title, command, argument };
}

/** @param asked what to choose first */
function toChooseFields(asked: string) {
  return toAction(t('Choose Fields…'), 'chooseFields', asked);
}

/** For the line above the rows. */
export function toKeyringLine() {
  return t('Waiting for the keyring. It may be asking you to unlock it.');
}

/** Returns the line above an empty view. */
export function toFailureMessage(app: App, failure: ListFailure) {
  const { error } = failure;
  return isFailureOver(app, error)
    ? toFailureLine(failure)
    : toErrorText(error, app.now()).sentence;
}

/** Whether somebody signed in again, or a new day or another limit began. */
function isFailureOver({ budget, sessionState }: App, error: unknown) {
  return error instanceof LimitReachedError
    ? budget.state?.reached !== true
    : sessionState === 'active' && needsSignIn(error);
}

/** Whether the end of the session stopped the list, so that the session's notice continues it. */
function isStoppedBySession({ app, list }: NoticeState) {
  return (
    app.sessionState === 'expired' && list.loaded.count > 0 && needsSignIn(list.failure?.error)
  );
}

/** Returns "Page 5 failed", or "Page 5 wasn't read" if a limit or the session ended before its call. */
export function toFailureLine({ error, pageIndex }: ListFailure) {
  return isNotAskedFor(error)
    ? t("Page {0} wasn't read", pageIndex + 1)
    : t('Page {0} failed', pageIndex + 1);
}

function isNotAskedFor(error: unknown) {
  return needsSignIn(error) || error instanceof LimitReachedError;
}

/** Returns the first sentence and the wait, "Too many calls, 45s". A narrow view cuts the rest. */
function toShortReason(sentence: SafeText, secondsToWait: number) {
  const [first = sentence] = /^.*?[.!?。！？](?=\s|$)/u.exec(sentence) ?? [];
  return joinTexts(
    [
      toSafeText(first.replace(/[.。]$/, '')),
      secondsToWait > 0 && formats.shortDuration(secondsToWait * SECOND),
    ],
    ', ',
  );
}

function toStepAction(app: App, step: RecoveryStep, { pagesLeft }: ListFailure) {
  const { command, argument, title = toSignInAndContinueText(pagesLeft.length) } = step;
  if (command !== 'retry' && command !== 'allowCalls') {
    return toAction(title, command, argument);
  }
  return command === 'allowCalls' || app.budget.state?.reached
    ? toAction(toAllowText(pagesLeft), 'allowCalls')
    : toAction(t('Retry ({0})', toCountText(pagesLeft.length)), command);
}
