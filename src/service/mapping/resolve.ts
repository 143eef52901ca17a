import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import type { MappingProblem, Path, QuestionField } from './extraction';
import { firstEntries, isObject, readPathText, typeName } from './json';
import { toStatusValueKey } from './values';

// What the person says about how responses are read, and the one place where it is put before what is inferred.

/** What a person can write an expression for. */
export const EXPRESSION_FIELDS = [
  'token',
  'expiry',
  'monitors',
  'total',
  'id',
  'name',
  'status',
  'target',
  'type',
] as const;
export type ExpressionField = (typeof EXPRESSION_FIELDS)[number];

/** What a person can be asked to point at. */
export const QUESTION_FIELDS = [
  'token',
  'list',
  'id',
  'name',
  'status',
] as const satisfies readonly QuestionField[];

/** A JMESPath expression that compiles. */
export interface Expression {
  readonly text: string;
  /** The compiled form, opaque to everyone but {@link applyExpression}. */
  readonly compiled: ReturnType<typeof compile>;
}

/** What the person says about how responses are read. It wins over whatever would be inferred. */
export interface MappingSettings {
  /** `id` to `type` are applied to one monitor, the others to the whole response. */
  readonly expressions: Readonly<Partial<Record<ExpressionField, Expression>>>;
  /** The service's own word or code (in lower case, trimmed) to the status it means. */
  readonly statusValues: ReadonlyMap<string, MonitorStatus>;
  /** Answers to questions about this address: paths as text. */
  readonly choices: Readonly<Partial<Record<QuestionField, string>>>;
}

/** A source that did not give what it should: why, in English and without a value of the response. */
export interface Misfit {
  readonly message: string;
}

interface Sources<T> {
  /** What the person's expression gives. */
  readonly override?: (expression: Expression) => T | Misfit;
  /** What is at the place the person picked. */
  readonly choice?: (path: Path) => T | Misfit;
  /** What the rules find, the surest first. */
  readonly inferred: () => Iterable<T>;
}

interface Resolving {
  readonly settings: MappingSettings;
  readonly problems: MappingProblem[];
}

/**
 * The sources of a field in the order in which they hold: the person's expression, the person's choice, what the
 * rules infer. The first is the field's; a field of records falls back to the next where a record lacks it. What
 * does not fit is told in `problems` and passed over. The rules are asked only once they are reached.
 */
export function* resolve<T extends object>(
  fields: { readonly override?: ExpressionField; readonly choice?: QuestionField },
  { settings, problems }: Resolving,
  sources: Sources<T>,
): Generator<T, undefined> {
  const expression = fields.override && settings.expressions[fields.override];
  if (expression && sources.override) {
    const override = sources.override(expression);
    if (isMisfit(override)) {
      problems.push({ field: String(fields.override), message: override.message });
    } else {
      yield override;
    }
  }
  const choice = fields.choice && settings.choices[fields.choice];
  const path = choice === undefined ? undefined : readPathText(choice);
  if (path && sources.choice) {
    const chosen = sources.choice(path);
    if (isMisfit(chosen)) {
      problems.push({ field: String(fields.choice), message: chosen.message });
    } else {
      yield chosen;
    }
  }
  yield* sources.inferred();
  return undefined;
}

function isMisfit(source: object): source is Misfit {
  return 'message' in source && Object.keys(source).length === 1;
}

/** Longer ones are no expression a person writes; a limit keeps the parser from deep recursion. */
const MAX_EXPRESSION_LENGTH = 2_000;

/** Compiles a person's expression, or says in English why it is none. */
export function compileExpression(text: string): Expression | Misfit {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    return { message: `longer than ${MAX_EXPRESSION_LENGTH} characters` };
  }
  try {
    return { text, compiled: compile(text) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : 'not a JMESPath expression' };
  }
}

/**
 * What an expression gives on a piece of a response. Never throws: functions reject wrong types, and very
 * deep JSON can exhaust the stack, both of which come back as a message that holds no value.
 */
export function applyExpression(expression: Expression, json: unknown): { readonly value: unknown } | Misfit {
  try {
    const value: unknown = TreeInterpreter.search(expression.compiled, (json ?? null) as never);
    // The library looks keys up with their inheritance; what is not in the response is not there.
    const inherited = typeof value === 'function' || value === Object.prototype;
    return { value: inherited ? null : value };
  } catch (error) {
    if (error instanceof RangeError) {
      return { message: 'the response is nested too deeply for the expression' };
    }
    return { message: `the expression does not fit what it was applied to (${typeName(json)})` };
  }
}

/** What an expression gives, converted, or what was expected instead of what it gave. */
export function applyAs<T>(
  expression: Expression,
  json: unknown,
  { expected, convert }: { readonly expected: string; readonly convert: (value: unknown) => T | undefined },
): T | Misfit {
  const result = applyExpression(expression, json);
  if ('message' in result) {
    return result;
  }
  return convert(result.value) ?? { message: `expected ${expected}, got ${typeName(result.value)}` };
}

/** What is wrong with the setting, and what is right. */
export interface ParsedMappingSettings {
  readonly settings: MappingSettings;
  readonly problems: readonly MappingProblem[];
}

/**
 * Reads the setting `{token?, expiry?, monitors?, total?, id?, name?, status?, target?, type?: JMESPath,
 * statusValues?: {value: status}}` (`statusWords` is an alias) and, apart from it, the choices remembered for an
 * address. What is wrong is left out and told in `problems`.
 */
export function parseMappingSettings(value: unknown, choices?: unknown): ParsedMappingSettings {
  const problems: MappingProblem[] = [];
  const source = isObject(value) ? value : {};
  if (value !== undefined && value !== null && !isObject(value)) {
    problems.push({ field: 'reading', message: `expected an object, got ${typeName(value)}` });
  }
  const settings = {
    expressions: parseExpressions(source, problems),
    statusValues: new Map([
      ...parseStatusValues('statusWords', source['statusWords'], problems),
      ...parseStatusValues('statusValues', source['statusValues'], problems),
    ]),
    choices: parseChoices(choices),
  };
  return { settings, problems };
}

function parseExpressions(
  source: Readonly<Record<string, unknown>>,
  problems: MappingProblem[],
): Partial<Record<ExpressionField, Expression>> {
  const expressions: Partial<Record<ExpressionField, Expression>> = {};
  for (const field of EXPRESSION_FIELDS) {
    const text = source[field];
    if (text === undefined || text === null || text === '') {
      continue;
    }
    if (typeof text !== 'string') {
      problems.push({ field, message: `expected a JMESPath expression, got ${typeName(text)}` });
      continue;
    }
    const compiled = compileExpression(text);
    if ('message' in compiled) {
      problems.push({ field, message: compiled.message });
    } else {
      expressions[field] = compiled;
    }
  }
  return expressions;
}

function parseStatusValues(
  field: string,
  value: unknown,
  problems: MappingProblem[],
): ReadonlyMap<string, MonitorStatus> {
  const values = new Map<string, MonitorStatus>();
  if (value === undefined || value === null) {
    return values;
  }
  if (!isObject(value)) {
    problems.push({ field, message: `expected an object, got ${typeName(value)}` });
    return values;
  }
  for (const [word, meaning] of firstEntries(value, 1_000)) {
    const status = MONITOR_STATUSES.find((known) => known === meaning);
    if (status) {
      values.set(toStatusValueKey(word), status);
    } else {
      problems.push({ field, message: `expected one of ${MONITOR_STATUSES.join(', ')}` });
    }
  }
  return values;
}

function parseChoices(value: unknown): Partial<Record<QuestionField, string>> {
  const choices: Partial<Record<QuestionField, string>> = {};
  if (!isObject(value)) {
    return choices;
  }
  for (const field of QUESTION_FIELDS) {
    const choice = value[field];
    if (typeof choice === 'string' && choice !== '') {
      choices[field] = choice;
    }
  }
  return choices;
}
