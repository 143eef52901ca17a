import { reasons, type Reason } from '../../service/mapping/reasons';
import { t } from '../l10n';

/** A reason for a reading in the person's language; the English one stands in the table of reasons. */
export function toReasonText(reason: Reason): string {
  return t(reasons[reason]);
}
