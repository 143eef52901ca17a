const MAX_KEYS = 200;
const MAX_ROWS = 200;

export interface RecordRow {
  /** "ssl.expiresAt". */
  readonly path: string;
  readonly value: string;
}

/** All fields of a record: those of objects in it each by themselves, lists as one. `more` were left out. */
export function toRecordRows(record: unknown): {
  readonly rows: readonly RecordRow[];
  readonly more: number;
} {
  const rows: RecordRow[] = [];
  let more = 0;
  const add = (path: string, value: unknown, depth: number): void => {
    const entries = depth > 0 && !Array.isArray(value) ? entriesOf(value) : [];
    if (entries.length > 0) {
      entries.forEach(([key, inner]) => add(path === '' ? key : `${path}.${key}`, inner, depth - 1));
    } else if (rows.length < MAX_ROWS) {
      rows.push({ path, value: toValueText(value) });
    } else {
      more++;
    }
  };
  add('', record, 4);
  return { rows, more };
}

/** JSON, or a text as it is. Values nested too deeply to be written are an ellipsis. */
function toValueText(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // JSON nested thousands of levels deep can be parsed but not written: the stack ends before it does.
    if (error instanceof RangeError) {
      return '…';
    }
    throw error;
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(0, MAX_KEYS) : [];
}
