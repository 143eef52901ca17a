import { toFieldPath, type Group, type Range } from '../../monitors/arrangement';
import { countStatuses, isProblem, PROBLEMS, type MonitorStatus } from '../../monitors/monitor';
import { isRenewal } from '../../monitors/listActivity';
import type { LoadedMonitors } from '../../monitors/loadedMonitors';
import type { ListProgress, MonitorList } from '../../account/monitorList';
import type { Pin } from '../../account/choices';
import { toCountText } from '../texts/costText';
import { toMonitorName } from '../texts/monitorText';
import { DIMMED, STATUS_COLORS, STATUS_ICONS, toStatusHeading } from '../texts/statusText';
import { toCountsText, toMatchingText, toMonitorsText, toScopeText } from '../texts/summaryText';
import { joinTexts, toSafeText } from '../../base/text';
import { formats, t } from '../l10n';

/** Returns "Down  4". Accessible name: "Down, 4 monitors in 120 of 340" or, filtered, "Down, 3 matching". */
export function toGroupText(group: Group, loaded: LoadedMonitors, isFiltered: boolean) {
  const { grouping, counts, monitors, worst } = group;
  const { length } = monitors;
  const label = toGroupName(group);
  const problems = grouping !== 'status' && toCountsText(counts, PROBLEMS);
  const count = isFiltered
    ? toMatchingText(length)
    : t('{0} in {1}', toMonitorsText(length), toScopeText(loaded));
  const hasStatus = loaded.tellsStatus || isProblem({ status: worst });
  return {
    label,
    description: joinTexts([formats.number(length), problems]),
    icon: hasStatus ? STATUS_ICONS[worst] : undefined,
    color: STATUS_COLORS[worst],
    aria: joinTexts([label, count, problems], ', '),
    contextValue: 'group',
  };
}

function toGroupName({ grouping, value, isRest }: Group) {
  if (isRest) {
    return t('Others');
  }
  if (value === undefined) {
    return t('No value');
  }
  if (grouping === 'status') {
    return toStatusHeading({ status: value as MonitorStatus });
  }
  // Such a value makes sense only with its field's name.
  const isBare = /^(?:true|false|-?[\d.]{1,20})$/.test(value);
  const field = isBare ? toFieldPath(grouping) : undefined;
  return toSafeText([field, value].join(' ').trim(), 100);
}

/** Returns "1–1,000  3 down". */
export function toRangeText({ from, to, monitors }: Range) {
  return {
    label: t('{0}–{1}', from, to),
    description: toCountsText(countStatuses(monitors), PROBLEMS),
  };
}

export function toMissingPinText(pin: Pin) {
  return {
    label: toMonitorName(pin),
    description: t('not loaded'),
    icon: 'circle-outline',
    color: DIMMED,
    contextValue: 'missing pinned',
  };
}

/** Returns progress or Load More; `undefined` if no page follows or nothing is loaded. */
export function toFooterText({ loaded, progress, isTried }: MonitorList, isExample = false) {
  // A refresh shows progress above the rows, if there are any. A load that read all pages is about to end.
  const isShownAbove = loaded.count > 0 && progress && isRenewal(progress.activity);
  if (progress && progress.pagesRead < progress.pagesPlanned && !isShownAbove) {
    const shownPages = loaded.contents.filter(({ hasList }) => hasList).length;
    return toLoadingText(progress, shownPages);
  }
  return isTried && loaded.end !== 'end' ? toLoadMoreText(loaded, isExample) : undefined;
}

/** The label has the cost, because a narrow view cuts the description. */
function toLoadMoreText(loaded: MonitorList['loaded'], isExample: boolean) {
  const { pagesLeft = 1, mayBeEnd } = loaded;
  const title = isExample
    ? t('Load more (example, no call)')
    : t('Load more ({0})', toCountText(1));
  const scope = toScopeText(loaded);
  const rest = pagesLeft === 1 ? scope : t('{0} · the rest: {1}', scope, toCountText(pagesLeft));
  return {
    label: title,
    icon: 'fold-down',
    actions: [{ title, command: 'loadMore' }],
    description: mayBeEnd ? t('may be the end') : rest,
    // Without the button for all pages, which would cover the text.
    contextValue: mayBeEnd || isExample ? 'lastPage' : 'loadMore',
  };
}

function toLoadingText({ pagesRead, pagesPlanned, stopping }: ListProgress, pageIndex: number) {
  return {
    label: stopping ? t('Stopping…') : t('Loading page {0}…', pageIndex + 1),
    description: pagesPlanned > 1 ? t('{0} of {1} pages', pagesRead, pagesPlanned) : undefined,
    icon: 'loading~spin',
    contextValue: stopping ? undefined : 'loading',
  };
}
