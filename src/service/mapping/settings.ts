import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { MONITOR_STATUSES, type MonitorStatus } from '../../monitors/monitor';
import { toStatusValueKey, type MappingProblem, type Path, type QuestionField } from './mapping';
import { firstEntries, isObject } from '../../base/json';
import { typeName } from '../shape';

// What users say about how responses are read.

/** What a user can write an expression for. */
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

/** A JMESPath expression that compiles. */
export interface Expression {
  readonly text: string;
  /**
   * What it gives on a piece of a response. Never throws: functions reject wrong types, and very deep JSON can exhaust
   * the stack, both of which come back as a message that holds no value.
   */
  readonly apply: (json: unknown) => { readonly value: unknown } | MappingError;
}

/** What the user says about how responses are read. It wins over whatever would be inferred. */
export interface MappingSettings {
  /** `id` to `type` are applied to one monitor, the others to the whole response. */
  readonly expressions: Readonly<Partial<Record<ExpressionField, Expression>>>;
  /** The service's own word or code (in lower case, trimmed) to the status it means. */
  readonly statusValues: ReadonlyMap<string, MonitorStatus>;
  /** Answers to questions about this address. */
  readonly choices: Readonly<Partial<Record<QuestionField, Path>>>;
}

/** Why an expression or a choice did not give what it should: in English and without a value of the response. */
export interface MappingError {
  readonly message: string;
}

/** Longer ones are no expression a user writes; a limit keeps the parser from deep recursion. */
const MAX_EXPRESSION_LENGTH = 2_000;

/** Compiles a user's expression, or says in English why it is none. */
export function compileExpression(text: string): Expression | MappingError {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    return { message: `longer than ${MAX_EXPRESSION_LENGTH} characters` };
  }
  try {
    const compiled = compile(text);
    return { text, apply: (json) => apply(compiled, json) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : 'not a JMESPath expression' };
  }
}

function apply(
  compiled: ReturnType<typeof compile>,
  json: unknown,
): { readonly value: unknown } | MappingError {
  try {
    const value: unknown = TreeInterpreter.search(compiled, (json ?? null) as never);
    // The library looks keys up with their inheritance; what is not in the response is not there.
    const isInherited = typeof value === 'function' || value === Object.prototype;
    return { value: isInherited ? null : value };
  } catch (error) {
    if (error instanceof RangeError) {
      return { message: 'the response is nested too deeply for the expression' };
    }
    return { message: `the expression does not fit what it was applied to (${typeName(json)})` };
  }
}

/** What is wrong with the setting, and what is right. */
export interface ParsedMappingSettings {
  readonly settings: MappingSettings;
  readonly problems: readonly MappingProblem[];
}

/**
 * Reads the setting `{token?, expiry?, monitors?, total?, id?, name?, status?, target?, type?: JMESPath,
 * statusValues?: {value: status}}`. What is wrong is left out and told in `problems`.
 */
export function parseMappingSettings(value: unknown): ParsedMappingSettings {
  const problems: MappingProblem[] = [];
  const source = isObject(value) ? value : {};
  if (value !== undefined && value !== null && !isObject(value)) {
    problems.push({ field: 'reading', message: `expected an object, got ${typeName(value)}` });
  }
  const settings = {
    expressions: parseExpressions(source, problems),
    statusValues: parseStatusValues(source['statusValues'], problems),
    choices: {},
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

function parseStatusValues(value: unknown, problems: MappingProblem[]): ReadonlyMap<string, MonitorStatus> {
  const field = 'statusValues';
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
