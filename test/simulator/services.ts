import type { MonitorRecord, RecordStatus } from './monitorRecords';

/** Makes the JSON of a token response. Must not return undefined. */
export type TokenShape = (issued: { readonly token: string }) => unknown;

/** Makes the JSON of a list response. Must not return undefined. */
export type ListShape = (
  monitors: readonly MonitorRecord[],
  context: { readonly total: number },
) => unknown;

const STATUS_CODES: Record<RecordStatus, number> = {
  paused: 0,
  pending: 1,
  up: 2,
  degraded: 8,
  down: 9,
};

const HOUR = 60 * 60_000;

/** A number from 0 up to `end` that is the same whenever the record is sent. */
function pick({ id }: MonitorRecord, end: number, salt = 1): number {
  return (Number.parseInt(id.slice(-6), 16) * (2 * salt + 1)) % end;
}

/** The last change of the watched thing: an hour to some weeks before the last check. */
function toChange(record: MonitorRecord): number {
  const hours = [0.3, 2, 5, 9, 28, 50, 130, 300, 700];
  return Date.parse(record.lastCheckedAt) - hours[pick(record, hours.length)]! * HOUR;
}

const listOf =
  (toRecord: (record: MonitorRecord) => object): ListShape =>
  (records, { total }) => ({
    monitors: records.map(toRecord),
    total,
  });

/** Answers of services of several kinds: list shapes of the simulated service. */
export const services = {
  uptime: listOf((record) => record),
  /** Watches pages: when and how often each changed, without a status. */
  pages: listOf((record) => ({
    uuid: record.id,
    title: record.name,
    url: record.url ?? `https://${record.region}.example.com/`,
    last_checked: Date.parse(record.lastCheckedAt) / 1_000,
    last_changed: Math.floor(toChange(record) / 1_000),
    change_count: pick(record, 40, 2),
    paused: record.status === 'paused',
    tags: record.tags,
  })),
  /** Watches prices. */
  prices: listOf((record) => {
    const price = 5 + pick(record, 9_000) / 100;
    return {
      id: record.id,
      product: record.name,
      url: `https://shop.example.com/${record.name.toLowerCase().replace(/[^a-z]+/g, '-')}`,
      price,
      previousPrice: Math.round(price * (90 + pick(record, 25, 3))) / 100,
      currency: 'EUR',
      inStock: pick(record, 7) > 0,
      priceChangedAt: new Date(toChange(record)).toISOString(),
    };
  }),
  /** Watches the positions of keywords. */
  keywords: listOf((record) => ({
    id: record.id,
    keyword: record.name.toLowerCase(),
    engine: 'google.com',
    location: record.region,
    position: 1 + pick(record, 60),
    previous_position: 1 + pick(record, 60, 2),
    updated_at: record.lastCheckedAt,
  })),
  names: listOf(({ id, name }) => ({ id, name })),
  /** Numbers in place of status words. */
  codes: listOf((record) => ({ ...record, status: STATUS_CODES[record.status] })),
} as const satisfies Record<string, ListShape>;

export type ServiceName = keyof typeof services;
