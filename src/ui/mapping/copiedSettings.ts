import {
  toPathText,
  type FieldMapping,
  type ListMapping,
  type Mapping,
  type Path,
  type TokenMapping,
} from '../../service/mapping/mapping';

/**
 * A mapping as the setting `monitorExplorer.reading`, so that a team can share it: expressions for where things are, and
 * what status values mean. What no expression says, such as the place of a header or the key of a record, is left out.
 */
export function toCopiedSettings(mapping: Mapping | undefined, token: TokenMapping | undefined): string {
  const [shape] = mapping?.shapes ?? [];
  const [list] = shape?.lists ?? [];
  const total = shape?.paging.find(({ says }) => says === 'total');
  const settings = {
    token: toExpression(token?.token.path),
    expiry: token?.expiry.path.length ? toExpression(token.expiry.path) : undefined,
    monitors: toExpression(list?.path),
    total: toExpression(total?.path),
    id: toFieldExpression(list?.fields.id),
    name: toFieldExpression(list?.fields.name),
    status: toStatusExpression(list),
    target: toFieldExpression(list?.fields.target),
    type: toFieldExpression(list?.fields.type),
    statusValues: toStatusValues(list),
  };
  return `"monitorExplorer.reading": ${JSON.stringify(settings, undefined, 2)}`;
}

function toExpression(path: Path | undefined): string | undefined {
  if (path === undefined || path.some((step) => typeof step === 'string' && step.startsWith('@'))) {
    return undefined;
  }
  return toPathText(path).replaceAll('.*', '[]').replace(/^\*/, '[]');
}

function toFieldExpression(field: FieldMapping | undefined): string | undefined {
  const expressions = field?.sources.map(({ path }) => toExpression(path)) ?? [];
  return expressions.length === 0 ? undefined : expressions.join(' || ');
}

function toStatusExpression(list: ListMapping | undefined): string | undefined {
  const expression = toExpression(list?.status.place?.path);
  return expression !== undefined && list?.status.yes === 'down' ? `!(${expression})` : expression;
}

function toStatusValues(list: ListMapping | undefined): Readonly<Record<string, string>> | undefined {
  const values = Object.entries(list?.status.values ?? {});
  return values.length === 0 ? undefined : Object.fromEntries(values);
}
