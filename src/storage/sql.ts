import type { SQLInputValue } from 'node:sqlite';

/** A statement, or a part of one, with the values of its `?`. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly SQLInputValue[],
  ) {}
}

type SqlPart = SQLInputValue | undefined | Sql;

/** A template tag. An inserted {@link Sql} becomes text of the statement, any other value a parameter. */
export function sql([first = '', ...texts]: TemplateStringsArray, ...parts: readonly SqlPart[]) {
  let text = first;
  const values: SQLInputValue[] = [];
  texts.forEach((after, index) => {
    const part = parts[index];
    text += (part instanceof Sql ? part.text : '?') + after;
    values.push(...(part instanceof Sql ? part.values : [part ?? null]));
  });
  return new Sql(text, values);
}
