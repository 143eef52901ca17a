import { learnMapping } from '../../src/mapping/learn';
import { readMonitors } from '../../src/mapping/readPage';
import { aResponse } from '../support/corpus';

const MONITORS = 1_000;
const ROUNDS = 29;
/** Pages that are timed together, because the clock is too coarse for one. */
const BATCH = 10;

const toRecord = (i: number): object => ({
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
});

/** Milliseconds of processor time, with garbage collection. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  for (let i = 0; i < BATCH; i++) {
    work();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / BATCH;
}

const data = Array.from({ length: MONITORS }, (_, i) => toRecord(i));
const text = JSON.stringify({ data, total: MONITORS });
const mapping = learnMapping([JSON.parse(text)]).mapping!;
const page = { pageIndex: 0, pageSize: MONITORS };
// The fastest round, because the first ones also compile.
let [parsing, reading] = [Infinity, Infinity];
for (let round = 0; round < ROUNDS; round++) {
  const responses = Array.from({ length: BATCH }, () => aResponse(JSON.parse(text), { text }));
  parsing = Math.min(
    parsing,
    timed(() => JSON.parse(text) as unknown),
  );
  reading = Math.min(
    reading,
    timed(() => [...readMonitors(mapping, responses.pop()!, page)]),
  );
}
const ratio = (reading / parsing).toFixed(2);
console.log(
  `${(text.length / 1000).toFixed(0)} kB  parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms  ratio ${ratio}`,
);
