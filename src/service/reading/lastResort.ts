import type { FieldCandidate, PlainField } from './fieldChoice';
import { isTaken } from './reading';
import type { Leaf, RecordProfile } from './recordProfile';
import { idNames } from './vocabulary/fieldWords';

const sureness = 0.62;
const longestName = 100;

/**
 * Where no usual name of a field is there: an id is what comes first in every record and ends in "id"
 * (`triggerid`), and a name is the short text that describes each one, different for each.
 */
export function withLastResort(
  field: PlainField,
  found: readonly FieldCandidate[],
  profile: RecordProfile,
): readonly FieldCandidate[] {
  if ((field !== 'id' && field !== 'name') || found.some(isTaken)) {
    return found;
  }
  const own = profile.leaves.filter(({ path }) => path.length === 1);
  const leaf = field === 'id' ? own.slice(0, 1).find(endsInId) : own.find(describesEach);
  if (!leaf || !isOfEach(leaf, profile.size)) {
    return found;
  }
  const resort = { path: leaf.path, sureness, reason: 'weakName' as const };
  return [resort, ...found.filter(({ path }) => path !== leaf.path)];
}

function endsInId({ plain, words }: Leaf): boolean {
  return /^[a-z]{2,}(?:id|guid|uuid)$/.test(plain) && !words.some((word) => idNames.refused.has(word));
}

function describesEach({ plain, values }: Leaf): boolean {
  return (
    /^(?:description|descr|desc|summary|comment|text)$/.test(plain) &&
    values.every((value) => typeof value === 'string' && value.trim() !== '' && value.length <= longestName)
  );
}

/** Every record has it, and no two have the same. */
function isOfEach({ values }: Leaf, size: number): boolean {
  const telling = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return telling.length === size && new Set(telling).size === size;
}
