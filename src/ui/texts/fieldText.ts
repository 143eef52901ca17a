import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
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

/** Returns a label. Unknown fields keep their own name. */
export function toFieldName(t: Translate, field: string): SafeText {
  const texts: Readonly<Record<string, SafeText>> = {
    token: t('Access token'),
    expiry: t('End of the session'),
    monitors: t('List of monitors'),
    total: t('Number of all monitors'),
    name: t('Name'),
    status: t('Status'),
    statusValues: t('Status Values'),
    changedAt: t('Last Change'),
    since: t('Since'),
    target: t('Target'),
    type: t('Type'),
    lastError: t('Last Error'),
    lastCheck: t('Last Check'),
    interval: t('Interval'),
    tags: t('Tags'),
    id: t('ID'),
  };
  return Object.hasOwn(texts, field) ? texts[field]! : toSafeText(field, 40);
}
