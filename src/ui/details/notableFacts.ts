import { walk } from '../../base/json';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { FACT_KEYS } from '../../mapping/picker/recordFields';
import { toPlain } from '../../mapping/words';
import type { Monitor } from '../../monitors/monitor';
import type { Fact } from '../panels/html';
import type { Translator } from '../texts/formats';

/** Returns further useful facts of a record. */
export function toNotableFacts(
  t: Translator,
  { raw, lastError = '' }: Monitor,
  nowMs: number,
): readonly Fact[] {
  const { age, dateTime, number } = t.formats;
  const fields = walk(raw, 2).flatMap(({ steps, value }) => {
    const isShown = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
    return isShown ? { name: toPlain(steps.join(' ')), value } : [];
  });
  const find = (key: RegExp) => fields.find(({ name }) => key.test(name))?.value;
  const toFact = (
    term: SafeText,
    key: RegExp,
    format: (value: number) => SafeText = number,
  ): Fact => {
    const value = find(key) ?? '';
    return { term, value: typeof value === 'number' ? format(value) : toSafeText(value, 300) };
  };
  // A ratio, or percent.
  const toShare = (value: number) =>
    value >= 0 && value <= 100 ? t('{0}%', value <= 1 ? 100 * value : value) : number(value);
  const isCodeSaid = lastError.includes(String(find(FACT_KEYS.statusCode)));
  const { at } = readTime(find(FACT_KEYS.certificateExpiry)) ?? {};
  return [
    // Nearly all response times without a unit are in milliseconds.
    toFact(t('Response time'), FACT_KEYS.responseTime, (ms) => t('{0} ms', ms)),
    toFact(t('Uptime'), FACT_KEYS.uptime, toShare),
    ...(isCodeSaid ? [] : [toFact(t('HTTP status'), FACT_KEYS.statusCode)]),
    toFact(t('Region'), FACT_KEYS.region),
    ...(at === undefined
      ? []
      : [{ term: t('Certificate expires'), value: age(at, nowMs, 'future'), note: dateTime(at) }]),
  ];
}
