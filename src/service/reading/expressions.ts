import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { typeName } from './json';
import type { ReadingProblem } from './reading';

/** A JMESPath expression that compiles. */
export interface Expression {
  readonly text: string;
  /** The compiled form, opaque to everyone but {@link applyExpression}. */
  readonly compiled: ReturnType<typeof compile>;
}

/** Longer ones are no expression a person writes; a limit keeps the parser from deep recursion. */
const longestExpression = 2_000;

/** Compiles a person's expression, or says in English why it is none. */
export function compileExpression(text: string): Expression | { readonly message: string } {
  if (text.length > longestExpression) {
    return { message: `longer than ${longestExpression} characters` };
  }
  try {
    return { text, compiled: compile(text) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : 'not a JMESPath expression' };
  }
}

/**
 * What an expression gives on a piece of an answer. Never throws: functions reject wrong types, and very
 * deep JSON can exhaust the stack, both of which come back as a message that holds no value.
 */
export function applyExpression(
  expression: Expression,
  json: unknown,
): { readonly value: unknown } | { readonly message: string } {
  try {
    const value: unknown = TreeInterpreter.search(expression.compiled, (json ?? null) as never);
    // The library looks keys up with their inheritance; what is not of the answer is not there.
    const inherited = typeof value === 'function' || value === Object.prototype;
    return { value: inherited ? null : value };
  } catch (error) {
    if (error instanceof RangeError) {
      return { message: 'the answer is nested too deeply for the expression' };
    }
    return { message: `the expression does not fit what it was applied to (${typeName(json)})` };
  }
}

/**
 * What an expression gives on one record: a text, a number or, for the status, yes or no. Anything else is a
 * problem, told once a page with its type.
 */
export function applyToRecord(
  record: unknown,
  expression: Expression,
  field: string,
  problems: ReadingProblem[],
): string | number | boolean | undefined {
  const result = applyExpression(expression, record);
  const value = 'value' in result ? result.value : undefined;
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
    return value;
  }
  if (typeof value === 'boolean' && field === 'status') {
    return value;
  }
  if (!problems.some((problem) => problem.field === field)) {
    const message = 'message' in result ? result.message : `expected a text, got ${typeName(value)}`;
    problems.push({ field, message });
  }
  return undefined;
}
