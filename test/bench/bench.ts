// npm run bench
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { makeTemporaryFolder } from '../host/guardedProgram';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { Workbench } from '../support/driver/workbench';
import { packBenchExtensions } from './benchExtensions';
import { OUR_EXTENSION, type BenchGrouping, type Measurements } from './inExtensionHost';
import {
  compare,
  count,
  mean,
  median,
  megabytes,
  milliseconds,
  toReport,
  type Line,
} from './report';
import { measureSaving } from './savingBench';

const SETTINGS = {
  'monitorExplorer.confirmAboveCalls': 100_000,
  'window.restoreWindows': 'none',
};

interface Pages {
  readonly monitors: number;
  readonly pageSize: number;
  readonly block: number;
  readonly grouping: BenchGrouping;
}

const PAGES: readonly Pages[] = [
  { monitors: 1_000, pageSize: 50, block: 5, grouping: 'none' },
  { monitors: 1_000, pageSize: 50, block: 5, grouping: 'status' },
  { monitors: 10_000, pageSize: 100, block: 10, grouping: 'status' },
];
/** Even: each extension is the first one to be activated as often as the other. */
const ACTIVATIONS = 10;
const ALL = 10_000;
/** By the latency of the service, how often Load All is measured. */
const LOAD_ALL = [
  { latency: 100, times: 1 },
  { latency: 0, times: 7 },
];
const HUGE = 100_000;
const LOAD_ALL_PAGE = 100;
const HUGE_PAGE = 1_000;

/** One VS Code with the packed extension and the bench's extensions, which take orders by HTTP. */
class BenchWindow {
  readonly #portFile: string;

  private constructor(
    readonly workbench: Workbench,
    portFile: string,
  ) {
    this.#portFile = portFile;
  }

  static async open(folder: string): Promise<BenchWindow> {
    const portFile = join(folder, 'port');
    const workbench = await Workbench.open({
      vsix: packExtension(packedExtension()),
      otherVsixes: await packBenchExtensions(folder, portFile),
      settings: SETTINGS,
      preloads: [join(__dirname, 'probe.js')],
      size: { width: 1000, height: 900 },
    });
    return new BenchWindow(workbench, portFile);
  }

  async run<Name extends keyof Measurements>(
    name: Name,
    argument: Parameters<Measurements[Name]>[0],
  ): Promise<Awaited<ReturnType<Measurements[Name]>>> {
    const url = `http://127.0.0.1:${await this.#port()}/${name}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(argument) });
    const { result, error } = (await response.json()) as { result: unknown; error?: string };
    if (error !== undefined) {
      throw new Error(`${name}: ${error}`);
    }
    return result as Awaited<ReturnType<Measurements[Name]>>;
  }

  /** Starts a new extension host: no extension is active, and its heap is empty. */
  async restartExtensionHost(): Promise<void> {
    await this.#port();
    rmSync(this.#portFile);
    await this.workbench.reload();
    await this.#port();
    await wait(1_000);
  }

  /** Signs in at a service in a new extension host, and shows its first page with this grouping. */
  async showFirstPage(
    service: SimulatedService,
    pageSize: number,
    grouping: BenchGrouping,
  ): Promise<void> {
    await this.run('configure', {
      'monitorExplorer.baseUrl': service.baseUrl,
      'monitorExplorer.pageSize': pageSize,
    });
    await this.restartExtensionHost();
    await this.workbench.monitors.open();
    await signIn(this.workbench, service);
    await this.run('loaded', pageSize);
    await this.run('group', grouping);
  }

  async #port(): Promise<string> {
    for (let waited = 0; waited < 60_000; waited += 50) {
      const text = existsSync(this.#portFile) ? readFileSync(this.#portFile, 'utf8') : '';
      if (text !== '') {
        return text;
      }
      await wait(50);
    }
    throw new Error("The bench's extension has not started.");
  }
}

/** Runs with a new service that doesn't compress: it shares the processor with what is measured. */
async function withService<T>(
  monitors: number,
  run: (service: SimulatedService) => Promise<T>,
): Promise<T> {
  const service = await SimulatedService.start({ monitors });
  service.compresses = false;
  try {
    return await run(service);
  } finally {
    await service.stop();
  }
}

async function measureActivation(window: BenchWindow, who: string): Promise<Line[]> {
  const measured: Record<string, number[]> = { 'bench.declared': [], [OUR_EXTENSION]: [] };
  for (let run = 0; run < ACTIVATIONS; run++) {
    await window.restartExtensionHost();
    const names = Object.keys(measured);
    for (const name of run % 2 === 0 ? names : names.reverse()) {
      measured[name]!.push(await window.run('activation', name));
    }
  }
  const [floor, ours] = Object.values(measured).map(median) as [number, number];
  const title = `Activation, ${who}, against an extension that only declares the same`;
  return [compare(title, floor, ours, milliseconds)];
}

/** With a page on disk and the view closed. */
const measureSignedIn = (window: BenchWindow) =>
  withService(100, async (service): Promise<Line[]> => {
    service.updateMonitor(0, { status: 'down' });
    await window.showFirstPage(service, 100, 'status');
    await window.workbench.monitors.hide();
    return measureActivation(window, 'signed in');
  });

const measurePages = (window: BenchWindow, { monitors, pageSize, block, grouping }: Pages) =>
  withService(monitors, async (service): Promise<Line[]> => {
    await window.showFirstPage(service, pageSize, grouping);
    const plan = { pages: monitors / pageSize - 1, pageSize, block };
    const { bare, ours } = await window.run('pages', plan);
    const order = grouping === 'none' ? 'flat' : `by ${grouping}`;
    const title = `Load more by ${pageSize}, up to ${count(monitors)} rows, ${order}`;
    return [
      compare(`${title}: per page`, mean(bare.times), mean(ours.times), milliseconds),
      compare(`${title}: calls of \`getTreeItem\``, bare.questions, ours.questions, count),
      [`${title}: memory`, megabytes(bare.keptBytes), megabytes(ours.keptBytes), ''],
    ];
  });

async function getToken(service: SimulatedService): Promise<string> {
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: service.email, password: service.password }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function measureLoadAll(
  window: BenchWindow,
  { latency, times }: (typeof LOAD_ALL)[number],
): Promise<Line[]> {
  const loops: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < times; run++) {
    await withService(ALL, async (service) => {
      await window.showFirstPage(service, LOAD_ALL_PAGE, 'status');
      service.latency = latency;
      const plan = {
        baseUrl: service.baseUrl,
        token: await getToken(service),
        pages: ALL / LOAD_ALL_PAGE - 1,
        pageSize: LOAD_ALL_PAGE,
      };
      loops.push(await window.run('fetchLoop', plan));
      ours.push((await window.run('loadAll', ALL)).ms);
    });
  }
  const title = `Load all of ${count(ALL)} by ${LOAD_ALL_PAGE}, service latency ${latency} ms`;
  const work = `${title}, against a bare loop of node-fetch`;
  return [compare(work, median(loops), median(ours), milliseconds)];
}

const measureHuge = (window: BenchWindow, monitors: number, screenshot: string) =>
  withService(monitors, async (service): Promise<Line[]> => {
    await window.showFirstPage(service, HUGE_PAGE, 'none');
    const result = await window.run('loadAll', monitors);
    await window.workbench.screenshot(screenshot);
    const title = `Load all of ${count(monitors)} by ${count(HUGE_PAGE)}`;
    const kept = megabytes((result.keptBytes / monitors) * 1_000);
    return [
      [title, '', milliseconds(result.ms), ''],
      [`${title}: memory kept per 1,000 monitors`, '', kept, ''],
      [`${title}: calls of \`getTreeItem\``, '', count(result.questions), ''],
      [`${title}: longest stretch of work`, '', milliseconds(result.longestStretchMs), ''],
    ];
  });

async function measure(window: BenchWindow, screenshot: string): Promise<Line[]> {
  // Before anybody signs in.
  const lines = await measureActivation(window, 'nobody signed in');
  for (const plan of PAGES) {
    lines.push(...(await measurePages(window, plan)));
  }
  for (const plan of LOAD_ALL) {
    lines.push(...(await measureLoadAll(window, plan)));
  }
  lines.push(...(await measureHuge(window, HUGE, screenshot)));
  lines.push(...(await measureSignedIn(window)));
  return lines;
}

/** Bundles the script as the extension is bundled, because calls between modules take time. */
function measureMapping(folder: string): string {
  const outfile = join(folder, 'mappingBench.js');
  const entry = join(checkout(), 'test', 'bench', 'mappingBench.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', target: 'node20' });
  return spawnSync(process.execPath, [outfile], { encoding: 'utf8' }).stdout.trim();
}

async function toSavingLine(folder: string): Promise<Line> {
  const { same, changed } = await measureSaving(folder);
  const title = 'Save a page of 100 whose monitors all changed, against one without changes';
  return compare(title, same, changed, (ms) => `${ms.toFixed(1)} ms`);
}

/** Writes the report into docs/. */
async function main(): Promise<void> {
  const target = join(checkout(), 'docs');
  const folder = makeTemporaryFolder();
  let window: BenchWindow | undefined;
  try {
    // First, because a VS Code would share the processor with it.
    const mapping = measureMapping(folder);
    const saving = await toSavingLine(join(folder, 'saving'));
    window = await BenchWindow.open(folder);
    const measured = await measure(window, join(target, 'benchmarks.png'));
    const lines = [...measured, saving];
    const { format } = await import('prettier');
    const result = { lines, mapping, vscode: window.workbench.version };
    const report = await format(toReport(result), { parser: 'markdown' });
    writeFileSync(join(target, 'benchmarks.md'), report);
    console.log(`\n${report}`);
  } catch (error) {
    console.error(`The screen then: ${await window?.workbench.keepEvidence('bench')}`);
    throw error;
  } finally {
    await window?.workbench.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

void main().then(() => process.exit(0));
