import type { MonitorStatus } from '../../monitors/monitor';
import { valueAt } from './json';
import { isTaken } from './reading';
import type { StatusLeaf } from './statusLeaf';
import { readFlag, readStatusMeaning } from './statusMeaning';
import { currentWords } from './vocabulary/statusKeys';

/**
 * Whether another field of the same records contradicts the one that was chosen: one says that it is up,
 * the other that it is down. A field that says of itself that it is the current one is not contradicted.
 */
export function isContradicted(
  chosen: StatusLeaf,
  telling: readonly StatusLeaf[],
  own: ReadonlyMap<string, MonitorStatus>,
): boolean {
  if (isCurrent(chosen)) {
    return false;
  }
  return telling.some(
    (other) =>
      other.leaf.path !== chosen.leaf.path &&
      isTaken(other) &&
      other.named >= leastNamed &&
      other.leaf.ownness >= 0.9 &&
      !other.leaf.inLastCheck &&
      chosen.leaf.records.some((record) => {
        const [a, b] = [wellness(record, chosen, own), wellness(record, other, own)];
        return a !== undefined && b !== undefined && a !== b;
      }),
  );
}

/** A result or a severity, which such names may also be of, does not speak against a status. */
const leastNamed = 0.78;

function isCurrent({ leaf }: StatusLeaf): boolean {
  return leaf.words.some((word) => currentWords.has(word));
}

/** Up or down, by one field of one record; nothing where it is in between, paused, pending or not told. */
function wellness(
  record: unknown,
  { leaf, kind }: StatusLeaf,
  own: ReadonlyMap<string, MonitorStatus>,
): boolean | undefined {
  const value = valueAt(record, leaf.path);
  if (kind === 'good' || kind === 'bad') {
    const flag = readFlag(value);
    return flag === undefined ? undefined : flag === (kind === 'good');
  }
  const status = readStatusMeaning(value, own)?.status;
  if (status === 'up') {
    return true;
  }
  return status === 'down' ? false : undefined;
}
