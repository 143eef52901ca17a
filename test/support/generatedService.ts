import fc from 'fast-check';
import type { ListAnswer } from '../simulator/answering';

/** Any combination of habits. */
const traits = fc.record({
  count: fc.constantFrom(1, 12, 25, 50, 51, 340),
  /** Which monitor is down, from the end of the list. */
  down: fc.nat({ max: 339 }),
  /** The maximum page size. */
  cap: fc.constantFrom(undefined, undefined, 10, 12, 25, 30, 50, 64, 100),
  /** Whether a page starts at a multiple of the requested size, or of the applied size. */
  countsByAsked: fc.boolean(),
  /** The maximum of later pages, if larger. */
  laterCap: fc.constantFrom(undefined, undefined, 25, 30, 50, 100),
  total: fc.constantFrom(
    'none',
    'exact',
    'pageLength',
    'atLeast',
    'soFar',
    'other',
    'tooSmall',
    'ofRegion',
  ),
  more: fc.constantFrom('none', 'none', 'flag', 'link'),
  ignoresPageIndex: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  order: fc.constantFrom('same', 'same', 'reversed', 'other each time'),
  ids: fc.constantFrom('number', 'digits', 'text', 'secret', 'none', 'name', 'by region'),
  /** Regions follow each other in the list, or each has pages of its own. */
  regions: fc.constantFrom('none', 'none', 'one after the other', 'apart'),
  nesting: fc.constantFrom('none', 'none', 'children', 'counted apart', 'listed too'),
});
/** Monitors inside monitors have IDs of their own. */
export const serviceTraits = traits.filter(
  ({ ids, nesting }) => ids !== 'by region' || nesting === 'none',
);

type ServiceTraits = typeof serviceTraits extends fc.Arbitrary<infer Traits> ? Traits : never;

/** A record of the account. `n` is unique, and doesn't look like an ID. */
type GeneratedRecord = Readonly<Record<string, unknown>> & { readonly n: number };

/** A service with these traits. */
export function aGeneratedService(traits: ServiceTraits) {
  const { count, countsByAsked, ignoresPageIndex, order, regions } = traits;
  const downAt = Math.max(0, count - 1 - (traits.down % count));
  const own = Array.from({ length: count }, (_, at) => toRecord(traits, at, downAt));
  const all = own.flatMap((record) => [record, ...childrenOf(record)]);
  const received = new Set<number>();
  let calls = 0;
  const inOrder = (): readonly GeneratedRecord[] => {
    const by = (at: number): number =>
      order === 'same' ? at : order === 'reversed' ? -at : (at * 7919 * calls) % 104_729;
    return own
      .map((record, at) => ({ record, at: by(at) }))
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record);
  };
  const isInUs = ({ n }: GeneratedRecord): boolean => n >= count * 0.6;
  const answer: ListAnswer = ({ pageIndex, pageSize }) => {
    calls += 1;
    const { cap = Infinity, laterCap = cap } = traits;
    const isFirst = pageIndex === 0 || ignoresPageIndex;
    const given = Math.min(pageSize, isFirst ? cap : Math.max(cap, laterCap));
    const from = ignoresPageIndex ? 0 : pageIndex * (countsByAsked ? pageSize : given);
    const [eu, us] = [inOrder().filter((one) => !isInUs(one)), inOrder().filter(isInUs)];
    const lists = regions === 'apart' ? [eu, us] : [inOrder()];
    const page = lists.flatMap((list) => list.slice(from, from + given));
    const sent = lists.reduce((sum, list) => sum + Math.min(list.length, from + given), 0);
    [...page, ...page.flatMap(childrenOf)].forEach(({ n }) => received.add(n));
    const ofRegion = (region: readonly GeneratedRecord[]) => ({
      monitors: page.filter((one) => region.includes(one)),
      ...(traits.total === 'ofRegion' && { total: region.length, total_count: region.length }),
    });
    // A region's total without the other region would look like the total of all.
    const others = page.some(isInUs) || traits.total === 'ofRegion' ? { us: ofRegion(us) } : {};
    const shown = regions === 'none' ? { monitors: page } : { eu: ofRegion(eu), ...others };
    return { ...shown, ...besides(traits, page.length, sent) };
  };
  return {
    answer,
    /** The numbers (`n`) of the records that were sent. */
    received: received as ReadonlySet<number>,
    /** The numbers (`n`) of all monitors of the account. */
    all: all.map(({ n }) => n),
  };
}

function childrenOf(record: GeneratedRecord): readonly GeneratedRecord[] {
  return (record['children'] ?? []) as readonly GeneratedRecord[];
}

function toRecord(
  { count, ids, nesting }: Pick<ServiceTraits, 'count' | 'ids' | 'nesting'>,
  at: number,
  downAt: number,
): GeneratedRecord {
  const isParent = nesting !== 'none' && at % 3 === 0 && at + 1 < count;
  const hasParts = isParent && nesting !== 'listed too';
  const isDown = at === downAt;
  const record = {
    ...(ids === 'by region' ? { id: 1 + (at % Math.ceil(count * 0.6)) } : toId(ids, at)),
    name: ids === 'name' ? `Shop ${at % 7}` : `Monitor ${at}`,
    url: `https://m${at}.example/health?api_key=k${at}x7y8z9`,
    status: isDown && !hasParts ? 'down' : 'up',
    n: at,
  };
  if (!isParent) {
    return record;
  }
  const part = (place: number): GeneratedRecord => ({
    ...(nesting === 'counted apart' ? { id: place + 1 } : toId(ids, 1_000 + 2 * at + place)),
    name: `Part ${place}`,
    url: `https://m${at}.example/part/${place}`,
    status: isDown && place === 1 ? 'down' : 'up',
    n: 1_000 + 2 * at + place,
  });
  const listed = (): GeneratedRecord => toRecord({ count, ids, nesting: 'none' }, at + 1, downAt);
  return { ...record, children: hasParts ? [part(0), part(1)] : [listed()] };
}

function toId(kind: ServiceTraits['ids'], at: number): object {
  switch (kind) {
    case 'number':
      return { id: 100 + at };
    case 'digits':
      return { id: `1285704473650880${100 + at}` };
    case 'text':
      return { id: `mon_${at}` };
    case 'secret':
      return { id: `token:s3cr3t${at}x` };
    case 'by region':
    case 'none':
    case 'name':
      return {};
  }
}

function besides(
  { total, more, count, order }: ServiceTraits,
  length: number,
  sent: number,
): object {
  const hasMore = sent < count;
  const totals = {
    none: {},
    exact: { total: count },
    pageLength: { total: length },
    atLeast: { total: { value: sent, relation: 'gte' } },
    soFar: { total: sent },
    other: { total_users: sent, total_incidents: 7, total_cranes: count },
    tooSmall: { total: order === 'other each time' ? count : Math.max(0, count - 13) },
    ofRegion: {},
  };
  const signs = {
    none: {},
    flag: { hasMore },
    link: { nextPage: hasMore ? `/monitors?from=${sent}` : null },
  };
  return { ...totals[total], ...signs[more] };
}
