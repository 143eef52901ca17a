import type { HttpResponse } from '../../src/service/httpResponse';
import { learnMapping } from '../../src/mapping/learn';
import type { Mapping } from '../../src/mapping/mapping';
import { readMonitors } from '../../src/mapping/readPage';
import { aResponse } from '../support/corpus';

/** Reading a page takes at most this many times the time to parse it. */
const GOAL = 1.3;
/** Milliseconds for which a large page may block the extension host. */
const MAX_BLOCK_MS = 50;
const LARGE_PAGE = 20_000;
const monitors = 1_000;
const rounds = 21;
const WARM_UPS = 8;
/** Pages that are timed together, because the clock is too coarse for one. */
const BATCH = 10;

/** Records of different sizes. */
const shapes: Readonly<Record<string, (i: number) => unknown>> = {
  plain: (i) => ({
    id: `m-${i}`,
    name: `Monitor ${i}`,
    status: ['up', 'down', 'degraded', 'paused'][i % 4],
    url: `https://host-${i}.example.com/health`,
    type: 'http',
  }),
  usual: (i) => ({
    id: 790_000_000 + i,
    friendlyName: `Checkout page ${i}`,
    url: `https://checkout-${i}.example.com/health`,
    type: 'HTTP',
    status: i % 9 === 0 ? 'DOWN' : 'UP',
    interval: 60,
    timeout: 30,
    paused: i % 20 === 0,
    lastCheckedAt: new Date(1_772_600_000_000 + i * 1000).toISOString(),
    createdAt: '2025-11-02T10:00:00.000Z',
    tags: [{ id: 11, name: 'production', color: '#1abc9c' }],
    regions: ['eu', 'us'],
    uptime: 99.93,
  }),
  jsonApi: (i) => ({
    id: String(i),
    type: 'monitor',
    attributes: {
      url: `https://api-${i}.example.com/ready`,
      pronounceable_name: `Public API ${i}`,
      monitor_type: 'expected_status_code',
      last_checked_at: '2026-03-04T11:20:31.000Z',
      status: i % 7 === 0 ? 'validating' : 'up',
      paused: false,
      check_frequency: 30,
      request_headers: [],
      regions: ['us', 'eu', 'as', 'au'],
      expected_status_codes: [200, 204],
      policy_id: null,
      verify_ssl: true,
    },
    relationships: { policy: { data: null } },
  }),
};

/** Milliseconds of processor time since `start`, with garbage collection. */
function processorTime(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  for (let i = 0; i < BATCH; i++) {
    work();
  }
  return processorTime(start) / BATCH;
}

function toPageOf(count: number, toRecord: (i: number) => unknown): string {
  return JSON.stringify({ data: Array.from({ length: count }, (_, i) => toRecord(i)), total: count });
}

function learn(json: unknown): Mapping {
  const { mapping } = learnMapping([json]);
  if (mapping === undefined) {
    throw new Error('no list was found');
  }
  return mapping;
}

/** Reads a page. @returns the longest time without a pause, in milliseconds */
function read(mapping: Mapping, response: HttpResponse): number {
  const reading = readMonitors(mapping, response, { pageIndex: 0, pageSize: monitors });
  let longest = 0;
  for (let isDone: boolean | undefined = false; !isDone;) {
    const start = process.cpuUsage();
    isDone = reading?.next().done ?? true;
    longest = Math.max(longest, processorTime(start));
  }
  return longest;
}

const ratios = Object.entries(shapes).map(([shape, toRecord]) => {
  const text = toPageOf(monitors, toRecord);
  const mapping = learn(JSON.parse(text));
  let [parsing, reading] = [Infinity, Infinity];
  for (let round = -WARM_UPS; round < rounds; round++) {
    const parsed = timed(() => JSON.parse(text) as unknown);
    const responses = Array.from({ length: BATCH }, () => aResponse(JSON.parse(text), { text }));
    const took = timed(() => read(mapping, responses.pop()!));
    if (round >= 0) {
      parsing = Math.min(parsing, parsed);
      reading = Math.min(reading, took);
    }
  }
  const ratio = reading / parsing;
  const times = `parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms`;
  console.log(
    `${shape.padEnd(10)} ${(text.length / 1000).toFixed(0).padStart(5)} kB  ${times}  ratio ${ratio.toFixed(2)}`,
  );
  return ratio;
});

const worst = Math.max(...ratios);
console.log(
  `worst ratio of reading by a known mapping (parsing not included) to JSON.parse for ${monitors} monitors: ${worst.toFixed(2)} (goal: at most ${GOAL})`,
);

/** The longest time without a pause for {@link LARGE_PAGE} monitors of any shape, in milliseconds. */
const block = Math.max(
  ...Object.values(shapes).map((toRecord) => {
    const text = toPageOf(LARGE_PAGE, toRecord);
    const response = aResponse(JSON.parse(text), { text });
    const mapping = learn(response.json);
    return Math.min(...Array.from({ length: 5 }, () => read(mapping, response)));
  }),
);
console.log(
  `reading ${LARGE_PAGE} monitors by a known mapping: at most ${block.toFixed(1)} ms without a pause (goal: at most ${MAX_BLOCK_MS} ms)`,
);
process.exitCode = worst <= GOAL && block <= MAX_BLOCK_MS ? 0 : 1;
