import type { MonitorStatus } from '../../monitors/monitor';
import type { Expression } from './expressions';
import { compileExpression } from './expressions';
import { isObject, typeName } from './json';
import type { QuestionField, ReadingProblem } from './reading';

/** What a person can write an expression for. */
export const expressionFields = [
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
export type ExpressionField = (typeof expressionFields)[number];

/** What the person says about how answers are read. It wins over whatever would be inferred. */
export interface ReadingSettings {
  /** Compiled JMESPath. `id` to `type` are applied to one monitor, the others to the whole answer. */
  readonly expressions: Readonly<Partial<Record<ExpressionField, Expression>>>;
  /** The service's own word or code (in lower case, trimmed) to the status it means. */
  readonly statusWords: ReadonlyMap<string, MonitorStatus>;
  /** Answers to questions at this address: paths as text. */
  readonly choices: Readonly<Partial<Record<QuestionField, string>>>;
}

export const noReadingSettings: ReadingSettings = { expressions: {}, statusWords: new Map(), choices: {} };

const statuses: readonly string[] = [
  'up',
  'down',
  'degraded',
  'paused',
  'pending',
  'unknown',
] satisfies MonitorStatus[];
const questionFields = ['token', 'list', 'id', 'name', 'status'] as const satisfies readonly QuestionField[];

/** The form in which a status word is looked up. */
export function toStatusWordKey(word: string): string {
  return word.trim().toLowerCase();
}

/**
 * Reads the setting `{token?, expiry?, monitors?, total?, id?, name?, status?, target?, type?: JMESPath,
 * statusWords?: {word: status}}` and, apart from it, the choices remembered for an address.
 * What is wrong is left out and told in `problems`.
 */
export function parseReadingSettings(
  value: unknown,
  choices?: unknown,
): { readonly settings: ReadingSettings; readonly problems: readonly ReadingProblem[] } {
  const problems: ReadingProblem[] = [];
  const source = isObject(value) ? value : {};
  if (value !== undefined && value !== null && !isObject(value)) {
    problems.push({ field: 'reading', message: `expected an object, got ${typeName(value)}` });
  }
  const settings = {
    expressions: parseExpressions(source, problems),
    statusWords: parseStatusWords(source['statusWords'], problems),
    choices: parseChoices(choices),
  };
  return { settings, problems };
}

function parseExpressions(
  source: Readonly<Record<string, unknown>>,
  problems: ReadingProblem[],
): Partial<Record<ExpressionField, Expression>> {
  const expressions: Partial<Record<ExpressionField, Expression>> = {};
  for (const field of expressionFields) {
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

function parseStatusWords(value: unknown, problems: ReadingProblem[]): ReadonlyMap<string, MonitorStatus> {
  const words = new Map<string, MonitorStatus>();
  if (value === undefined || value === null) {
    return words;
  }
  if (!isObject(value)) {
    problems.push({ field: 'statusWords', message: `expected an object, got ${typeName(value)}` });
    return words;
  }
  for (const [word, status] of Object.entries(value)) {
    if (typeof status === 'string' && statuses.includes(status)) {
      words.set(toStatusWordKey(word), status as MonitorStatus);
    } else {
      problems.push({ field: 'statusWords', message: `expected one of ${statuses.join(', ')}` });
    }
  }
  return words;
}

function parseChoices(value: unknown): Partial<Record<QuestionField, string>> {
  const choices: Partial<Record<QuestionField, string>> = {};
  if (!isObject(value)) {
    return choices;
  }
  for (const field of questionFields) {
    const choice = value[field];
    if (typeof choice === 'string' && choice !== '') {
      choices[field] = choice;
    }
  }
  return choices;
}
