import type { Group, Range } from '../../monitors/arrangement';
import type { MonitorStatus } from '../../monitors/monitor';
import { isRenewal, type ListProgress, type MonitorList } from '../../monitors/monitorList';
import type { Changes } from '../../explorer/lastLook';
import { toChangeLines, toChangeSummary } from '../changes/changeTexts';
import { toCostText, toCountText } from '../texts/costText';
import type { Translator } from '../texts/formats';
import { toSignInAndContinueText } from '../texts/signInText';
import type { NextStep } from '../texts/errorText';
import { STATUS_ICONS, toStatusHeading } from '../texts/statusText';
import { toCountsText, toCoverageText, toScopeText, type Scope } from '../texts/summaryText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';

/**
 * What the commands of rows begin with. None of them has arguments: VS Code keeps those in the extension host until it asks
 * for the row anew, and a click at that moment fails ("Actual command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

/** What a click on a row, and Enter, may do: commands without the extension's prefix. */
export const ROW_COMMANDS = [
  'showDetails',
  'showNotices',
  'showChanges',
  'showFailure',
  'loadMore',
  'loadAll',
  'takeStep',
  'noop',
] as const;

export type RowCommand = (typeof ROW_COMMANDS)[number];

/** Everything a row says, before it becomes an item of VS Code's. Rows with the same texts look the same. */
export interface RowText {
  readonly id: string;
  readonly label: SafeText;
  readonly description?: SafeText | undefined;
  /** A codicon's name. */
  readonly icon?: string | undefined;
  /** Id of a theme color. */
  readonly color?: string | undefined;
  readonly tooltip?: SafeText | undefined;
  /** What a screen reader says; label and description unless given. */
  readonly aria?: SafeText;
  readonly role?: 'button';
  readonly command?: RowCommand | undefined;
  readonly contextValue: string;
  readonly isOpen?: boolean;
}

/** Colors that exist in the high-contrast themes too. */
export const STATUS_COLORS: Readonly<Record<MonitorStatus, string>> = {
  up: 'charts.green',
  down: 'charts.red',
  degraded: 'charts.yellow',
  paused: 'disabledForeground',
  pending: 'descriptionForeground',
  unknown: 'descriptionForeground',
};

/** What a part of the list wants said of it besides its size. */
const PROBLEMS: readonly MonitorStatus[] = ['down', 'degraded'];

/** "Down  4". Its accessible name says what the count covers: "Down, 4 monitors, in 120 of 340 loaded". */
export function toGroupText(t: Translator, group: Group, scope: Scope): RowText {
  const { grouping, value, counts, monitors, worst } = group;
  const count = t.formats.number(monitors.length);
  const byStatus = grouping === 'status';
  const problem = byStatus ? undefined : toCountsText(t, counts, PROBLEMS);
  const label = toGroupName(t, group);
  const monitorsText = monitors.length === 1 ? t('1 monitor') : t('{0} monitors', count);
  return {
    id: group.id,
    label,
    description: joinTexts([count, problem], ' · '),
    icon: STATUS_ICONS[worst],
    color: STATUS_COLORS[worst],
    aria: joinTexts([label, monitorsText, problem, toCoverageText(t, scope)], ', '),
    contextValue: `group ${grouping}${byStatus ? ` ${value}` : ''}`,
    isOpen: group.isOpen,
  };
}

function toGroupName(t: Translate, { grouping, value, isRest }: Group): SafeText {
  if (isRest) {
    return t('Others');
  }
  if (value !== undefined) {
    return grouping === 'status' ? toStatusHeading(t, value as MonitorStatus) : toSafeText(value, 100);
  }
  switch (grouping) {
    case 'type':
      return t('No type');
    case 'tag':
      return t('No tag');
    case 'host':
      return t('No host');
    case 'status':
    case 'none':
      return t('Monitors');
  }
}

/** "1–1,000  3 down". */
export function toRangeText(t: Translate, range: Range): RowText {
  const { from, to } = range;
  const label = t('{0}–{1}', from, to);
  const problem = range.group.grouping === 'status' ? undefined : toCountsText(t, range.counts, PROBLEMS);
  return {
    id: range.id,
    label,
    description: problem,
    aria: joinTexts([t('Monitors {0} to {1}', from, to), problem], ', '),
    contextValue: 'range',
    isOpen: range.isOpen,
  };
}

/** "Pinned  3". */
export function toPinsText(t: Translator, count: number): RowText {
  const label = t('Pinned');
  return {
    id: 'row:pins',
    label,
    description: t.formats.number(count),
    icon: 'pinned',
    aria: joinTexts([label, count === 1 ? t('1 monitor') : t('{0} monitors', count)], ', '),
    contextValue: 'pins',
    isOpen: true,
  };
}

/** The row that is never among the notices: "2 went down, 1 recovered", and since when. */
export function toChangesRow(t: Translator, { since, comparison }: Changes, now: number): RowText {
  const label = toChangeSummary(t, toChangeLines(t, comparison));
  const description = t(
    { message: 'since {0}', comment: '{0} is a time; stands behind what changed, such as 2 went down' },
    t.formats.moment(since, now),
  );
  return {
    id: 'row:changes',
    label,
    description,
    icon: 'git-compare',
    tooltip: t('{0}, when you last looked', joinTexts([label, description], ' ')),
    aria: joinTexts([label, description], ' '),
    role: 'button',
    command: 'showChanges',
    contextValue: 'changes',
  };
}

/** A failure as the row and the line tell it. */
export interface FailureText {
  readonly sentence: SafeText;
  /** What can be done, best first. */
  readonly steps: readonly NextStep[];
  /** Calls that a retry takes. */
  readonly calls: number;
  /** Epoch milliseconds from which the service takes calls again. */
  readonly retryAt: number | undefined;
  /** A retry waits for this time, in epoch milliseconds. */
  readonly waitsUntil: number | undefined;
}

export interface FooterContext {
  readonly creditsPerCall: number | undefined;
  /** Nothing that is loaded matches the filter: then only all the rest is worth offering. */
  readonly noMatch: boolean;
  readonly failure: FailureText | undefined;
  readonly now: number;
}

/** One id for what stands in the place of "Load more", so that the cursor stays on it while it changes. */
const FOOTER_ID = 'row:more';

/** What stands in the place of the next page; `undefined` where none follows, or nothing is read yet. */
export function toFooterText(t: Translator, list: MonitorList, context: FooterContext): RowText | undefined {
  const { loaded, failure, progress, stopped } = list;
  // A refresh shows its progress above the rows. What has read its last page is about to end.
  if (progress && progress.pagesRead < progress.pagesPlanned && !isRenewal(progress.activity)) {
    return toLoadingText(t, progress, loaded.nextPageIndex);
  }
  if (failure && !isRenewal(failure.activity)) {
    const what = t('Page {0} failed', failure.pageIndex + 1);
    return context.failure && toFailedText(t, { ...context, failure: context.failure, id: FOOTER_ID, what });
  }
  const begun = loaded.nextPageIndex > 0 || stopped !== undefined;
  return begun && loaded.end === undefined ? toLoadMoreText(t, loaded, context) : undefined;
}

/** The cost stands in the label: a narrow view cuts the description. */
function toLoadMoreText(
  t: Translator,
  { count, total, pagesLeft, mayBeEnd }: MonitorList['loaded'],
  { creditsPerCall, noMatch }: FooterContext,
): RowText {
  const one = toCostText(t, 1, creditsPerCall);
  const rest = pagesLeft === undefined ? undefined : toCostText(t, pagesLeft, creditsPerCall);
  const base = { id: FOOTER_ID, icon: 'fold-down', role: 'button' as const, contextValue: 'loadMore' };
  if (noMatch && count > 0) {
    const label = rest === undefined ? t('Load the rest') : t('Load the rest ({0})', rest);
    const unknown = mayBeEnd ? toMayBeEndText(t) : t('you choose how far');
    const description = rest === undefined ? unknown : undefined;
    return {
      ...base,
      label,
      description,
      command: 'loadAll',
      contextValue: 'loadRest',
    };
  }
  const label = count === 0 ? t('Load monitors ({0})', one) : t('Load more ({0})', one);
  const scope = count === 0 ? undefined : toScopeText(t, { count, total, complete: false, hasMore: true });
  const withRest =
    scope !== undefined && rest !== undefined && pagesLeft !== 1
      ? t(
          {
            message: '{0} · the rest: {1}',
            comment: '{0} is how many monitors are loaded, {1} how many calls the rest takes',
          },
          scope,
          rest,
        )
      : scope;
  const description = mayBeEnd ? toMayBeEndText(t) : withRest;
  return {
    ...base,
    label,
    description,
    tooltip: t('Reads the next page. It takes 1 call, which costs credits.'),
    command: 'loadMore',
  };
}

function toMayBeEndText(t: Translate): SafeText {
  return t({ message: 'may be the end', comment: 'The monitors that are loaded may be all' });
}

function toLoadingText(
  t: Translate,
  { activity, pagesRead, pagesPlanned, stopping }: ListProgress,
  pageIndex: number,
): RowText {
  const label = stopping
    ? t('Stopping…')
    : activity === 'firstPage'
      ? t('Loading monitors…')
      : t('Loading page {0}…', pageIndex + 1);
  const description = pagesPlanned > 1 ? t('{0} of {1} pages', pagesRead, pagesPlanned) : undefined;
  return {
    id: FOOTER_ID,
    label,
    description,
    icon: 'loading~spin',
    // Without a command VS Code would ask, and do what the row is for by then, such as to load more.
    command: 'noop',
    contextValue: stopping ? 'stopping' : 'loading',
  };
}

/** What failed and why. A click tells what can be done, and spends nothing. */
export function toFailedText(
  t: Translator,
  options: {
    readonly id: string;
    /** "Page 3 failed". */
    readonly what: SafeText;
    readonly failure: FailureText;
    readonly now: number;
  },
): RowText {
  const { id, what, failure, now } = options;
  const { sentence, steps, calls, waitsUntil } = failure;
  const whatFailed = t(
    { message: '{0}: {1}', comment: '{0} is what failed, {1} a sentence that says why' },
    what,
    sentence,
  );
  // The time stands first: a narrow view cuts what comes behind.
  const label =
    waitsUntil === undefined ? whatFailed : t('Retries at {0}', t.formats.moment(waitsUntil, now));
  const description =
    waitsUntil === undefined
      ? toNextStepText(t, failure, now)
      : joinTexts([toCountText(t, calls), whatFailed], ' · ');
  return {
    id,
    label,
    description,
    // Not the icon of a monitor that is down, which a glance would take it for.
    icon: waitsUntil === undefined ? 'debug-disconnect' : 'watch',
    color: 'list.errorForeground',
    tooltip: joinTexts([label, description], ' · '),
    role: 'button',
    command: 'showFailure',
    contextValue: [
      'failure',
      ...(waitsUntil === undefined ? steps.map(({ kind }) => kind) : ['waiting']),
    ].join(' '),
  };
}

/** What can be done where nothing is loaded, one row for each. */
export function toStepRow(t: Translator, step: NextStep, failure: FailureText, now: number): RowText {
  const { icon, label, cost } = toStepText(t, step, failure, now);
  return {
    id: `row:step:${step.kind}`,
    label,
    description: cost,
    icon,
    role: 'button',
    command: 'takeStep',
    contextValue: 'step',
  };
}

/** What goes on with it, and the calls that takes; `undefined` where something else has to be done first. */
function toNextStepText(
  t: Translator,
  { steps, calls, retryAt }: FailureText,
  now: number,
): SafeText | undefined {
  const offers = (kind: NextStep['kind']): boolean => steps.some((step) => step.kind === kind);
  if (!offers('retry')) {
    return offers('signIn') ? toSignInAndContinueText(t, calls) : undefined;
  }
  const cost = toCountText(t, calls);
  return retryAt !== undefined && retryAt > now
    ? t('Retry at {0}: {1}', t.formats.moment(retryAt, now), cost)
    : t('Retry: {0}', cost);
}

/** What can be done about a failure, as a row or an item of a list. */
interface StepText {
  /** A codicon's name. */
  readonly icon: string;
  readonly label: SafeText;
  /** The calls it takes; absent where it takes none. */
  readonly cost?: SafeText;
}

export function toStepText(
  t: Translator,
  step: NextStep,
  { calls, retryAt = 0 }: FailureText,
  now: number,
): StepText {
  const cost = toCountText(t, calls);
  switch (step.kind) {
    case 'retry':
      return retryAt > now
        ? { icon: 'watch', label: t('Retry at {0}', t.formats.moment(retryAt, now)), cost }
        : { icon: 'debug-restart', label: t('Retry'), cost };
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
