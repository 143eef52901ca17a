import { toText } from '../../base/scalar';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { FACT_KEYS, findValue } from '../../mapping/picker/recordFields';
import type { Monitor } from '../../monitors/monitor';
import type { Translator } from './formats';

interface NotableFact {
  readonly term: SafeText;
  readonly value: SafeText;
  readonly note?: SafeText;
}

/** Returns response time, uptime, HTTP status, region and certificate of a record. */
export function toNotableFacts(
  t: Translator,
  monitor: Monitor,
  nowMs: number,
): readonly NotableFact[] {
  const { age, dateTime, exact } = t.formats;
  const find = (keys: RegExp) => findValue(monitor, keys, 2);
  const toFact = (
    term: SafeText,
    key: RegExp,
    format: (value: number) => SafeText = exact,
  ): NotableFact => {
    const value = find(key);
    return {
      term,
      value: typeof value === 'number' ? format(value) : toSafeText(toText(value), 300),
    };
  };
  const isCodeSaid = (monitor.lastError ?? '').includes(String(find(FACT_KEYS.statusCode)));
  const { at } = readTime(find(FACT_KEYS.certificateExpiry)) ?? {};
  return [
    // A number without a unit in its key is shown as it came.
    toFact(t('Response time'), FACT_KEYS.responseTime),
    toFact(t('Response time'), FACT_KEYS.responseTimeMs, (ms) => t('{0} ms', exact(ms))),
    toFact(t('Uptime'), FACT_KEYS.uptime),
    toFact(t('Uptime'), FACT_KEYS.uptimePercent, (percent) => t('{0}%', exact(percent))),
    ...(isCodeSaid ? [] : [toFact(t('HTTP status'), FACT_KEYS.statusCode)]),
    toFact(t('Region'), FACT_KEYS.region),
    ...(at === undefined
      ? []
      : [{ term: t('Certificate expires'), value: age(at, nowMs, 'future'), note: dateTime(at) }]),
  ];
}
