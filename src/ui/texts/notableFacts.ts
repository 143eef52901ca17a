import { toText } from '../../base/scalar';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { FACT_KEYS, findFact } from '../../mapping/picker/recordFields';
import { t } from '../l10n';
import type { Monitor } from '../../monitors/monitor';

interface NotableFact {
  readonly term: SafeText;
  readonly value: SafeText;
  readonly note?: SafeText;
}

/** Returns response time, uptime, HTTP status, region and certificate of a record. */
export function toNotableFacts(monitor: Monitor, nowMs: number): readonly NotableFact[] {
  const { age, dateTime, exact } = t.formats;
  const find = (keys: RegExp) => findFact(monitor, keys)?.value;
  const toValue = (keys: RegExp) => {
    const { key = '', value } = findFact(monitor, keys) ?? {};
    if (typeof value !== 'number') {
      return toSafeText(toText(value), 300);
    }
    if (/(?:ms|millis|milliseconds)$/.test(key)) {
      return t('{0} ms', exact(value));
    }
    // A number without a unit in its key is shown as it came.
    return /(?:percent|percentage|pct)$/.test(key) ? t('{0}%', exact(value)) : exact(value);
  };
  const isCodeSaid = (monitor.lastError ?? '').includes(String(find(FACT_KEYS.statusCode)));
  const { at } = readTime(find(FACT_KEYS.certificateExpiry)) ?? {};
  const certificate = at !== undefined && {
    term: t('Certificate expires'),
    value: age(at, nowMs, 'future'),
    note: dateTime(at),
  };
  return [
    { term: t('Response time'), value: toValue(FACT_KEYS.responseTime) },
    { term: t('Uptime'), value: toValue(FACT_KEYS.uptime) },
    ...(isCodeSaid ? [] : [{ term: t('HTTP status'), value: toValue(FACT_KEYS.statusCode) }]),
    { term: t('Region'), value: toValue(FACT_KEYS.region) },
    ...(certificate ? [certificate] : []),
  ];
}
