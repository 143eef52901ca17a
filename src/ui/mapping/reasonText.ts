import type { SafeText, Translate } from '../../base/text';
import { reasons, type Reason } from '../../service/reading/reasons';

/** Why a value was read where it was, in the person's language; the English sentence is in the table of reasons. */
export function toReasonText(t: Translate, reason: Reason): SafeText {
  return t(reasons[reason]);
}
