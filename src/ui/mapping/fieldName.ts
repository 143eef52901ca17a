import { toSafeText, type SafeText, type Translate } from '../../base/text';

/** A field in words; one that is not known by its own name. */
export function toFieldName(t: Translate, field: string): SafeText {
  const texts: Readonly<Record<string, SafeText>> = {
    token: t('Access token'),
    expiry: t('End of the session'),
    monitors: t('List of monitors'),
    total: t('Number of all monitors'),
    id: t('ID'),
    name: t('Name'),
    status: t('Status'),
    statusValues: t('Status values'),
    target: t('Target'),
    type: t('Type'),
    lastCheck: t('Last check'),
    changedAt: t('Last change'),
    interval: t('Interval'),
    tags: t('Tags'),
    since: t('Since'),
    lastError: t('Last error'),
    paused: t('Paused'),
  };
  return Object.hasOwn(texts, field) ? texts[field]! : toSafeText(field, 40);
}
