import { setImmediate } from 'node:timers/promises';
import type { HttpResponse } from '../../src/service/httpResponse';
import { readList, readListInSlices } from '../../src/service/mapping/readList';
import { NO_MAPPING_SETTINGS } from '../support/noMappingSettings';

/** Reading a page, after it was parsed, takes at most this many times what parsing it takes. */
const GOAL = 2;
/** Milliseconds for which a large page may keep the extension host from anything else. */
const MAX_SLICE_MS = 50;
const LARGE_PAGE = 20_000;
const monitors = 1_000;
const rounds = 21;
const WARM_UPS = 8;
/** Pages that are timed together: the clock of the processor is too coarse for one. */
const BATCH = 10;

/** Shapes of services that differ in how much of a record has to be walked. */
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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Milliseconds of processor time since `start`: what else the machine does is no part of it, collecting garbage is. */
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

function toResponse(json: unknown, text: string): HttpResponse {
  return {
    status: 200,
    header: () => undefined,
    contentType: 'application/json',
    json,
    text,
    bytes: text.length,
    receivedAt: Date.UTC(2026, 2, 4, 11, 30),
  };
}

/** The longest time between two pauses while a large page is read, in milliseconds of processor time. */
async function longestSlice(toRecord: (i: number) => unknown): Promise<number> {
  const text = JSON.stringify({ data: Array.from({ length: LARGE_PAGE }, (_, i) => toRecord(i)) });
  const response = toResponse(JSON.parse(text), text);
  const options = { pageIndex: 0, pageSize: LARGE_PAGE, settings: NO_MAPPING_SETTINGS };
  let longest = 0;
  let startedAt = process.cpuUsage();
  const end = (): void => {
    longest = Math.max(longest, processorTime(startedAt));
  };
  await readListInSlices(response, options, async () => {
    end();
    await setImmediate();
    startedAt = process.cpuUsage();
  });
  end();
  return longest;
}

const ratios = Object.entries(shapes).map(([shape, toRecord]) => {
  const text = JSON.stringify({
    data: Array.from({ length: monitors }, (_, i) => toRecord(i)),
    total: monitors,
  });
  const parsings: number[] = [];
  const readings: number[] = [];
  for (let round = -WARM_UPS; round < rounds; round++) {
    const parsing = timed(() => JSON.parse(text) as unknown);
    const responses = Array.from({ length: BATCH }, () => toResponse(JSON.parse(text), text));
    const options = { pageIndex: 0, pageSize: monitors, settings: NO_MAPPING_SETTINGS };
    const reading = timed(() => readList(responses.pop()!, options));
    if (round < 0) {
      continue;
    }
    parsings.push(parsing);
    readings.push(reading);
  }
  const [parsing, reading] = [median(parsings), median(readings)];
  const ratio = reading / parsing;
  const times = `parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms`;
  console.log(
    `${shape.padEnd(10)} ${(text.length / 1000).toFixed(0).padStart(5)} kB  ${times}  ratio ${ratio.toFixed(2)}`,
  );
  return ratio;
});

const worst = Math.max(...ratios);
console.log(
  `worst ratio of reading (parsing not included) to JSON.parse for ${monitors} monitors: ${worst.toFixed(2)} (goal: at most ${GOAL})`,
);

async function main(): Promise<void> {
  let slice = 0;
  for (const toRecord of Object.values(shapes)) {
    slice = Math.max(slice, await longestSlice(toRecord));
  }
  console.log(
    `longest slice of reading ${LARGE_PAGE} monitors: ${slice.toFixed(1)} ms (goal: at most ${MAX_SLICE_MS} ms)`,
  );
  process.exitCode = worst <= GOAL && slice <= MAX_SLICE_MS ? 0 : 1;
}

void main();
