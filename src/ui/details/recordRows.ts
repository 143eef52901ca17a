import { firstEntries, isObject } from '../../base/json';
import { toPath, type Path } from '../../mapping/mapping';

const MAX_KEYS = 200;
const MAX_ROWS = 200;
const MAX_DEPTH = 4;

export interface RecordRow {
  /** "ssl.expiresAt". */
  readonly path: Path;
  readonly value: string;
}

/** Makes a row of each field, even inside nested objects. An array is one row. `more` rows are left out. */
export function toRecordRows(record: unknown): {
  readonly rows: readonly RecordRow[];
  readonly more: number;
} {
  const fields = [...fieldsOf(record, [])];
  const rows = fields.slice(0, MAX_ROWS).map(([steps, value]) => ({
    path: toPath(steps),
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }));
  return { rows, more: fields.length - rows.length };
}

function* fieldsOf(
  value: unknown,
  steps: readonly string[],
): Generator<readonly [steps: readonly string[], value: unknown]> {
  const entries = isObject(value) && steps.length < MAX_DEPTH ? firstEntries(value, MAX_KEYS) : [];
  if (entries.length === 0) {
    yield [steps, value];
  }
  for (const [key, inner] of entries) {
    yield* fieldsOf(inner, [...steps, key]);
  }
}
