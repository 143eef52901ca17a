import type { Field } from '../mapping/mapping';
import { isCallError } from '../service/errors';
import type { MonitorList } from './monitorList';

/** A question to the user: the path of a field, or which list has the monitors. */
export type OpenQuestion = Field | 'list';

/** Returns the question that the last page leaves open. */
export function openQuestion({ failure, loaded }: MonitorList): OpenQuestion | undefined {
  const { error } = failure ?? {};
  if (isCallError(error, 'unreadable') && (error.facts.choices ?? []).length > 0) {
    return 'list';
  }
  const [field] = loaded.contents.at(-1)?.unclearFields ?? [];
  return field as Field | undefined;
}

/** Returns the service's words for statuses whose meaning isn't known. */
export function unknownStatuses({ loaded }: MonitorList): readonly string[] {
  const words = loaded.contents.flatMap(({ unknownStatuses: unknown }) => unknown);
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}
