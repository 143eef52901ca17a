import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { typeName } from './json';

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
  if (text.length > longestExpression) return { message: `longer than ${longestExpression} characters` };
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
    return { value };
  } catch (error) {
    if (error instanceof RangeError) return { message: 'the answer is nested too deeply for the expression' };
    return { message: `the expression does not fit what it was applied to (${typeName(json)})` };
  }
}
