import type { MonitorRecord, RecordStatus } from './monitorRecords';

interface TokenContext {
  readonly token: string;
  readonly lifetimeMs: number;
  /** Epoch milliseconds by the service's clock. */
  readonly expiresAt: number;
}

interface ListContext {
  /** Undefined if the service doesn't report it. */
  readonly total: number | undefined;
}

/** Makes the JSON of a token response. Must not return undefined. */
export type TokenShape = (context: TokenContext) => unknown;

/** Makes the JSON of a list response. Must not return undefined. */
export type ListShape = (monitors: readonly MonitorRecord[], context: ListContext) => unknown;

export const tokenShapes = {
  /** {token} */
  plain: ({ token }) => ({ token }),
  /** {access_token, token_type, expires_in}, in seconds as OAuth has it. */
  oauth: ({ token, lifetimeMs }) => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetimeMs / 1000),
  }),
  /** {data: {token}} */
  nested: ({ token }) => ({ data: { token } }),
  bareString: ({ token }) => token,
  /** The list endpoint doesn't accept the refresh token, which comes first. */
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

export const listShapes = {
  /** {monitors, total} */
  plain: (monitors, context) => ({ monitors, ...maybeTotal(context) }),
  array: (monitors) => monitors,
  /** {data: [...]}, without a total. */
  data: (monitors) => ({ data: monitors }),
  /** {monitors, total} with `statusCodes`. */
  numericStatus: (monitors, context) => ({
    monitors: monitors.map((monitor) => ({ ...monitor, status: statusCodes[monitor.status] })),
    ...maybeTotal(context),
  }),
} as const satisfies Record<string, ListShape>;
