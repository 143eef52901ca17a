import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Monitor } from '../../../src/monitors/monitor';
import { aResponse } from '../../support/corpus';
import { readPages } from '../../support/readPages';

type Record_ = Readonly<Record<string, unknown>>;

/** The fields of a record. Each service has some of them. */
interface Service {
  readonly records: readonly Record_[];
  readonly wrap: (records: readonly Record_[], total: number) => unknown;
}

const WRAPS: readonly Service['wrap'][] = [
  (records) => records,
  (records, total) => ({ data: records, total }),
  (records) => ({ monitors: records }),
  (records, total) => ({ result: { items: records, count: total } }),
];
const STATUSES = ['up', 'down', 'paused'];

/** A service with or without ids, whose names may be the same for several monitors. */
const service: fc.Arbitrary<Service> = fc
  .record({
    wrap: fc.constantFrom(...WRAPS),
    hasIds: fc.boolean(),
    names: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 30 }),
    lateField: fc.option(fc.nat({ max: 29 }), { nil: undefined }),
  })
  .map(({ wrap, hasIds, names, lateField }) => ({
    wrap,
    records: names.map((n, i) => ({
      ...(hasIds && { id: 500 + i }),
      name: `Crane ${n}`,
      url: `https://crane-${i}.example/health`,
      status: STATUSES[i % 3],
      ...(lateField !== undefined && i >= lateField && { interval: 60 }),
    })),
  }));

function cut(records: readonly Record_[], size: number): readonly (readonly Record_[])[] {
  return Array.from({ length: Math.ceil(records.length / size) }, (_, i) =>
    records.slice(i * size, (i + 1) * size),
  );
}

function toFields(monitors: readonly Monitor[]): unknown {
  return monitors.map(({ id, name, status, target, intervalMs }) => ({
    id,
    name,
    status,
    target,
    intervalMs,
  }));
}

describe('a list that is cut into pages', function () {
  this.timeout(60_000);

  it('gives each monitor one id, and reads page by page as all at once, however it is cut', () => {
    fc.assert(
      fc.property(service, fc.integer({ min: 1, max: 12 }), ({ records, wrap }, size) => {
        const pages = cut(records, size).map((page) => aResponse(wrap(page, records.length)));
        const byPage = readPages(pages, { pageSize: size });
        const atOnce = readPages([aResponse(wrap(records, records.length))], { pageSize: records.length });
        assert.deepEqual(toFields(byPage.monitors), toFields(atOnce.monitors));
        assert.equal(new Set(byPage.monitors.map(({ id }) => id)).size, records.length);
      }),
      { numRuns: 150, seed: 20_261_123 },
    );
  });
});
