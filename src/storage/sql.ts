import type { SQLInputValue } from 'node:sqlite';

/** A statement, or a part of one, with the values of its `?`. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly SQLInputValue[],
  ) {}
}

export type SqlPart = SQLInputValue | undefined | Sql;

/** A tag for templates: values become parameters, and parts of statements become text. */
export function sql([first = '', ...texts]: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  const inserted = parts.map((part) => (part instanceof Sql ? part : new Sql('?', [part ?? null])));
  const text = inserted.map((part, index) => part.text + texts[index]).join('');
  return new Sql(
    first + text,
    inserted.flatMap(({ values }) => values),
  );
}
