import fc from 'fast-check';
import type { ListAnswer } from '../simulator/simulatedService';

/** Habits of a service, in any combination. All that it says of the end of its list is true. */
export const serviceTraits = fc.record({
  count: fc.integer({ min: 1, max: 60 }),
  /** The most that it gives per page. */
  cap: fc.constantFrom(undefined, undefined, 4, 7, 9, 15),
  /** Whether a page starts at a multiple of the requested size, or of its own. */
  offset: fc.constantFrom('asked', 'own'),
  /** Each so many, an entry that it never serves to this account, although it counts for the page. */
  hidden: fc.constantFrom(0, 0, 7, 13),
  /** Each so many, an entry that is null instead of a record. */
  nulls: fc.constantFrom(0, 0, 0, 11, 25),
  pages: fc.constantFrom(
    'from 0',
    'from 0',
    'from 0',
    'from 1',
    'each twice',
    'last again',
    'always the first',
  ),
  /** Whether monitors change their places between calls, such as by their last check. */
  order: fc.constantFrom('same', 'same', 'changing'),
  total: fc.constantFrom('none', 'none', 'exact', 'too high'),
  /** A key with the page's length. */
  length: fc.constantFrom(
    undefined,
    'count',
    'size',
    'results',
    'returned',
    'per_page',
    'numberOfElements',
    'monitors_count',
  ),
  end: fc.constantFrom('none', 'none', 'hasMore', 'next', 'no next', 'last', 'pages'),
  past: fc.constantFrom('empty list', 'null', 'list left out'),
  ids: fc.constantFrom('number', 'text', 'none', 'none, one name', 'none, one name, secret'),
});

type ServiceTraits = typeof serviceTraits extends fc.Arbitrary<infer Traits> ? Traits : never;

interface Entry {
  /** Unique, and no id for a mapping. */
  readonly n: number;
  readonly isHidden: boolean;
  readonly isNull: boolean;
}

/** A service with these traits. Which of its monitors are down may change. */
export class GeneratedService {
  readonly #entries: readonly Entry[];
  /** The status of each monitor when it was sent last. */
  readonly read = new Map<number, string>();
  /** Whether the next call is refused. */
  failsNext = false;
  #calls = 0;
  #down: ReadonlySet<number> = new Set();

  constructor(private readonly traits: ServiceTraits) {
    const { count, hidden, nulls } = traits;
    this.#entries = Array.from({ length: count }, (_, n) => ({
      n,
      isHidden: hidden > 0 && n % hidden === hidden - 1,
      isNull: nulls > 0 && n % nulls === 2,
    }));
  }

  /** Monitors that are down, and that the service has for this account. */
  get down(): readonly number[] {
    const entries = this.#entries.filter(({ n, isHidden }) => this.#down.has(n) && !isHidden);
    return entries.map(({ n }) => n);
  }

  setDown(places: readonly number[]): void {
    this.#down = new Set(places.map((place) => Math.max(0, place) % this.traits.count));
  }

  readonly answer: ListAnswer = ({ pageIndex, pageSize }) => {
    this.#calls += 1;
    if (this.failsNext) {
      this.failsNext = false;
      return { error: 'The database is away' };
    }
    const { count, cap = Infinity, offset, past } = this.traits;
    const given = Math.min(pageSize, cap);
    const step = offset === 'asked' ? pageSize : given;
    const index = this.#toIndex(pageIndex, Math.ceil(count / step) - 1);
    const from = index * step;
    const entries = this.#inOrder().slice(from, from + given);
    const served = entries.filter(({ isHidden }) => !isHidden);
    const monitors = served.map((entry) => (entry.isNull ? null : this.#toRecord(entry)));
    const list = { monitors, ...this.#toSigns(index, step, from + given, monitors.length) };
    if (from < count || past === 'empty list') {
      return list;
    }
    return past === 'null' ? null : { ...list, monitors: undefined };
  };

  #toIndex(pageIndex: number, last: number): number {
    switch (this.traits.pages) {
      case 'from 0':
        return pageIndex;
      case 'from 1':
        return Math.max(0, pageIndex - 1);
      case 'each twice':
        return Math.floor(pageIndex / 2);
      case 'last again':
        return Math.min(pageIndex, last);
      case 'always the first':
        return 0;
    }
  }

  #inOrder(): readonly Entry[] {
    if (this.traits.order === 'same') {
      return this.#entries;
    }
    const checked = (this.#calls * 3) % this.traits.count;
    return [...this.#entries.slice(checked), ...this.#entries.slice(0, checked)];
  }

  #toRecord({ n }: Entry): object {
    const { ids } = this.traits;
    const status = this.#down.has(n) ? 'down' : 'up';
    this.read.set(n, status);
    const name = ids.includes('one name') ? `Shop ${n % 3}` : `Monitor ${n}`;
    const place = ids.includes('secret') ? `shop.example/?api_key=k3y7x9q2w${n}` : `m${n}.example/`;
    const record = { name, url: `https://${place}`, status, n };
    if (ids.startsWith('none')) {
      return record;
    }
    return { id: ids === 'number' ? 100 + n : `mon_${n}`, ...record };
  }

  #toSigns(index: number, step: number, to: number, length: number): object {
    const { count, total, length: lengthKey } = this.traits;
    const served = this.#entries.filter(({ isHidden }) => !isHidden).length;
    const totals = {
      none: {},
      exact: { total: served },
      'too high': { total: served + 5 },
    };
    const hasMore = to < count;
    const next = `/monitors?from=${to}`;
    const ends = {
      none: {},
      hasMore: { hasMore },
      next: { next: hasMore ? next : null },
      'no next': hasMore ? { next } : {},
      last: { last: !hasMore },
      pages: { page: index + 1, pages: index + 1 + Math.ceil(Math.max(0, count - to) / step) },
    };
    return {
      ...totals[total],
      ...ends[this.traits.end],
      ...(lengthKey !== undefined && { [lengthKey]: length }),
    };
  }
}
