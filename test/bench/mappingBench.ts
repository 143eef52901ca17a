import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReader } from '../../src/mapping/createReader';
import { learnMapping } from '../../src/mapping/learnMapping';
import { NO_PICKS } from '../../src/mapping/picker/picks';
import { toPageResponse } from '../../src/mapping/toPageResponse';
import type { Page, ReadPage } from '../../src/monitors/page';
import { aResponse } from '../support/corpus';
import { collectGarbage } from './garbage';
import { median } from './report';

const MONITORS = 1_000;
const ROUNDS = 49;
const TOKEN = 'mst_9f3c1a7be04d5526aa81c0ffee37d912';
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

function learnReader(json: unknown): ReadPage {
  return createReader(learnMapping([json], undefined, NO_PICKS).mapping);
}

/** Masks a parsed response, as the extension does. */
async function maskResponse(json: unknown, text: string): Promise<Page> {
  const parts = await toPageResponse(aResponse(json, { text }), TOKEN, nextTurn);
  return { index: 0, size: MONITORS, call: { number: 1, begun: 0, ended: 1 }, ...parts };
}

/** Returns the kilobytes of a page, and the milliseconds to parse it, and to mask and read it. */
async function measure(toRecord: (i: number) => unknown) {
  const records = Array.from({ length: MONITORS }, (_, i) => toRecord(i));
  const text = JSON.stringify({ data: records, total: MONITORS });
  const read = learnReader(JSON.parse(text));
  const parsings: number[] = [];
  const readings: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let parsing = 0;
    let reading = 0;
    for (let page = 0; page < PAGES; page++) {
      const start = now();
      const json = JSON.parse(text) as unknown;
      const parsed = now();
      read(await maskResponse(json, text));
      parsing += (parsed - start) / PAGES;
      reading += (now() - parsed) / PAGES;
    }
    parsings.push(parsing);
    readings.push(reading);
  }
  return { kilobytes: text.length / 1_000, parsing: median(parsings), reading: median(readings) };
}

async function reportPages(): Promise<void> {
  for (const [shape, toRecord] of Object.entries({ plain, usual })) {
    const { kilobytes, parsing, reading } = await measure(toRecord);
    const ratio = (reading / parsing).toFixed(2);
    console.log(
      `${shape}, ${kilobytes.toFixed(0)} kB: parse ${parsing.toFixed(2)} ms, read ${reading.toFixed(2)} ms, ratio ${ratio}`,
    );
  }
}

const manyKeys = (count: number, toValue: (i: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, toValue(i)]));

/** Responses of about 10 MB. */
const HOSTILE: Readonly<Record<string, () => unknown>> = {
  '1,000 keys in each of 1,000 records': () =>
    Array.from({ length: 1_000 }, (_, i) => ({
      id: i,
      name: `M ${i}`,
      ...manyKeys(1_000, Number),
    })),
  '650,000 keys in one object': () => ({ monitors: [plain(0)], more: manyKeys(650_000, Number) }),
  numbers: () => ({ monitors: [plain(0)], more: Array.from({ length: 1_400_000 }, Number) }),
  'digits in a text': () => ({ monitors: [plain(0)], more: '7'.repeat(10_000_000) }),
  '100,000 records with one id': () =>
    Array.from({ length: 100_000 }, (_, i) => ({ ...plain(7), name: `Monitor ${i}` })),
};

/** The longest stretch that a response may block other work, if its `JSON.parse` takes less. In milliseconds. */
const MAX_STRETCH = 100;

/** Says how long a large response blocks other work at most, and how much memory it takes. */
async function reportHostile(name: string, make: () => unknown): Promise<void> {
  const text = JSON.stringify(make());
  const before = collectGarbage();
  const parseStart = now();
  const json = JSON.parse(text) as unknown;
  const parsing = now() - parseStart;
  let longest = 0;
  let most = 0;
  let last = now();
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      await nextTurn();
      longest = Math.max(longest, now() - last);
      most = Math.max(most, process.memoryUsage().heapUsed - before);
      last = now();
    }
  };
  const watching = watch();
  const page = await maskResponse(json, text);
  await nextTurn();
  const read = learnReader(page.response);
  await nextTurn();
  read(page);
  isDone = true;
  await watching;
  const times = (most / text.length).toFixed(1);
  console.log(
    `${name}, ${(text.length / 1e6).toFixed(0)} MB: parse ${parsing.toFixed(0)} ms, longest stretch ${longest.toFixed(0)} ms (goal ${Math.max(parsing, MAX_STRETCH).toFixed(0)} ms), memory at most ${times} times the response`,
  );
}

async function run(): Promise<void> {
  await reportPages();
  for (const [name, make] of Object.entries(HOSTILE)) {
    await reportHostile(name, make);
  }
}

void run();
