import type { SQLInputValue } from 'node:sqlite';

/** A statement, or a part of one, with the values of its `?`. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly SQLInputValue[],
  ) {}
}

export type SqlPart = SQLInputValue | undefined | Sql;

/** A template tag. An inserted {@link Sql} becomes text of the statement, any other value a parameter. */
export function sql([first = '', ...texts]: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  const inserted = parts.map((part) => (part instanceof Sql ? part : new Sql('?', [part ?? null])));
  const text = inserted.map((part, index) => part.text + texts[index]).join('');
  return new Sql(
    first + text,
    inserted.flatMap(({ values }) => values),
  );
}
