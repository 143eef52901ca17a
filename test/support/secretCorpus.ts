import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', '..', 'test', 'corpus', 'secrets');

/** A made-up record, its secrets, and what must stay visible when they are masked. */
export interface RecordWithSecrets {
  readonly record: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
  readonly shown: readonly string[];
}

export const recordsWithSecrets = (): readonly RecordWithSecrets[] => readLines('secrets.jsonl');

/** Records that only look as if they had a secret. */
export const lookalikes = (): readonly Readonly<Record<string, unknown>>[] => readLines('lookalikes.jsonl');

function readLines<T>(name: string): readonly T[] {
  const lines = readFileSync(join(FOLDER, name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}
