import { walk } from '../../base/json';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { FACT_KEYS } from '../../mapping/picker/recordFields';
import { toPlain } from '../../mapping/words';
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
  { raw, lastError = '' }: Monitor,
  nowMs: number,
): readonly NotableFact[] {
  const { age, dateTime, exact } = t.formats;
  const fields = walk(raw, 2).flatMap(({ steps, value }) => {
    const isShown = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
    return isShown ? { name: toPlain(steps.join(' ')), value } : [];
  });
  const find = (key: RegExp) => fields.find(({ name }) => key.test(name))?.value;
  const toFact = (
    term: SafeText,
    key: RegExp,
    format: (value: number) => SafeText = exact,
  ): NotableFact => {
    const value = find(key) ?? '';
    return { term, value: typeof value === 'number' ? format(value) : toSafeText(value, 300) };
  };
  const isCodeSaid = lastError.includes(String(find(FACT_KEYS.statusCode)));
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
