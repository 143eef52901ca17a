import { learnMapping } from '../../src/mapping/learn';
import { readMonitors } from '../../src/mapping/readMonitors';
import { aResponse } from '../support/corpus';

const MONITORS = 1_000;
const ROUNDS = 21;
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
};

/** Milliseconds of processor time, with garbage collection. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  for (let i = 0; i < BATCH; i++) {
    work();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / BATCH;
}

for (const [shape, toRecord] of Object.entries(shapes)) {
  const records = Array.from({ length: MONITORS }, (_, i) => toRecord(i));
  const text = JSON.stringify({ data: records, total: MONITORS });
  const mapping = learnMapping([JSON.parse(text)]).mapping!;
  let [parsing, reading] = [Infinity, Infinity];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const parsed = timed(() => JSON.parse(text) as unknown);
    const responses = Array.from({ length: BATCH }, () => aResponse(JSON.parse(text), { text }));
    const read = timed(() => [
      ...readMonitors(mapping, responses.pop()!, { pageIndex: 0, pageSize: MONITORS }),
    ]);
    if (round >= 0) {
      parsing = Math.min(parsing, parsed);
      reading = Math.min(reading, read);
    }
  }
  const ratio = (reading / parsing).toFixed(2);
  console.log(
    `${shape.padEnd(6)} ${(text.length / 1000).toFixed(0)} kB  parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms  ratio ${ratio}`,
  );
}
