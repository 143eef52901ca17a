import type { Alternative, Extraction, MappingProblem, Path } from './extraction';
import { isConfident } from './extraction';
import { toPathText } from './json';
import type { ListExtraction } from './readList';
import type { Reason } from './reasons';
import type { TokenExtraction } from './readToken';
import type { Voice } from './rules';
import { describeShape, toPreview, toShownKey } from './shape';

// How a response was read, as data: fit to be attached to a bug report.

/** A rule that spoke for or against a place. `reason` is a key of the table in reasons.ts, for the UI to translate. */
export interface ExplainedVoice {
  readonly rule: string;
  readonly reason: Reason;
  /** For: the confidence claimed. Against: the share of the confidence that was left. */
  readonly amount: number;
}

/** A place that was not taken. */
export interface ExplainedPlace {
  /** In JMESPath's notation; empty where nothing was read. */
  readonly path: string;
  readonly reason: Reason;
  readonly confidence: number;
}

/** One field of an explanation. */
export interface ExplainedField extends ExplainedPlace {
  readonly field: string;
  /** Whether it was taken as fact. */
  readonly confident: boolean;
  /** Only where values were asked for, and never of a token. */
  readonly value?: string;
  readonly for: readonly ExplainedVoice[];
  readonly against: readonly ExplainedVoice[];
  /** The best of the places that were not taken. */
  readonly runnerUp?: ExplainedPlace;
  readonly alternatives: readonly ExplainedPlace[];
}

export interface Explanation {
  readonly sought: 'token' | 'monitors';
  /** Keys and types of the response, never values. */
  readonly shape: string;
  readonly fields: readonly ExplainedField[];
  /** How many monitors were read; absent for a token. */
  readonly count?: number;
  readonly kind?: string;
  readonly unknownStatusValues: number;
  readonly problems: readonly MappingProblem[];
}

/** Explains what was found in the response of a sign-in. There is no flag for values: none of them may be shown. */
export function explainToken(json: unknown, extraction: TokenExtraction): Explanation {
  const { token, expiresAt, problems, voices } = extraction;
  return {
    sought: 'token',
    shape: describeShape(json),
    fields: [
      ...(token ? [explainField('token', token, voices.get('token'))] : []),
      explainField('expiry', expiresAt, undefined),
    ],
    unknownStatusValues: 0,
    problems,
  };
}

/** Explains what was found in a page of monitors; `values` adds the values of total, hasMore and page count. */
export function explainList(json: unknown, extraction: ListExtraction, { values = false } = {}): Explanation {
  const { itemsPath, total, hasMore, pageCount, fields, monitors, itemsKind, voices } = extraction;
  const envelope = { total, hasMore, pageCount };
  return {
    sought: 'monitors',
    shape: describeShape(json),
    fields: [
      ...(itemsPath ? [explainField('list', itemsPath, voices.get('list'))] : []),
      ...Object.entries(envelope).flatMap(([field, read]) =>
        read ? [explainField<unknown>(field, read, undefined, values)] : [],
      ),
      ...Object.entries(fields).flatMap(([field, read]) =>
        read ? [explainField(field, read, voices.get(field))] : [],
      ),
      ...(extraction.found && !fields.status ? [NO_STATUS] : []),
    ],
    count: monitors.length,
    ...(itemsKind && { kind: itemsKind }),
    unknownStatusValues: extraction.unknownStatusValues.length,
    problems: extraction.problems,
  };
}

const NO_STATUS: ExplainedField = {
  field: 'status',
  path: '',
  reason: 'noStatus',
  confidence: 0,
  confident: false,
  for: [],
  against: [],
  alternatives: [],
};

function explainField<T>(
  field: string,
  extraction: Extraction<T>,
  voices: readonly Voice[] = [],
  values = false,
): ExplainedField {
  const alternatives = extraction.alternatives.map(toPlace);
  const [runnerUp] = alternatives;
  return {
    field,
    ...toPlace(extraction),
    confident: isConfident(extraction),
    ...(values && { value: toPreview(extraction.value) }),
    for: voices.filter(({ speaks }) => speaks === 'for').map(toExplainedVoice),
    against: voices.filter(({ speaks }) => speaks === 'against').map(toExplainedVoice),
    ...(runnerUp && { runnerUp }),
    alternatives,
  };
}

function toExplainedVoice({ rule, reason, amount }: Voice): ExplainedVoice {
  return { rule, reason, amount };
}

function toPlace({ path, reason, confidence }: Alternative<unknown>): ExplainedPlace {
  return { path: toShownPath(path), reason, confidence };
}

function toShownPath(path: Path): string {
  const isOwnStep = (step: string) => step === '*' || step.startsWith('@');
  return toPathText(
    path.map((step) => (typeof step === 'number' || isOwnStep(step) ? step : toShownKey(step))),
  );
}
