import { toSafeText, type SafeText, type Translate } from '../../base/text';

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
