import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { RecordField } from '../../monitors/monitor';
import type { Translator } from './formats';

const MAX_FIELD = 40;

/** Formats a record field: "€39.90", "position 4", "2h ago". */
export function toFieldText(t: Translator, field: RecordField, now: number): SafeText {
  const { value, words, currency, at } = field;
  if (at !== undefined) {
    return t.formats.shortAge(at, now);
  }
  if (typeof value === 'string') {
    return toSafeText(value, MAX_FIELD);
  }
  if (typeof value === 'number' && currency !== undefined) {
    return t.formats.money(value, currency);
  }
  const text = typeof value === 'number' ? t.formats.number(value) : value ? t('yes') : t('no');
  return joinTexts([toSafeText(words.join(' '), MAX_FIELD), text], ' ');
}
