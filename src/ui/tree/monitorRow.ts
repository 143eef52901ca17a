import type { App } from '../../account/app';
import { remember } from '../../base/remember';
import { joinTexts, toSafeText } from '../../base/text';
import { isOpenable } from '../../base/url';
import { serviceNow } from '../../mapping/serviceNow';
import { readChangeCount } from '../../mapping/picker/recordFields';
import { createDistinctions } from '../../mapping/picker/usualFields';
import { toFieldKey } from '../../monitors/arrangement';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { STATUS } from '../../monitors/run';
import { toFieldChangeText, toStatusChangeText } from '../texts/changeTexts';
import {
  toErrorSummary,
  toFieldText,
  toLastingText,
  toMonitorName,
  toNewsText,
  toParentText,
  toShortTarget,
  toTimeText,
} from '../texts/monitorText';
import { toMonitorFacts } from '../texts/monitorFacts';
import {
  DIMMED,
  NEUTRAL_ICON,
  STATUS_COLORS,
  STATUS_ICONS,
  toStatusText,
} from '../texts/statusText';
import { isStale } from '../texts/summaryText';
import type { RowContent } from './rows';
import { formats, t } from '../l10n';
import { createShortNames } from './shortNames';

/** In a longer list, rows with one name don't show what differs, because finding them takes time. */
const MAX_NAMESAKES = 10_000;

/** Names of further problems stay long, because shortening takes time. */
const MAX_SHORT_NAMES = 1_000;

/**
 * Returns a function for the row of a monitor. The texts are those of this moment.
 * @param isUnderStatus whether headings say the status
 */
export function createMonitorRow(app: App, isUnderStatus: boolean) {
  const look = lookAt(app);
  return remember((monitor: Monitor) => toMonitorRow(look, monitor, isUnderStatus));
}

type Look = ReturnType<typeof lookAt>;

/** Collects what the rows of all monitors need. */
function lookAt(app: App) {
  const { list, choices } = app.shown!;
  const { loaded } = list;
  const { monitors } = loaded;
  const named = monitors.length > MAX_NAMESAKES ? [] : monitors;
  const namesakes = Map.groupBy(named, ({ name }) => name);
  return {
    app,
    loaded,
    choices,
    nowMs: app.now(),
    /** Since the user last looked. */
    changes: app.account?.lastLook.changes?.monitors,
    distinctionsOf: createDistinctions((name) => namesakes.get(name) ?? []),
    shortNameOf: createShortNames(
      monitors.map(({ name }) => name),
      monitors
        .filter(isProblem)
        .slice(0, MAX_SHORT_NAMES)
        .map((monitor) => toMonitorName(monitor)),
    ),
  };
}

/** Problems: "1h · 503". Others: address, and status unless up or in the heading. */
function toMonitorRow(look: Look, monitor: Monitor, isUnderStatus: boolean): RowContent {
  const { loaded, nowMs } = look;
  const { id, status, rawStatus, target } = monitor;
  const page = loaded.pageOf(id)!;
  const readAt = page.call.ended;
  const isOld = isStale(readAt, nowMs);
  const notReadAgain =
    loaded.notReadAgain.has(id) && joinTexts([t('not read again'), formats.age(readAt, nowMs)]);
  const muted = toMutedText(look, monitor);
  const since = isProblem(monitor) ? look.app.shown!.sinceOf(monitor) : undefined;
  const lasting = toLastingText(since, page, nowMs);
  const cause = isProblem(monitor) && toErrorSummary(monitor);
  const hasStatus = loaded.tellsStatus || isProblem(monitor) || status === 'paused';
  const statusText = hasStatus && toStatusText(monitor);
  // Rows that are up show no status, to emphasize the others.
  const hidesStatus = status === 'up' || (isUnderStatus && !(status === 'unknown' && rawStatus));
  const name = toMonitorName(monitor);
  const shortTarget = toShortTarget(target);
  const address = shortTarget !== name && target !== name && shortTarget;
  const first = [notReadAgain, muted, lasting, cause];
  const last = [...toNews(look, monitor), toParentText(monitor)];
  const hasNews = lasting || cause;
  const isDimmed = isOld || notReadAgain || muted;
  const statusColor = hasStatus ? STATUS_COLORS[status] : undefined;
  return {
    id: `monitor:${id}`,
    monitor,
    label: hasNews ? look.shortNameOf(name) : name,
    // A narrow view cuts the end.
    description: joinTexts([...first, !hidesStatus && statusText, ...last, !hasNews && address]),
    aria: joinTexts(
      [name, statusText, ...first, ...last, address, isOld && t('loaded more than an hour ago')],
      ', ',
    ),
    icon: hasStatus ? STATUS_ICONS[status] : NEUTRAL_ICON,
    color: isDimmed ? DIMMED : statusColor,
    contextValue: toContextValue(look, monitor),
    toTooltip: () => toTooltip(look, monitor),
  };
}

/** What changed, and what differs from other monitors of the same name. */
function toNews(look: Look, monitor: Monitor) {
  const { loaded, distinctionsOf } = look;
  const { rowFields } = look.app;
  const { id, changedAt } = monitor;
  const serviceNowMs = serviceNow(loaded.pageOf(id), look.nowMs);
  const change = look.changes?.get(id);
  const statusChange = change?.get(STATUS);
  const fields = rowFields.paths.map((path) => {
    const field = rowFields.get(monitor, path);
    const key = toFieldKey(path);
    const fieldChange = change?.get(key);
    if (field && fieldChange) {
      return toFieldChangeText(fieldChange, field, serviceNowMs);
    }
    return field && toFieldText(field, serviceNowMs);
  });
  const difference = toSafeText(distinctionsOf(monitor).slice(0, 2).join(' · '), 90);
  const news = [statusChange && toStatusChangeText(statusChange), ...fields];
  if (changedAt === undefined || loaded.tellsStatus || isProblem(monitor)) {
    return [...news, difference];
  }
  const changed = toTimeText(monitor, changedAt, serviceNowMs);
  const count = readChangeCount(monitor);
  const changes = count === 1 ? t('1 change') : t('{0} changes', count ?? 0);
  return [...news, changed, count ? changes : undefined, difference];
}

function toMutedText({ choices }: Look, { id }: Monitor) {
  const mute = choices.muteOf(id);
  return mute && (mute.note ? t('muted: {0}', toSafeText(mute.note)) : t('muted'));
}

/** For the conditions of menus in package.json. */
function toContextValue({ app, choices }: Look, { id, target }: Monitor) {
  const facts = [
    'monitor',
    isOpenable(target) && 'openable',
    target !== undefined && 'addressed',
    app.account && 'refreshable',
    choices.isPinned(id) ? 'pinned' : 'unpinned',
    choices.muteOf(id) ? 'muted' : 'unmuted',
  ];
  return facts.filter(Boolean).join(' ');
}

/** Returns what the page of a monitor says above its fields. */
function toTooltip({ app, loaded }: Look, monitor: Monitor) {
  const reading = loaded.readingOf(monitor.id)!;
  const facts = toMonitorFacts(app, reading).map(({ term, value }) =>
    joinTexts([term, value], ': '),
  );
  return joinTexts([toMonitorName(monitor), toNewsText(app, reading), ...facts], '\n');
}
