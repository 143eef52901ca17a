import { toFieldPath, type Group, type Range, type Recency } from '../../monitors/arrangement';
import {
  countStatuses,
  isProblem,
  showsStatus,
  type Monitor,
  type MonitorStatus,
} from '../../monitors/monitor';
import { isRenewal, type ListProgress, type MonitorList } from '../../monitors/monitorList';
import type { Changes } from '../../core/lastLook';
import { toChangeLines, toChangeSummary } from '../texts/changeTexts';
import { toCostText } from '../texts/costText';
import type { Translator } from '../texts/formats';
import {
  toChangedText,
  toChangeText,
  toErrorSummary,
  toMonitorName,
  toParentText,
  toShortTarget,
  type RowChange,
} from '../texts/monitorText';
import { DIMMED, NEUTRAL_ICON, STATUS_ICONS, toStatusHeading, toStatusText } from '../texts/statusText';
import { toCountsText, toCoverageText, toScopeText, type Scope } from '../texts/summaryText';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import { isOpenable } from '../../base/url';
import type { Action, RowText } from './rows';
import type { StateRow } from './states';
import type { Mute, Pin } from './viewState';

/** High-contrast themes have these colors too. */
const STATUS_COLORS: Readonly<Record<MonitorStatus, string>> = {
  up: 'charts.green',
  down: 'charts.red',
  degraded: 'charts.yellow',
  paused: 'disabledForeground',
  pending: 'descriptionForeground',
  unknown: 'descriptionForeground',
};

/** Counted in descriptions of groups and ranges. */
const PROBLEMS: readonly MonitorStatus[] = ['down', 'degraded'];

export interface MonitorContext {
  readonly change: RowChange | undefined;
  /** Age of the problem. */
  readonly lasting: SafeText | undefined;
  readonly isOld: boolean;
  readonly isPinned: boolean;
  readonly mute: Mute | undefined;
  /** Whether the service reports statuses. */
  readonly tellsStatus: boolean;
  readonly changes: number | undefined;
  /** Fields that the user chose. */
  readonly fields: readonly SafeText[];
  /** Whether the heading shows the status. */
  readonly isUnderStatus: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns a row. Problems: "1h · 503". Others: address, and status unless up or in the heading. Without
 * statuses: last change, "2h ago · 32 changes".
 */
export function toMonitorText(t: Translator, monitor: Monitor, context: MonitorContext): RowText {
  const { change, lasting, isOld, isPinned, mute, isUnderStatus, tellsStatus, fields, now } = context;
  const { status, target, type, tags, lastCheckedAt } = monitor;
  const label = toMonitorName(t, monitor);
  const short = toShortTarget(target);
  const address = short === label || target === label ? undefined : short;
  const hasStatus = showsStatus(monitor, tellsStatus);
  const statusText = hasStatus ? toStatusText(t, monitor) : undefined;
  // Rows that are up show no status, to emphasize the others.
  const isOwnWord = status === 'unknown' && Boolean(monitor.rawStatus);
  const isTold = status === 'up' || (isUnderStatus && !isOwnWord);
  const error = isProblem(monitor) ? toErrorSummary(monitor) : undefined;
  const mark = change && toChangeText(t, change);
  const { changed, longChanged } = toChangedTexts(t, monitor, context);
  const muted =
    mute &&
    (mute.note === undefined
      ? t('muted')
      : t({ message: 'muted: {0}', comment: '{0} says why' }, toSafeText(mute.note, 200)));
  const parent = toParentText(t, monitor);
  // A narrow view cuts the end.
  const told = joinTexts(
    [muted, lasting, error, isTold ? undefined : statusText, mark, ...fields, changed],
    ' · ',
  );
  const checked =
    lastCheckedAt === undefined
      ? undefined
      : t(
          {
            message: 'checked at {0}',
            comment: '{0} is the time at which the service last checked a monitor',
          },
          monitor.timesLackZone ? t.formats.dayReceived(lastCheckedAt) : t.formats.moment(lastCheckedAt, now),
        );
  const old = isOld ? t('loaded more than an hour ago') : undefined;
  const words = [
    'monitor',
    target && 'target',
    isOpenable(target) && 'openable',
    isPinned ? 'pinned' : 'unpinned',
    mute ? 'muted' : 'unmuted',
    type && 'typed',
    tags.length > 0 && 'tagged',
  ];
  return {
    label,
    description: joinTexts([told, isProblem(monitor) && told !== '' ? undefined : address, parent], ' · '),
    aria: joinTexts(
      [label, statusText, lasting, error, mark, ...fields, longChanged, address, parent, checked, old, muted],
      ', ',
    ),
    icon: hasStatus ? STATUS_ICONS[status] : NEUTRAL_ICON,
    color: isOld || mute ? DIMMED : hasStatus ? STATUS_COLORS[status] : undefined,
    command: 'showDetails',
    contextValue: words.filter((word) => typeof word === 'string' && word !== '').join(' '),
  };
}

/** Returns a short text and one for screen readers. */
function toChangedTexts(
  t: Translator,
  monitor: Monitor,
  { tellsStatus, changes, now }: MonitorContext,
): { readonly changed?: SafeText; readonly longChanged?: SafeText } {
  const { changedAt, timesLackZone } = monitor;
  if (tellsStatus || isProblem(monitor)) {
    return {};
  }
  const count = !changes ? undefined : changes === 1 ? t('1 change') : t('{0} changes', changes);
  const short =
    changedAt === undefined
      ? undefined
      : timesLackZone
        ? t.formats.dayReceived(changedAt)
        : t.formats.shortAge(changedAt, now);
  const long = toChangedText(t, monitor, now);
  return { changed: joinTexts([short, count], ' · '), longChanged: joinTexts([long, count], ', ') };
}

/** Returns "Down  4". Accessible name: "Down, 4 monitors, in 120 of 340 loaded". */
export function toGroupText(t: Translator, group: Group, scope: Scope): RowText {
  const { grouping, value, counts, monitors, worst } = group;
  const count = t.formats.number(monitors.length);
  const byStatus = grouping === 'status';
  const hasStatus = scope.tellsStatus !== false || isProblem({ status: worst });
  const problems = byStatus ? undefined : toCountsText(t, counts, PROBLEMS);
  const label = toGroupName(t, group);
  const monitorsText = monitors.length === 1 ? t('1 monitor') : t('{0} monitors', count);
  return {
    label,
    description: joinTexts([count, problems], ' · '),
    ...(hasStatus && { icon: STATUS_ICONS[worst], color: STATUS_COLORS[worst] }),
    aria: joinTexts([label, monitorsText, problems, toCoverageText(t, scope)], ', '),
    contextValue: `group ${toFieldPath(grouping) === undefined ? grouping : 'field'}${byStatus ? ` ${value}` : ''}`,
  };
}

function toGroupName(t: Translate, { grouping, value, isRest }: Group): SafeText {
  if (isRest) {
    return t('Others');
  }
  if (value !== undefined) {
    return grouping === 'status'
      ? toStatusHeading(t, value as MonitorStatus)
      : grouping === 'change'
        ? toRecencyHeading(t, value as Recency)
        : toSafeText(isBare(value) ? [toFieldPath(grouping), value].join(' ').trim() : value, 100);
  }
  switch (grouping) {
    case 'type':
      return t('No type');
    case 'tag':
      return t('No tag');
    case 'host':
      return t('No host');
    case 'status':
    case 'change':
    case 'none':
      return t('Monitors');
    default:
      return t('No value');
  }
}

/** Whether the value makes sense only with its field's name. */
function isBare(value: string): boolean {
  return /^(?:true|false|-?[\d.]{1,20})$/.test(value);
}

function toRecencyHeading(t: Translate, recency: Recency): SafeText {
  switch (recency) {
    case 'today':
      return t('Today');
    case 'week':
      return t('This Week');
    case 'earlier':
      return t('Earlier');
    case 'never':
      return t({ message: 'Never', comment: 'The heading of what has never changed' });
  }
}

/** Returns "1–1,000  3 down". */
export function toRangeText(t: Translate, { group, from, to, monitors }: Range): RowText {
  const label = t('{0}–{1}', from, to);
  const problems =
    group.grouping === 'status' ? undefined : toCountsText(t, countStatuses(monitors), PROBLEMS);
  return {
    label,
    description: problems,
    aria: joinTexts([t('Monitors {0} to {1}', from, to), problems], ', '),
    contextValue: 'range',
  };
}

/** Returns "Pinned  3". */
export function toPinsText(t: Translator, count: number): RowText {
  const label = t('Pinned');
  return {
    label,
    description: t.formats.number(count),
    icon: 'pinned',
    aria: joinTexts([label, count === 1 ? t('1 monitor') : t('{0} monitors', count)], ', '),
    contextValue: 'pins',
    isOpen: true,
  };
}

export function toMissingPinText(t: Translate, pin: Pin): RowText {
  return {
    label: toMonitorName(t, pin),
    description: t('not loaded'),
    icon: 'circle-outline',
    color: DIMMED,
    tooltip: t("This monitor isn't in a loaded page. Load more to see it."),
    contextValue: 'missing pinned',
  };
}

/** Returns "2 went down, 1 recovered". */
export function toChangesText(t: Translator, { since, comparison }: Changes, now: number): RowText {
  const label = toChangeSummary(t, toChangeLines(t, comparison, now));
  const description = t(
    { message: 'since {0}', comment: '{0} is a time; stands behind what changed, such as 2 went down' },
    t.formats.moment(since, now),
  );
  return {
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

/** Returns a notice; a click runs its first action. */
export function toStateText({ label, detail, icon, color, actions }: StateRow): RowText {
  const [action] = actions;
  return {
    label,
    description: action?.title,
    icon,
    color,
    tooltip: detail,
    aria: joinTexts([label, detail, action?.title], ', '),
    ...(action && { role: 'button' as const }),
    // Without a command, a click could run whatever replaced this row.
    command: action ? 'act' : 'noop',
    // The menu's actions.
    contextValue: ['state', ...actions.map(({ command }) => command)].join(' '),
  };
}

export function toStepText({ title, icon }: Action): RowText {
  return { label: title, icon, role: 'button', command: 'act', contextValue: 'step' };
}

export function toNoMatchText(t: Translate, filter: string): RowText {
  return {
    label: t("No monitors match '{0}'", toSafeText(filter, 60)),
    description: t('Clear Filter'),
    icon: 'filter',
    role: 'button',
    command: 'clearFilter',
    contextValue: 'noMatch',
  };
}

export interface FooterContext {
  readonly creditsPerCall: number | undefined;
  /** If no loaded monitor matches, the row offers only the rest. */
  readonly noMatch: boolean;
}

/** Returns progress or Load More; `undefined` if no page follows or nothing is loaded. */
export function toFooterText(t: Translator, list: MonitorList, context: FooterContext): RowText | undefined {
  const { loaded, failure, progress, stopped } = list;
  // A refresh shows progress above the rows. A load that read all pages is about to end.
  if (progress && progress.pagesRead < progress.pagesPlanned && !isRenewal(progress.activity)) {
    return toLoadingText(t, progress, loaded.nextPageIndex);
  }
  const begun = loaded.nextPageIndex > 0 || stopped !== undefined || failure !== undefined;
  return begun && loaded.end === undefined ? toLoadMoreText(t, loaded, context) : undefined;
}

/** The label has the cost, because a narrow view cuts the description. */
function toLoadMoreText(
  t: Translator,
  { count, total, pagesLeft, mayBeEnd }: MonitorList['loaded'],
  { creditsPerCall, noMatch }: FooterContext,
): RowText {
  const one = toCostText(t, 1, creditsPerCall);
  const rest = pagesLeft === undefined ? undefined : toCostText(t, pagesLeft, creditsPerCall);
  const base = { icon: 'fold-down', role: 'button' as const, contextValue: 'loadMore' };
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
    label,
    description,
    icon: 'loading~spin',
    // Without a command, a click could run what replaces this row, such as Load More.
    command: 'noop',
    contextValue: stopping ? 'stopping' : 'loading',
  };
}
