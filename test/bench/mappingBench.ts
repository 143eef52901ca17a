import { setImmediate as nextTurn } from 'node:timers/promises';
import { learnMapping } from '../../src/mapping/findList';
import { readMonitors } from '../../src/mapping/readPage';
import { aResponse } from '../support/corpus';
import { finish } from '../support/readPages';
import { median } from './report';

const MONITORS = 1_000;
const ROUNDS = 49;
/** Pages of a round, so that it includes garbage collection. */
const PAGES = 20;

const plain = (i: number) => ({
  id: `m-${i}`,
  name: `Monitor ${i}`,
  status: ['up', 'down', 'degraded', 'paused'][i % 4],
  url: `https://host-${i}.example.com/health`,
  type: 'http',
});

/** Larger. */
const usual = (i: number) => ({
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

/** Milliseconds of processor time. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function measure(shape: string, toRecord: (i: number) => unknown): Promise<void> {
  const records = Array.from({ length: MONITORS }, (_, i) => toRecord(i));
  const text = JSON.stringify({ data: records, total: MONITORS });
  const mapping = learnMapping(JSON.parse(text)).mapping!;
  const [parsings, readings]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    let [parsing, reading] = [0, 0];
    const pages: unknown[] = [];
    while (pages.length < PAGES) {
      // Weak references keep records until the end of a turn, and the extension reads each page in a turn of its own.
      await nextTurn();
      const start = now();
      const json = JSON.parse(text) as unknown;
      const parsed = now();
      const response = aResponse(json, { text });
      pages.push(
        finish(readMonitors(mapping, response, { pageIndex: pages.length, pageSize: MONITORS })),
      );
      parsing += (parsed - start) / PAGES;
      reading += (now() - parsed) / PAGES;
    }
    parsings.push(parsing);
    readings.push(reading);
  }
  const [parsing, reading] = [median(parsings), median(readings)];
  const ratio = (reading / parsing).toFixed(2);
  console.log(
    `${shape.padEnd(6)} ${(text.length / 1000).toFixed(0)} kB  parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms  ratio ${ratio}`,
  );
}

/** Reads a page with a text beside the list: the time doubles with its length, unless an expression is slow. */
function measureLongText(): void {
  const timeOf = (length: number): number => {
    const info = 'exact'.repeat(length / 5);
    const response = aResponse({ info, monitors: [plain(0), plain(1)] }, { text: '' });
    const mapping = learnMapping(response.json).mapping!;
    const times = Array.from({ length: 5 }, () => {
      const start = now();
      for (let read = 0; read < PAGES; read++) {
        finish(readMonitors(mapping, response, { pageIndex: 0, pageSize: 50 }));
      }
      return now() - start;
    });
    return median(times);
  };
  timeOf(200_000);
  const ratio = (timeOf(400_000) / timeOf(200_000)).toFixed(2);
  console.log(`a text of 400 kB beside the list, against 200 kB  ratio ${ratio}`);
}

void measure('plain', plain)
  .then(() => measure('usual', usual))
  .then(measureLongText);
