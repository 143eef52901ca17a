import { joinTexts, toBold, toSafeMarkdown, type SafeMarkdown } from '../../base/text';
import { showsStatus, type Monitor } from '../../monitors/monitor';
import type { Since } from '../../monitors/since';
import { toFactTexts } from './factTexts';
import type { Translator } from './formats';
import {
  MAX_NAME,
  toChangedText,
  toCheckedText,
  toMonitorName,
  toParentText,
  toShortTarget,
  toSinceTexts,
} from './monitorText';
import { toStatusText } from './statusText';

const MAX_TAGS = 5;
/** Facts shown without a label. */
const TOLD = ['type', 'interval', 'responseTime', 'region', 'tags'];

/** Returns name, status, times, error, target, and common facts ("every 60 sec · 338 ms"). */
export function toMonitorTooltip(
  t: Translator,
  monitor: Monitor,
  since: Since | undefined,
  now: number,
  tellsStatus = true,
): readonly SafeMarkdown[] {
  const { lastError = '', target = '' } = monitor;
  const name = toMonitorName(t, monitor);
  const hasStatus = showsStatus(monitor, tellsStatus);
  const status = [
    hasStatus ? toStatusText(t, monitor) : undefined,
    toChangedText(t, monitor, now),
    toCheckedText(t, monitor, now),
  ];
  const { term, value, note } = since && hasStatus ? toSinceTexts(t, since, now) : {};
  const texts = toFactTexts(t, monitor, now, MAX_TAGS);
  const facts = TOLD.map((told) => texts.find(({ kind }) => kind === told)?.value);
  const paragraphs = [
    toSafeMarkdown(joinTexts(status, ', '), MAX_NAME),
    toSafeMarkdown(joinTexts([term, value, note && t('({0})', note)], ' '), MAX_NAME),
    toSafeMarkdown(lastError, 300),
    toSafeMarkdown(name === toShortTarget(target) ? '' : target, 300),
    toSafeMarkdown(joinTexts([...facts, toParentText(t, monitor)], ' · '), 300),
  ];
  return [toBold(toSafeMarkdown(name, MAX_NAME)), ...paragraphs.filter((text) => text !== '')];
}
