import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Monitor } from '../../../src/monitors/monitor';
import { aResponse } from '../../support/corpus';
import { readPages } from '../../support/readPages';

type Fields = Readonly<Record<string, unknown>>;
type Envelope = (records: readonly Fields[], total: number) => unknown;

/** A random service. All records have the same fields, but the first ones may lack some. */
interface Service {
  readonly records: readonly Fields[];
  readonly wrap: Envelope;
}

const ENVELOPES: readonly Envelope[] = [
  (records) => records,
  (records, total) => ({ data: records, total }),
  (records) => ({ monitors: records }),
  (records, total) => ({ result: { items: records, count: total } }),
  (records) => ({ checks: records.map((attributes) => ({ attributes })) }),
];
const IDS: readonly ((i: number) => Fields)[] = [
  () => ({}),
  (i) => ({ id: 500 + i }),
  (i) => ({ uuid: `1f0c0a6e-8b7d-4e55-9a11-${String(i).padStart(12, '0')}` }),
  (i) => ({ monitorId: `token:${i}a1b2c3d4e5f6` }),
];
const STATUSES: readonly ((i: number) => Fields)[] = [
  (i) => ({ status: ['up', 'down', 'paused'][i % 3] }),
  (i) => ({ isUp: i % 3 > 0, enabled: i % 4 > 0 }),
  (i) => ({ state: i % 2, stateText: ['OK', 'CRITICAL'][i % 2] }),
];
const at = (i: number) => new Date(Date.UTC(2026, 2, 4, 10, i)).toISOString();
/** Fields that the first records may lack. */
const LATE: readonly ((i: number) => Fields)[] = [
  () => ({ interval_seconds: 60 }),
  (i) => ({ lastCheckedAt: at(i) }),
  (i) => ({ lastChangedAt: at(i) }),
  (i) => ({ statusSince: at(i) }),
  (i) => ({ lastError: `HTTP ${500 + i}` }),
  (i) => ({ tags: [`team-${i % 2}`] }),
  (i) => ({ type: ['http', 'ping'][i % 2] }),
];

const service: fc.Arbitrary<Service> = fc
  .record({
    wrap: fc.constantFrom(...ENVELOPES),
    id: fc.constantFrom(...IDS),
    status: fc.constantFrom(...STATUSES),
    names: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 30 }),
    late: fc.array(fc.tuple(fc.constantFrom(...LATE), fc.nat({ max: 29 })), { maxLength: 4 }),
  })
  .map(({ wrap, id, status, names, late }) => ({
    wrap,
    records: names.map((n, i) => ({
      ...id(i),
      // Some are equal, and no page has one name alone.
      name: `Crane ${2 * n + (i % 2)}`,
      url: `https://crane-${i}.example/health`,
      ...status(i),
      ...late.reduce<Fields>(
        (told, [field, from]) => (i >= from ? { ...told, ...field(i) } : told),
        {},
      ),
    })),
  }));

function cut(records: readonly Fields[], size: number): readonly (readonly Fields[])[] {
  return Array.from({ length: Math.ceil(records.length / size) }, (_, i) =>
    records.slice(i * size, (i + 1) * size),
  );
}

/** What was read of a monitor, without its place and its record. */
const toFields = (monitors: readonly Monitor[]): unknown =>
  monitors.map((monitor) => ({ ...monitor, target: monitor.target }));

describe('A list in pages', function () {
  this.timeout(60_000);

  it('has the same IDs and fields for any page size', () => {
    fc.assert(
      fc.property(service, fc.integer({ min: 1, max: 12 }), ({ records, wrap }, size) => {
        const pages = cut(records, size).map((page) => aResponse(wrap(page, records.length)));
        const byPage = readPages(pages, { pageSize: size });
        const atOnce = readPages([aResponse(wrap(records, records.length))], {
          pageSize: records.length,
        });
        assert.deepEqual(toFields(byPage.monitors), toFields(atOnce.monitors));
        assert.equal(new Set(byPage.monitors.map(({ id }) => id)).size, records.length);
      }),
      { numRuns: 200, seed: 20_261_123 },
    );
  });
});
