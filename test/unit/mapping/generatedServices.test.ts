import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import { readList } from '../../support/readPages';
import { aResponse } from '../../support/corpus';

/** The facts about a generated service, which the engine has to find in its JSON. */
interface Truth {
  readonly json: unknown;
  readonly total: number | undefined;
  readonly monitors: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: MonitorStatus;
    readonly target: string;
  }[];
}

const styles: readonly ((words: string) => string)[] = [
  (words) => words.replaceAll(' ', '_'),
  (words) => words.replaceAll(' ', '-'),
  (words) => words.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
  (words) => words.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase()),
  (words) => words.replaceAll(' ', ''),
];

const wrappers: readonly ((records: unknown[], total: number) => { json: unknown; total?: number })[] = [
  (records) => ({ json: records }),
  (records, total) => ({ json: { monitors: records, total }, total }),
  (records, total) => ({ json: { data: { items: records, totalCount: total }, success: true }, total }),
  (records) => ({ json: { result: records, errors: [], messages: [] } }),
  (records, total) => ({ json: { checks: records, meta: { pagination: { total, page: 1 } } }, total }),
  (records) => ({ json: { response: { hosts: records } } }),
  (records) => ({ json: { data: { monitors: { edges: records.map((node) => ({ node })) } } } }),
  (records) => ({
    json: { services: records, incidents: [{ id: 9, name: 'Old outage', status: 'resolved' }] },
  }),
  (records) => ({ json: { records, users: [{ id: 1, name: 'Ines', email: 'i@yard.example' }] } }),
];

const vocabularies: readonly Readonly<Partial<Record<MonitorStatus, string>>>[] = [
  { up: 'up', down: 'down', paused: 'paused', pending: 'pending' },
  { up: 'OK', down: 'CRITICAL', degraded: 'WARNING' },
  { up: 'online', down: 'offline' },
  { up: 'passing', down: 'failing', degraded: 'degraded' },
  { up: 'operational', down: 'major_outage', degraded: 'partial_outage', paused: 'under_maintenance' },
  { up: 'healthy', down: 'unhealthy' },
];

const names = {
  id: ['id', 'monitor id', 'uuid', 'check id', '_id', 'guid', 'key', 'service uuid', 'probe id'],
  name: [
    'name',
    'display name',
    'title',
    'label',
    'friendly name',
    'monitor name',
    'check name',
    'service title',
  ],
  status: [
    'status',
    'state',
    'current status',
    'health',
    'monitor status',
    'last state',
    'check state',
    'service health',
  ],
  target: [
    'url',
    'target',
    'website url',
    'endpoint',
    'monitored url',
    'address',
    'monitor url',
    'request url',
  ],
} as const;

/** Fields about something else, some of which look similar. */
const others: readonly ((i: number) => Record<string, unknown>)[] = [
  (i) => ({ 'created at': `2025-01-0${(i % 9) + 1}T00:00:00Z` }),
  (i) => ({ 'team id': i % 2, 'owner name': 'Harbour' }),
  () => ({ 'icon url': 'https://cdn.example/i.png' }),
  (i) => ({ owner: { id: 7, name: 'Ines', status: 'active', email: `i${i}@yard.example` } }),
  () => ({ 'notifications enabled': true, 'ssl status': 'valid' }),
  (i) => ({ description: `Watches crane ${i}`, timeout: 30 }),
  (i) => ({ regions: ['eu', 'us'], 'response time': 100 + i }),
  (i) => ({ muted: i % 2 === 0, 'webhook url': 'https://hooks.example/x' }),
  () => ({ 'previous status': 'up', 'alert policy': { id: 3, name: 'Default' } }),
  (i) => ({ interval: 60, 'last checked at': `2026-03-04T11:0${i % 9}:00Z` }),
];

const truth: fc.Arbitrary<Truth> = fc
  .record({
    style: fc.constantFrom(...styles),
    wrap: fc.constantFrom(...wrappers),
    words: fc.constantFrom(...vocabularies),
    keys: fc.record({
      id: fc.constantFrom(...names.id),
      name: fc.constantFrom(...names.name),
      status: fc.constantFrom(...names.status),
      target: fc.constantFrom(...names.target),
    }),
    inside: fc.constantFrom('none', 'attributes', 'config'),
    beside: fc.subarray([...others]),
    statuses: fc.array(fc.nat(), { minLength: 2, maxLength: 12 }),
    paused: fc.constantFrom('never', 'paused', 'enabled'),
    numericIds: fc.boolean(),
  })
  .map(({ style, wrap, words, keys, inside, beside, statuses, paused, numericIds }) => {
    const kinds = Object.keys(words) as MonitorStatus[];
    const monitors = statuses.map((n, i) => ({
      id: numericIds ? String(7_100 + i) : `mon-${(n % 1_000) + 1_000 * i}-x`,
      name: `Crane ${i} of ${n % 100}`,
      status: kinds[n % kinds.length] as MonitorStatus,
      target: `https://crane-${i}.example/health`,
      off: paused !== 'never' && n % 5 === 0,
    }));
    const records = monitors.map((monitor, i) => {
      const own: Record<string, unknown> = {
        [style(keys.id)]: numericIds ? Number(monitor.id) : monitor.id,
        [style(keys.name)]: monitor.name,
        [style(keys.status)]: words[monitor.status],
        [style(keys.target)]: monitor.target,
        ...(paused === 'paused' && { [style('paused')]: monitor.off }),
        ...(paused === 'enabled' && { [style('is enabled')]: !monitor.off }),
      };
      for (const [key, value] of beside.flatMap((more) => Object.entries(more(i)))) {
        own[style(key)] ??= value;
      }
      const { [style(keys.id)]: id, ...rest } = own;
      return inside === 'none' ? own : { [style(keys.id)]: id, [inside]: rest };
    });
    const { json, total } = wrap(records, monitors.length);
    return {
      json,
      total,
      monitors: monitors.map(({ id, name, status, target, off }) => ({
        id,
        name,
        target,
        status: off ? ('paused' as const) : status,
      })),
    };
  });

const RUNS = 500;
/** The share of all fields that may be presented as fact and wrong. */
const MAX_WRONG = 0.001;
const FIELDS = ['id', 'name', 'status', 'target'] as const;

describe('Reading generated services', function () {
  this.timeout(300_000);

  it('presents at most 0.1 % of all fields wrongly, and otherwise is right or asks', () => {
    let [fields, right, wrong] = [0, 0, 0];
    const seen: string[] = [];
    for (const { json, total, monitors } of fc.sample(truth, { numRuns: RUNS, seed: 20_260_304 })) {
      const read = readList(aResponse(json));
      for (const field of FIELDS) {
        fields++;
        const told = read.mapping !== undefined && read.monitors.length === monitors.length;
        const differing = monitors.filter((monitor, i) => read.monitors[i]?.[field] !== monitor[field]);
        if (told && differing.length === 0) {
          right++;
        } else if (
          read.mapping !== undefined &&
          (!told || differing.some((_, i) => isClaimed(read.monitors[i]?.[field])))
        ) {
          wrong++;
          seen.push(`${field}: ${JSON.stringify(json).slice(0, 300)}`);
        }
      }
      if (total !== undefined && read.total !== undefined && read.total !== total) {
        wrong++;
        seen.push(`total: ${JSON.stringify(json).slice(0, 300)}`);
      }
    }
    const share = (count: number) => `${((100 * count) / fields).toFixed(2)} %`;
    assert.ok(wrong / fields <= MAX_WRONG, seen.slice(0, 5).join('\n'));
    assert.ok(right / fields > 0.9, `${share(right)} right`);
  });
});

/** "Unknown" and nothing at all claim nothing. */
function isClaimed(value: unknown): boolean {
  return value !== undefined && value !== 'unknown';
}
