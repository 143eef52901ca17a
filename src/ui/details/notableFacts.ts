import { walk } from '../../base/json';
import { toSafeText, type SafeText } from '../../base/text';
import { readTime } from '../../base/time';
import { toPlain } from '../../mapping/words';
import type { Monitor } from '../../monitors/monitor';
import type { Fact } from '../panels/html';
import type { Translator } from '../texts/formats';

/** Returns further useful facts of a record by their keys: `lastCheck.latency` is `lastchecklatency`. */
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
  const toFact = (term: SafeText, key: RegExp, format: (value: number) => SafeText = number): Fact => {
    const value = find(key) ?? '';
    return { term, value: typeof value === 'number' ? format(value) : toSafeText(value, 300) };
  };
  // A ratio, or percent.
  const toShare = (value: number) =>
    value >= 0 && value <= 100 ? t('{0}%', value <= 1 ? 100 * value : value) : number(value);
  const code = /^(?:lastcheck)?(?:http(?:status|code|statuscode)|statuscode|responsecode)$/;
  const expiry = find(/^(?:ssl|tls|cert|certificate)(?:expir|valid(?:to|until))[a-z]{0,20}$/);
  const { at } = readTime(expiry) ?? {};
  return [
    // Nearly all response times without a unit are in milliseconds.
    toFact(
      t('Response time'),
      /^(?:last|avg|average)?(?:check|result)?(?:responsetime|latency|rtt|ping)(?:ms)?$/,
      (ms) => t('{0} ms', ms),
    ),
    toFact(
      t('Uptime'),
      /^(?:alltime)?(?:uptime|availability)(?:percent|percentage|pct|ratio|\d{1,3}[dh]?)?$/,
      toShare,
    ),
    ...(lastError.includes(String(find(code))) ? [] : [toFact(t('HTTP status'), code)]),
    toFact(t('Region'), /^(?:region|location|datacenter|zone)$/),
    ...(at === undefined
      ? []
      : [{ term: t('Certificate expires'), value: age(at, nowMs, 'future'), note: dateTime(at) }]),
  ];
}
