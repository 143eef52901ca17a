import type { HttpResponse } from '../../src/service/httpResponse';
import { readList } from '../../src/service/mapping/readList';
import { NO_MAPPING_SETTINGS } from '../../src/service/mapping/resolve';

/** Reading a page costs at most this many times what parsing it does. */
const GOAL = 1;
const monitors = 1_000;
const rounds = 61;
const WARM_UPS = 15;

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

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function toAnswer(json: unknown, text: string): HttpResponse {
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

const ratios = Object.entries(shapes).map(([shape, toRecord]) => {
  const text = JSON.stringify({
    data: Array.from({ length: monitors }, (_, i) => toRecord(i)),
    total: monitors,
  });
  const parsings: number[] = [];
  const readings: number[] = [];
  for (let round = -WARM_UPS; round < rounds; round++) {
    const parsing = timed(() => JSON.parse(text) as unknown);
    const answer = toAnswer(JSON.parse(text), text);
    const options = { pageIndex: 0, pageSize: monitors, settings: NO_MAPPING_SETTINGS };
    const reading = timed(() => readList(answer, options));
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
  `worst ratio of reading to JSON.parse for ${monitors} monitors: ${worst.toFixed(2)} (goal: at most ${GOAL})`,
);
process.exitCode = worst <= GOAL ? 0 : 1;
