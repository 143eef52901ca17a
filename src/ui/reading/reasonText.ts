import { l10n } from 'vscode';
import { reasons, type Reason } from '../../service/reading/reasons';

/** A reason for a reading in the person's language; the English one stands in the table of reasons. */
export function toReasonText(reason: Reason): string {
  return l10n.t(reasons[reason]);
}
