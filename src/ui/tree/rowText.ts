import { toFieldKey, toFieldPath, type Group, type Range } from '../../monitors/arrangement';
import {
  countStatuses,
  isProblem,
  PROBLEMS,
  showsStatus,
  type Monitor,
  type MonitorStatus,
  type RecordField,
} from '../../monitors/monitor';
import { isRenewal } from '../../monitors/listActivity';
import type { ListProgress, MonitorList } from '../../account/monitorList';
import type { App } from '../../account/app';
import { readChangeCount, type RecordFields } from '../../mapping/picker/recordFields';
import { serviceNow } from '../../mapping/serviceNow';
import { createDistinctions } from '../../mapping/picker/usualFields';
import { toCountText } from '../texts/costText';
import { toFieldChangeText, toStatusChangeText } from '../texts/changeTexts';
import type { Translator } from '../texts/formats';
import {
  toChangedText,
  toCheckedText,
  toErrorSummary,
  toFieldText,
  toLastingText,
  toMonitorName,
  toParentText,
  toShortTarget,
  toTimeText,
} from '../texts/monitorText';
import {
  DIMMED,
  NEUTRAL_ICON,
  STATUS_ICONS,
  toStatusHeading,
  toStatusText,
} from '../texts/statusText';
import {
  isStale,
  toCountsText,
  toMatchingText,
  toMonitorsText,
  toScopeText,
  type LoadedSummary,
} from '../texts/summaryText';
import { remember } from '../../base/remember';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import { isOpenable } from '../../base/url';
import type { RowText } from './rows';
import type { Notice } from './notices';
import type { Mute, Pin } from '../../account/choices';

/** High-contrast themes have these colors too. */
const STATUS_COLORS: Readonly<Record<MonitorStatus, string>> = {
  up: 'charts.green',
  down: 'charts.red',
  degraded: 'charts.yellow',
  paused: 'disabledForeground',
  pending: 'descriptionForeground',
  unknown: 'descriptionForeground',
};

export type MonitorAppearance = ReturnType<ReturnType<typeof createMonitorAppearance>>;

/** Returns a function for all that a row shows. It keeps its results, except for problems, which the history changes. */
export function createMonitorAppearance(
  t: Translator,
  { account, shown, rowFields, now }: App,
  loaded: MonitorList['loaded'],
) {
  const { tellsStatus } = loaded;
  const { paths } = rowFields;
  const distinctionsOf = createDistinctions(loaded.monitors);
  const pins = new Set(shown?.choices.pins.map(({ id }) => id.normalize()));
  const mutes = new Map(shown?.choices.mutes.map((mute) => [mute.id.normalize(), mute]));
  const { monitors = [] } = account?.lastLook.changes ?? {};
  const changes = new Map(monitors.map((change) => [change.id, change]));
  const toAge = (field: RecordField | undefined, nowMs: number) =>
    field?.at !== undefined && toFieldText(t, field, nowMs);
  /** @param isUnderStatus whether the heading shows the status */
  const read = (monitor: Monitor, isUnderStatus: boolean) => {
    const { id, changedAt } = monitor;
    const page = loaded.pageOf(id);
    const readAt = page?.call.ended ?? Infinity;
    const nowMs = serviceNow(page, now());
    const since = isProblem(monitor) ? shown?.sinceOf(monitor) : undefined;
    const isNews = changedAt !== undefined && !tellsStatus && !isProblem(monitor);
    return {
      rowId: `monitor:${id}`,
      monitor,
      isUnderStatus,
      tellsStatus,
      paths,
      /** Since the user last looked. */
      change: changes.get(id),
      lasting: toLastingText(t, since, since?.source === 'service' ? nowMs : now()),
      changed: isNews ? toTimeText(t, 'shortAge', monitor, changedAt, nowMs) : undefined,
      lagMs: now() - nowMs,
      /** What differs from other monitors of its name. */
      distinction: distinctionsOf(monitor).slice(0, 2).join(' · '),
      fieldAges: paths.map((path) => toAge(rowFields.get(monitor, path), nowMs)).join(),
      isOld: isStale(readAt, now()),
      notReadAgain: loaded.isNotReadAgain(id)
        ? joinTexts([t('not read again'), t.formats.shortAge(readAt, now())], ' · ')
        : undefined,
      isPinned: pins.has(id.normalize()),
      mute: mutes.get(id.normalize()),
      isExample: account === undefined,
    };
  };
  const known = remember((isUnderStatus: boolean) =>
    remember((one: Monitor) => read(one, isUnderStatus)),
  );
  return (monitor: Monitor, isUnderStatus: boolean) =>
    isProblem(monitor) ? read(monitor, isUnderStatus) : known(isUnderStatus)(monitor);
}

/**
 * Returns a row. Problems: "1h · 503". Others: address, and status unless up or in the heading. Without
 * statuses: last change, "2h ago · 32 changes".
 */
export function toMonitorText(
  t: Translator,
  appearance: MonitorAppearance,
  rowFields: RecordFields,
  nowMs: number,
): RowText {
  const {
    monitor,
    lasting,
    changed,
    isOld,
    notReadAgain,
    isPinned,
    mute,
    isUnderStatus,
    tellsStatus,
    paths,
    distinction,
    lagMs,
  } = appearance;
  const serviceNowMs = nowMs - lagMs;
  const { status, rawStatus, target } = monitor;
  const label = toMonitorName(t, monitor);
  const short = toShortTarget(target);
  const address = short !== label && target !== label && short;
  const hasStatus = showsStatus(monitor, tellsStatus);
  const statusText = hasStatus && toStatusText(t, monitor);
  // Rows that are up show no status, to emphasize the others.
  const hidesStatus = status === 'up' || (isUnderStatus && !(status === 'unknown' && rawStatus));
  const error = isProblem(monitor) && toErrorSummary(monitor);
  const muted = mute && toMutedText(t, mute);
  const parent = toParentText(t, monitor);
  const difference = toSafeText(distinction, 90);
  const fields = paths.flatMap((path) => {
    const field = rowFields.get(monitor, path);
    const fieldChange = appearance.change?.fields.find(({ to }) => to.field === toFieldKey(path));
    const text = fieldChange && toFieldChangeText(t, fieldChange, field, serviceNowMs);
    return field ? [text ?? toFieldText(t, field, serviceNowMs)] : [];
  });
  const change = appearance.change?.status && toStatusChangeText(t, appearance.change.status);
  const longChanged = changed && toChangedText(t, monitor, serviceNowMs);
  const count = changed && readChangeCount(monitor);
  const changes = count ? toChangesText(t, count) : undefined;
  // A narrow view cuts the end.
  const news = joinTexts(
    [
      notReadAgain,
      muted,
      lasting,
      error,
      !hidesStatus && statusText,
      change,
      ...fields,
      changed,
      changes,
    ],
    ' · ',
  );
  const statusColor = hasStatus ? STATUS_COLORS[status] : undefined;
  const pinState = isPinned ? 'pinned' : 'unpinned';
  const muteState = mute ? 'muted' : 'unmuted';
  const calls = appearance.isExample ? '' : 'refreshable ';
  const openable = isOpenable(target) ? 'openable ' : '';
  const addressed = target === undefined ? '' : 'addressed ';
  return {
    label,
    description: joinTexts(
      [news, difference, (!isProblem(monitor) || news === '') && address, parent],
      ' · ',
    ),
    aria: joinTexts(
      [
        label,
        difference,
        statusText,
        lasting,
        error,
        change,
        ...fields,
        longChanged,
        changes,
        address,
        parent,
        toCheckedText(t, monitor, nowMs),
        isOld && t('loaded more than an hour ago'),
        notReadAgain,
        muted,
      ],
      ', ',
    ),
    icon: hasStatus ? STATUS_ICONS[status] : NEUTRAL_ICON,
    color: isOld || notReadAgain || mute ? DIMMED : statusColor,
    command: 'showDetails',
    contextValue: `monitor ${openable}${addressed}${calls}${pinState} ${muteState}`,
  };
}

/** Returns name, status and times, the whole error, address, type and tags. */
export function toTooltipText(
  t: Translator,
  { monitor, lasting, tellsStatus, mute, lagMs }: MonitorAppearance,
  nowMs: number,
): SafeText {
  const { lastError = '', target = '', type = '', tags } = monitor;
  const label = toMonitorName(t, monitor);
  const status = showsStatus(monitor, tellsStatus) && toStatusText(t, monitor);
  const times = [toChangedText(t, monitor, nowMs - lagMs), toCheckedText(t, monitor, nowMs)];
  const kinds = [type, ...tags.slice(0, 5)].map((text) => toSafeText(text, 60));
  return joinTexts(
    [
      label,
      joinTexts([status, lasting, ...times], ', '),
      toSafeText(lastError, 300),
      toSafeText(target === label ? '' : target, 300),
      joinTexts(kinds, ', '),
      toParentText(t, monitor),
      mute && toMutedText(t, mute),
    ],
    '\n',
  );
}

function toChangesText(t: Translate, count: number): SafeText {
  return count === 1 ? t('1 change') : t('{0} changes', count);
}

function toMutedText(t: Translate, { note }: Mute): SafeText {
  return note === undefined ? t('muted') : t('muted: {0}', toSafeText(note, 200));
}

/** Returns "Down  4". Accessible name: "Down, 4 monitors in 120 of 340" or, filtered, "Down, 3 matching". */
export function toGroupText(
  t: Translator,
  group: Group,
  summary: LoadedSummary,
  isFiltered: boolean,
): RowText {
  const { grouping, counts, monitors, worst } = group;
  const hasStatus = summary.tellsStatus || isProblem({ status: worst });
  const problems = grouping !== 'status' && toCountsText(t, counts, PROBLEMS);
  const label = toGroupName(t, group);
  const inScope = t('{0} in {1}', toMonitorsText(t, monitors.length), toScopeText(t, summary));
  const count = isFiltered ? toMatchingText(t, monitors.length) : inScope;
  return {
    label,
    description: joinTexts([t.formats.number(monitors.length), problems], ' · '),
    ...(hasStatus && { icon: STATUS_ICONS[worst], color: STATUS_COLORS[worst] }),
    aria: joinTexts([label, count, problems], ', '),
    contextValue: 'group',
  };
}

function toGroupName(t: Translate, { grouping, value, isRest }: Group): SafeText {
  if (isRest) {
    return t('Others');
  }
  if (value === undefined) {
    return t('No value');
  }
  const recencies: Readonly<Record<string, SafeText>> = {
    today: t('Today'),
    week: t('This Week'),
    earlier: t('Earlier'),
    never: t({ message: 'Never', comment: 'The heading of what has never changed' }),
  };
  if (grouping === 'status') {
    return toStatusHeading(t, value as MonitorStatus);
  }
  const field = isBare(value) ? toFieldPath(grouping) : undefined;
  return (
    (grouping === 'change' && recencies[value]) || toSafeText([field, value].join(' ').trim(), 100)
  );
}

/** Whether the value makes sense only with its field's name. */
function isBare(value: string): boolean {
  return /^(?:true|false|-?[\d.]{1,20})$/.test(value);
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
  };
}

export function toPinsText(t: Translator, count: number): RowText {
  const label = t('Pinned');
  return {
    label,
    description: t.formats.number(count),
    icon: 'pinned',
    aria: joinTexts([label, toMonitorsText(t, count)], ', '),
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

/** Returns a notice; a click runs its first action. */
export function toNoticeText(notice: Notice): RowText {
  const { label, detail, aria, icon, color, actions, description } = notice;
  const [action] = actions;
  return {
    label,
    description: description ?? action?.title,
    icon,
    color,
    // A narrow view cuts the description, which has the cost.
    tooltip: joinTexts([detail, action?.title], '\n'),
    aria: joinTexts(
      [aria ?? joinTexts([label, detail], ', '), label !== action?.title && action?.title],
      ', ',
    ),
    ...(action && { role: 'button' as const }),
    // Without a command, a click could run whatever replaced this row.
    command: action ? 'act' : 'noop',
    contextValue: ['notice', ...actions.map(({ command }) => command)].join(' '),
  };
}

/** Returns progress or Load More; `undefined` if no page follows or nothing is loaded. */
export function toFooterText(
  t: Translator,
  list: MonitorList,
  isExample = false,
): RowText | undefined {
  const { loaded, progress } = list;
  // A refresh shows progress above the rows, if there are any. A load that read all pages is about to end.
  const isShownAbove = loaded.count > 0 && progress !== undefined && isRenewal(progress.activity);
  if (progress && progress.pagesRead < progress.pagesPlanned && !isShownAbove) {
    const shownPages = loaded.listing.contents.filter(({ hasList }) => hasList).length;
    return toLoadingText(t, progress, loaded.count === 0 ? 0 : shownPages);
  }
  if (!list.isTried || loaded.end === 'end') {
    return undefined;
  }
  return isExample ? toLoadMoreExamplesText(t, loaded) : toLoadMoreText(t, loaded);
}

function toLoadMoreExamplesText(t: Translator, loaded: MonitorList['loaded']): RowText {
  return {
    label: t('Load more (example, no call)'),
    description: toScopeText(t, loaded),
    icon: 'fold-down',
    tooltip: t('These monitors are made up. Nothing was called.'),
    role: 'button',
    command: 'loadMore',
  };
}

/** The label has the cost, because a narrow view cuts the description. */
function toLoadMoreText(
  t: Translator,
  { count, total, end, pagesLeft, mayBeEnd }: MonitorList['loaded'],
): RowText {
  const one = toCountText(t, 1);
  const scope = toScopeText(t, { count, total, complete: false, end });
  const withCost =
    pagesLeft === undefined || pagesLeft === 1
      ? scope
      : t('{0} · the rest: {1}', scope, toCountText(t, pagesLeft));
  const rest = mayBeEnd ? t('may be the end') : withCost;
  return {
    label: count === 0 ? t('Load monitors ({0})', one) : t('Load more ({0})', one),
    description: count === 0 ? undefined : rest,
    icon: 'fold-down',
    tooltip: t('Reads the next page. It takes 1 call, which costs credits.'),
    role: 'button',
    command: 'loadMore',
    // Without the button for all pages, which would cover the text.
    contextValue: mayBeEnd ? 'loadMore mayBeEnd' : 'loadMore',
  };
}

function toLoadingText(
  t: Translate,
  { pagesRead, pagesPlanned, stopping }: ListProgress,
  pageIndex: number,
): RowText {
  const loading = pageIndex === 0 ? t('Loading monitors…') : t('Loading page {0}…', pageIndex + 1);
  const label = stopping ? t('Stopping…') : loading;
  const description = pagesPlanned > 1 ? t('{0} of {1} pages', pagesRead, pagesPlanned) : undefined;
  return {
    label,
    description,
    icon: 'loading~spin',
    // Without a command, a click could run what replaces this row, such as Load More.
    command: 'noop',
    contextValue: stopping ? undefined : 'loading',
  };
}
