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
import { toAllowText, toCountText, toSignInAndContinueText } from '../texts/costText';
import { toErrorText, toWaitMs } from '../texts/errorText';
import { toMonitorsText } from '../texts/summaryText';
import { formats, t } from '../l10n';
import type { Action, RowContent } from './rows';

/** A row above the monitors. */
export interface Notice extends RowContent {
  readonly actions: readonly Action[];
}

export const FAILURE = 'notice:failure';

/** Returns a notice without its id; nothing if there is nothing to say. */
type NoticeMaker = (
  app: App,
  list: MonitorList,
  matches: number,
) => Omit<Notice, 'id'> | false | undefined;

/** By topic, worst first. */
const NOTICES: Record<string, NoticeMaker> = {
  failure: (app, { failure }) => {
    if (!failure || isStopped(app, failure.error)) {
      return undefined;
    }
    const { error, pagesLeft } = failure;
    const wasStopped = isStop(error);
    const { sentence, steps } = toErrorText(error, app.now());
    // Without a call left, a retry has to be allowed first.
    const retry = app.budget.state?.reached
      ? toAction(toAllowText(pagesLeft), 'allowCalls')
      : toAction(t('Retry ({0})', toCountText(pagesLeft.length)), 'retry');
    const actions = steps.map(({ title, command, argument }) =>
      title ? toAction(title, command, argument) : retry,
    );
    const line = toFailureLine(failure);
    // The icon differs from that of a monitor that is down.
    const notice = toNotice(
      'debug-disconnect',
      actions[0]!.title,
      actions,
      joinTexts([line, !wasStopped && sentence], ': '),
    );
    const description = wasStopped ? line : toShortReason(sentence, error, app.now());
    return { ...notice, description };
  },

  removeRows: (_app, { failure }) =>
    isCallError(failure?.error, 'listIsEmpty') &&
    toNotice('question', t('The account has no monitors anymore?'), [
      toAction(t('Remove Rows'), 'removeRows'),
    ]),

  limit: ({ budget: { state } }, { failure }) =>
    state?.reached &&
    toNotice(
      'dashboard',
      t('Daily limit of {0} reached', toCountText(state.limit + state.allowance)),
      [toAction(toAllowText(failure?.pagesLeft ?? []), 'allowCalls')],
      t('No call is made until it resets at {0}.', formats.moment(state.resetsAt, state.resetsAt)),
    ),

  session: (app, { loaded, failure }) => {
    if (app.sessionState !== 'expired' || loaded.pages.length === 0) {
      return undefined;
    }
    const title =
      failure && needsSignIn(failure.error)
        ? toSignInAndContinueText(failure.pagesLeft.length)
        : t('Sign In (1 call)');
    return toNotice('account', t('Session ended'), [toAction(title, 'signIn')]);
  },

  keyring: ({ sessions }) =>
    sessions.persistence === 'thisWindow' &&
    toNotice(
      'key',
      t('Signed in for this window only'),
      [],
      t('This machine has no keyring to keep the session in.'),
    ),

  unsaved: ({ account }) =>
    account?.isSaved === false &&
    toNotice(
      'warning',
      t('Rows are not saved'),
      [toAction(t('Show Log'), 'showLog')],
      t('The database is in use or the disk is full. Saving is tried again.'),
    ),

  question: (_app, list) => {
    const question = openQuestion(list);
    if (!question || question === 'list') {
      return undefined;
    }
    const label = question === 'name' ? t('Choose the name field') : t('Choose the status field');
    return toNotice('question', label, [toChooseFields(question)]);
  },

  statusValues: (_app, list) => {
    const { length } = unknownStatuses(list);
    return (
      length > 0 &&
      toNotice(
        'question',
        t('Status values not known: {0}', length),
        [toAction(t('Status Values…'), 'chooseFields', 'statusValues')],
        t('Monitors with such a value can be down without showing it.'),
      )
    );
  },

  notReadAgain: (_app, { loaded, refreshDepth }) => {
    const { size } = loaded.notReadAgain;
    return (
      size > 0 &&
      toNotice(
        'info',
        t('Not read again: {0}', toMonitorsText(size)),
        [toAction(t('Refresh ({0})', toCountText(refreshDepth)), 'refresh')],
        t('They may be on another page, or gone. Rows show the last reading.'),
      )
    );
  },

  entries: (_app, { loaded }) => {
    const count = loaded.contents.reduce(
      (sum, { entriesWithoutRecord }) => sum + entriesWithoutRecord,
      0,
    );
    return count > 0 && toNotice('info', t("Entries that can't be shown: {0}", count));
  },

  otherList: (_app, { loaded }) =>
    loaded.contents.some(({ hasOtherList }) => hasOtherList) &&
    toNotice('info', t('Another list may have monitors, too'), [toChooseFields('monitors')]),

  changes: ({ account, now }) => {
    const changes = account?.lastLook.changes;
    if (!account || !changes) {
      return undefined;
    }
    const lines = toChangeLines(changes, account, now());
    const label = toChangeSummary(lines, changes.meanwhile.length);
    return (
      label !== '' &&
      toNotice(
        'git-compare',
        label,
        [toAction(t('Show Changes'), 'showChanges')],
        toChangedSinceText(changes.since, now()),
      )
    );
  },

  noMatch,
};

function noMatch({ shown }: App, { loaded }: MonitorList, matches: number) {
  const { filter } = shown?.choices ?? {};
  return (
    filter &&
    matches === 0 &&
    loaded.count > 0 &&
    toNotice(
      'filter',
      t("No monitors match '{0}'", toSafeText(filter.text, 60)),
      [toAction(t('Clear Filter'), 'clearFilter')],
      t('Only loaded monitors are searched.'),
    )
  );
}

const EXAMPLE_NOTICES: typeof NOTICES = {
  example: ({ example }) =>
    toNotice(
      'beaker',
      t('Example: {0}', toKindText(example!.kind)),
      [toAction(t('Leave'), 'leaveExample')],
      t('These monitors are made up. Nothing was called.'),
    ),

  otherExample: ({ example }) => {
    const next = example!.kind === 'uptime' ? 'prices' : 'uptime';
    return toNotice('beaker', t('Another example: {0}', toKindText(next)), [
      toAction(t('Show'), 'showExample', next),
    ]);
  },

  noMatch,
};

function toKindText(kind: ExampleKind) {
  return kind === 'uptime' ? t('uptime') : t('prices');
}

/** Returns all notices, one per topic, worst first. */
export function toNotices(app: App, matches: number) {
  const { list, account } = app;
  if (!list) {
    return [];
  }
  return Object.entries(account ? NOTICES : EXAMPLE_NOTICES).flatMap(([topic, make]) => {
    const notice = make(app, list, matches);
    return notice ? { ...notice, id: `notice:${topic}` } : [];
  });
}

/** @param actions a click runs the first; the menu has the others */
function toNotice(
  icon: string,
  label: SafeText,
  actions: readonly Action[] = [],
  detail?: SafeText,
) {
  const [action] = actions;
  // A narrow view cuts the description, which has the cost.
  const all = new Set([label, detail, action?.title]);
  return {
    actions,
    label,
    description: action?.title,
    icon,
    toTooltip: () => joinTexts([...all], '\n'),
    aria: joinTexts([...all], ', '),
    contextValue: ['notice', ...actions.map(({ command }) => command)].join(' '),
  };
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
  return t('Waiting for the keyring. You may have to unlock it.');
}

/** Returns the line above an empty view. */
export function toFailureMessage(app: App, failure: ListFailure) {
  const { error } = failure;
  return isStop(error) && !isStopped(app, error)
    ? toFailureLine(failure)
    : toErrorText(error, app.now()).sentence;
}

/** Whether the page wasn't asked for, because the session or the calls of a day had ended. */
function isStop(error: unknown) {
  return needsSignIn(error) || error instanceof LimitReachedError;
}

/** Whether that still holds. Then the notice of the session or the limit continues the list. */
function isStopped({ budget, sessionState }: App, error: unknown) {
  return error instanceof LimitReachedError
    ? budget.state?.reached === true
    : sessionState === 'expired' && needsSignIn(error);
}

/** Returns "Page 5 failed", or "Page 5 wasn't read" if a limit or the session ended before its call. */
export function toFailureLine({ error, pageIndex }: ListFailure) {
  return isStop(error)
    ? t("Page {0} wasn't read", pageIndex + 1)
    : t('Page {0} failed', pageIndex + 1);
}

/** Returns the first sentence and the wait, "Too many calls, 45s". A narrow view cuts the rest. */
function toShortReason(sentence: SafeText, error: unknown, nowMs: number) {
  const [first = ''] = sentence.split(/[.!?。！？](?=\s|$)/u);
  const waitMs = toWaitMs(error, nowMs);
  return joinTexts([toSafeText(first), waitMs > 0 && formats.shortDuration(waitMs)], ', ');
}
