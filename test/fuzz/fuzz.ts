// npm run fuzz [-- --minutes N] [--seed N] [--grep TEXT]: reads texts that get ever stranger, and keeps those that lead to
// code that none has reached before. A worker reads them, so that one that is read without an end can be ended.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { numbersFrom } from '../faults/sample';
import { Mutator } from './mutate';
import { TARGETS, type Target } from './targets';

/** Longer texts are cut: what is read is bounded by its length, and short ones are read more often. */
const MAX_LENGTH = 60_000;
/** A text that takes longer is one that hangs: milliseconds. */
const MAX_READ_MS = 20_000;
/** Texts between two looks at what was reached, which take some milliseconds each. */
const BATCH = 25;

interface Task {
  readonly name: string;
  readonly seed: number;
  readonly ms: number;
}

type Message =
  | { readonly kind: 'reads'; readonly text: string }
  | { readonly kind: 'found'; readonly text: string; readonly error: string }
  | { readonly kind: 'done'; readonly texts: number; readonly kept: number; readonly reached: number };

/** What of `out/src` is reached: V8's own block coverage, so that no source has to be changed for it. */
class Coverage {
  readonly #session = new Session();
  readonly #reached = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  }

  get size(): number {
    return this.#reached.size;
  }

  /** What was reached since the last look and had never been. */
  look(): readonly string[] {
    const news: string[] = [];
    // Called before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) {
        throw error;
      }
      for (const { url, functions } of result.filter((script) => /[\\/]out[\\/]src[\\/]/.test(script.url))) {
        for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
          const range = `${url} ${startOffset} ${endOffset} ${count === 0}`;
          if (!this.#reached.has(range)) {
            news.push(range);
          }
        }
      }
    });
    return news;
  }

  add(ranges: readonly string[]): void {
    ranges.forEach((range) => this.#reached.add(range));
  }
}

/** In the worker: reads texts for so long, and tells of each before it reads it. */
async function readOn(target: Target, { seed, ms }: Task): Promise<void> {
  const mutator = new Mutator(numbersFrom(seed));
  const coverage = new Coverage();
  const kept = (await target.seeds()).map((text) => text.slice(0, MAX_LENGTH));
  let texts = 0;
  const read = async (text: string): Promise<void> => {
    texts += 1;
    tell({ kind: 'reads', text });
    try {
      await target.read(text);
    } catch (error) {
      tell({ kind: 'found', text, error: error instanceof Error ? (error.stack ?? '') : String(error) });
    }
  };
  for (const text of kept) {
    await read(text);
  }
  coverage.add(coverage.look());
  for (const end = Date.now() + ms; Date.now() < end;) {
    const batch = Array.from({ length: BATCH }, () =>
      mutator.mutate(mutator.oneOf(kept), mutator.oneOf(kept)).slice(0, MAX_LENGTH),
    );
    for (const text of batch) {
      await read(text);
    }
    if (coverage.look().length > 0) {
      for (const text of batch) {
        await read(text);
        const news = coverage.look();
        if (news.length > 0) {
          coverage.add(news);
          kept.push(text);
        }
      }
    }
  }
  tell({ kind: 'done', texts, kept: kept.length, reached: coverage.size });
}

function tell(message: Message): void {
  parentPort!.postMessage(message);
}

/** @returns how many texts were found that weren't read as they should be, each with another error. */
async function fuzz(task: Task, folder: string): Promise<number> {
  const errors = new Set<string>();
  const note = (text: string, error: string): void => {
    // The same place, and the same error but for numbers, is one find.
    const place = error.split('\n').slice(0, 4).join('\n').replace(/\d+/g, '');
    if (!errors.has(place)) {
      errors.add(place);
      const file = join(folder, `${task.name.replaceAll(' ', '-')}-${errors.size}.txt`);
      writeFileSync(file, text);
      console.log(`${task.name}: ${file} isn't read as it should be: ${error}`);
    }
  };
  const worker = new Worker(__filename, { workerData: task, resourceLimits: { stackSizeMb: 1 } });
  let reading = '';
  let watch: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      clearTimeout(watch);
      if (message.kind === 'done') {
        const { texts, kept, reached } = message;
        console.log(
          `${task.name}: ${texts} texts, ${kept} kept, ${reached} ranges of code, ${errors.size} finds`,
        );
        return resolve();
      }
      reading = message.text;
      if (message.kind === 'found') {
        note(reading, message.error);
      }
      watch = setTimeout(() => {
        note(reading, `it isn't read after ${MAX_READ_MS / 1_000} seconds`);
        resolve();
      }, MAX_READ_MS);
    });
    worker.on('error', reject);
  });
  await worker.terminate();
  return errors.size;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, grep: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const targets = TARGETS.filter(({ name }) => name.includes(values.grep ?? ''));
  const minutes = Number(values.minutes ?? 10);
  const folder = join('out', 'fuzz');
  mkdirSync(folder, { recursive: true });
  console.log(`${minutes} minutes of seed ${seed}: ${targets.map(({ name }) => name).join(', ')}`);
  let finds = 0;
  for (const { name } of targets) {
    finds += await fuzz({ name, seed, ms: (minutes * 60_000) / targets.length }, folder);
  }
  console.log(`${finds} finds`);
  return finds === 0 ? 0 : 1;
}

if (isMainThread) {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
} else {
  const task = workerData as Task;
  void readOn(
    TARGETS.find(({ name }) => name === task.name)!,
    task,
  );
}
