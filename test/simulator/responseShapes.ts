import type { MonitorRecord, RecordStatus } from './monitorRecords';

/** What a token response can be made of. */
export interface TokenContext {
  readonly token: string;
  readonly email: string;
  /** Epoch milliseconds by the service's clock. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** What a list response can be made of, beside the monitors of the page. */
export interface ListContext {
  readonly pageIndex: number;
  /** The size applied, which may be smaller than the one asked for. */
  readonly pageSize: number;
  /** Undefined while the service does not tell it. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/** Makes the JSON of a token response; must not return undefined. */
export type TokenShape = (context: TokenContext) => unknown;

/** Makes the JSON of a list response; must not return undefined. */
export type ListShape = (monitors: readonly MonitorRecord[], context: ListContext) => unknown;

const lifetimeMs = ({ issuedAt, expiresAt }: TokenContext) => expiresAt - issuedAt;

export const tokenShapes = {
  /** {token} */
  plain: ({ token }) => ({ token }),
  /** {access_token, token_type, expires_in}, in seconds as OAuth has it. */
  oauth: (context) => ({
    access_token: context.token,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetimeMs(context) / 1000),
  }),
  /** {data: {token}} */
  nested: ({ token }) => ({ data: { token } }),
  bareString: ({ token }) => token,
  /** A refresh token comes first, and the list endpoint does not accept it. */
  withRefreshToken: ({ token, expiresAt }) => ({
    refreshToken: `refresh_${Buffer.from(token).toString('base64url').slice(8, 40)}`,
    accessToken: token,
    expiresAt: new Date(expiresAt).toISOString(),
  }),
} as const satisfies Record<string, TokenShape>;

/** The codes of `listShapes.numericStatus`. */
const statusCodes: Record<RecordStatus, number> = {
  paused: 0,
  pending: 1,
  up: 2,
  degraded: 8,
  down: 9,
};

const maybeTotal = ({ total }: ListContext) => (total === undefined ? {} : { total });

const toPagination = (context: ListContext) => ({
  pageIndex: context.pageIndex,
  pageSize: context.pageSize,
  ...maybeTotal(context),
  ...(context.total !== undefined && { pageCount: Math.ceil(context.total / context.pageSize) }),
});

export const listShapes = {
  /** {monitors, total} */
  plain: (monitors, context) => ({ monitors, ...maybeTotal(context) }),
  array: (monitors) => monitors,
  /** {data: [...]}, never a total. */
  data: (monitors) => ({ data: monitors }),
  /** {data: {monitors, pagination: {pageIndex, pageSize, total, pageCount}}} */
  nested: (monitors, context) => ({ data: { monitors, pagination: toPagination(context) } }),
  /** {items, hasMore}, never a total. */
  hasMore: (monitors, { hasMore }) => ({ items: monitors, hasMore }),
  /** {data: [{type, id, attributes}], meta: {total}} */
  jsonApi: (monitors, context) => ({
    data: monitors.map(({ id, ...attributes }) => ({ type: 'monitors', id, attributes })),
    meta: maybeTotal(context),
  }),
  /** {monitors: {<id>: {...}}, total}; the records themselves have no id. */
  byId: (monitors, context) => ({
    monitors: Object.fromEntries(monitors.map(({ id, ...rest }) => [id, rest])),
    ...maybeTotal(context),
  }),
  /** {monitors, total} with `statusCodes` in place of words. */
  numericStatus: (monitors, context) => ({
    monitors: monitors.map((monitor) => ({ ...monitor, status: statusCodes[monitor.status] })),
    ...maybeTotal(context),
  }),
  /** {monitors, total} whose records have no id. */
  withoutIds: (monitors, context) => ({
    monitors: monitors.map(({ id: _, ...rest }) => rest),
    ...maybeTotal(context),
  }),
} as const satisfies Record<string, ListShape>;
