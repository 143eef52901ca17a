import type { ListReading } from './listReading';
import { toPathText } from './paths';
import type { Path, Reading, ReadingProblem } from './reading';
import { isTaken } from './reading';
import type { Reason } from './reasons';
import { describeShape, toShownKey } from './shape';
import { toPreview } from './text';
import type { TokenReading } from './tokenReading';

/** One field of an explanation. `reason` is a key of the table in reasons.ts, for the UI to translate. */
export interface ExplainedField {
  readonly field: string;
  /** In JMESPath's notation; empty where nothing was read. */
  readonly path: string;
  readonly reason: Reason;
  readonly sureness: number;
  readonly taken: boolean;
  /** Only where values were asked for, and never of a token. */
  readonly value?: string;
  readonly alternatives: readonly {
    readonly path: string;
    readonly reason: Reason;
    readonly sureness: number;
  }[];
}

/** How an answer was read, as data: fit to be attached to a bug report. */
export interface Explanation {
  readonly sought: 'token' | 'monitors';
  /** Keys and types of the answer, never values. */
  readonly shape: string;
  readonly fields: readonly ExplainedField[];
  /** How many monitors were read; absent for a token. */
  readonly count?: number;
  readonly kind?: string;
  readonly unknownStatusWords: number;
  readonly problems: readonly ReadingProblem[];
}

/** Explains the reading of a token answer. There is no flag for values: none of them may be shown. */
export function explainToken(json: unknown, reading: TokenReading): Explanation {
  const { token, expiresAt, problems } = reading;
  return {
    sought: 'token',
    shape: describeShape(json),
    fields: [...(token ? [explainField('token', token)] : []), explainField('expiry', expiresAt)],
    unknownStatusWords: 0,
    problems,
  };
}

/** Explains the reading of a page of monitors; `values` adds the values of total, hasMore and page count. */
export function explainList(json: unknown, reading: ListReading, { values = false } = {}): Explanation {
  const { itemsPath, total, hasMore, pageCount, fields, monitors, itemsKind } = reading;
  const envelope = { total, hasMore, pageCount };
  return {
    sought: 'monitors',
    shape: describeShape(json),
    fields: [
      ...(itemsPath ? [explainField('list', itemsPath)] : []),
      ...Object.entries(envelope).flatMap(([field, read]) =>
        read ? [explainField<unknown>(field, read, values)] : [],
      ),
      ...Object.entries(fields).flatMap(([field, read]) => (read ? [explainField(field, read)] : [])),
      ...(reading.found && !fields.status ? [noStatus] : []),
    ],
    count: monitors.length,
    ...(itemsKind && { kind: itemsKind }),
    unknownStatusWords: reading.unknownStatusWords.length,
    problems: reading.problems,
  };
}

const noStatus: ExplainedField = {
  field: 'status',
  path: '',
  reason: 'noStatus',
  sureness: 0,
  taken: false,
  alternatives: [],
};

function explainField<T>(field: string, reading: Reading<T>, values = false): ExplainedField {
  return {
    field,
    path: shownPath(reading.path),
    reason: reading.reason,
    sureness: reading.sureness,
    taken: isTaken(reading),
    ...(values && { value: toPreview(reading.value) }),
    alternatives: reading.alternatives.map(({ path, reason, sureness }) => ({
      path: shownPath(path),
      reason,
      sureness,
    })),
  };
}

function shownPath(path: Path): string {
  const isOwnStep = (step: string) => step === '*' || step.startsWith('@');
  return toPathText(
    path.map((step) => (typeof step === 'number' || isOwnStep(step) ? step : toShownKey(step))),
  );
}
