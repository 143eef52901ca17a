// npm run bench [-- --quick]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeTemporaryFolder } from '../host/guardedProgram';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { Workbench } from '../support/driver/workbench';
import { packBenchExtensions } from './benchExtensions';
import { closeBareView, showLastGroup, timeOpening, timeSelection } from './clicks';
import {
  OUR_EXTENSION,
  type BenchGrouping,
  type LoadAllResult,
  type Measurements,
  type PagesResult,
} from './inExtensionHost';
import { toParts, toReport, type BenchResult, type BundlePart, type Metafile } from './report';

/** No question in the way of what is measured. */
const SETTINGS = {
  'monitorExplorer.confirmAboveCalls': 100_000,
  'window.restoreWindows': 'none',
};

interface Sizes {
  readonly activations: number;
  readonly pages: readonly {
    readonly monitors: number;
    readonly pageSize: number;
    readonly block: number;
    readonly grouping: BenchGrouping;
  }[];
  readonly loadAll: readonly {
    readonly latency: number;
    readonly times: number;
    readonly monitors: number;
  }[];
  readonly huge: number;
}

const FULL: Sizes = {
  activations: 9,
  pages: [
    { monitors: 1_000, pageSize: 50, block: 5, grouping: 'none' },
    { monitors: 1_000, pageSize: 50, block: 5, grouping: 'status' },
    { monitors: 10_000, pageSize: 100, block: 10, grouping: 'none' },
  ],
  loadAll: [
    { latency: 100, times: 1, monitors: 10_000 },
    { latency: 0, times: 7, monitors: 10_000 },
  ],
  huge: 100_000,
};

const QUICK: Sizes = {
  activations: 3,
  pages: [
    { monitors: 500, pageSize: 50, block: 5, grouping: 'none' },
    { monitors: 500, pageSize: 50, block: 5, grouping: 'status' },
    { monitors: 2_000, pageSize: 100, block: 10, grouping: 'none' },
  ],
  loadAll: [{ latency: 0, times: 1, monitors: 2_000 }],
  huge: 20_000,
};

const SAVED_MONITORS = 100;
const LOAD_ALL_PAGE = 100;
const HUGE_PAGE = 1_000;

/** One VS Code with the packed extension and the bench's, told what to do by HTTP. */
class BenchWindow {
  readonly #portFile: string;

  private constructor(
    readonly workbench: Workbench,
    /** What was packed; read at once, before another build writes its own. */
    readonly bundle: BenchResult['bundle'],
    portFile: string,
  ) {
    this.#portFile = portFile;
  }

  static async open(folder: string): Promise<BenchWindow> {
    const portFile = join(folder, 'port');
    const vsix = packExtension(packedExtension());
    const bundle = measureBundle();
    const workbench = await Workbench.open({
      vsix,
      otherVsixes: await packBenchExtensions(folder, portFile),
      settings: SETTINGS,
      preloads: [join(__dirname, 'probe.js')],
      size: { width: 1000, height: 900 },
    });
    return new BenchWindow(workbench, bundle, portFile);
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

  /** A new extension host: nothing is active, and its heap is empty. */
  async restartExtensionHost(): Promise<void> {
    await this.#port();
    rmSync(this.#portFile);
    await this.workbench.reload();
    await this.#port();
    await wait(1_000);
  }

  /** A new service and a new extension host, and its first page in the view, grouped like this. */
  async showFirstPage(service: SimulatedService, pageSize: number, grouping: BenchGrouping): Promise<void> {
    await this.run('configure', {
      'monitorExplorer.baseUrl': service.baseUrl,
      'monitorExplorer.pageSize': pageSize,
    });
    await this.restartExtensionHost();
    await this.workbench.monitors.open();
    await signIn(this.workbench, service);
    await this.run('loaded', pageSize);
    await this.run('group', grouping);
    service.forgetCalls();
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

/** Runs with a service of its own, uncompressed: unpacking and packing on the same machine is no part of it. */
async function withService<T>(monitors: number, run: (service: SimulatedService) => Promise<T>): Promise<T> {
  const service = await SimulatedService.start({ monitors });
  service.compresses = false;
  try {
    return await run(service);
  } finally {
    await service.stop();
  }
}

/** Whose turn it is first changes from run to run. */
const ACTIVATIONS = { nothing: 'bench.nothing', declared: 'bench.declared', ours: OUR_EXTENSION } as const;

async function measureActivation(
  window: BenchWindow,
  times: number,
  afterEach: () => Promise<unknown> = () => Promise.resolve(),
): Promise<BenchResult['activation']> {
  const measured: Record<keyof typeof ACTIVATIONS, number[]> = { nothing: [], declared: [], ours: [] };
  const names = Object.keys(ACTIVATIONS) as (keyof typeof ACTIVATIONS)[];
  for (let run = 0; run < times; run++) {
    await window.restartExtensionHost();
    const first = run % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measured[name].push(await window.run('activation', ACTIVATIONS[name]));
    }
    await afterEach();
  }
  return measured;
}

/** With a page on disk and the view closed. */
const measureSignedIn = (window: BenchWindow, times: number) =>
  withService(SAVED_MONITORS, async (service): Promise<BenchResult['signedIn']> => {
    service.updateMonitor(0, { status: 'down' });
    await window.showFirstPage(service, SAVED_MONITORS, 'status');
    await window.workbench.monitors.hide();
    const badge: number[] = [];
    const activation = await measureActivation(window, times, async () =>
      badge.push(await window.run('badge', null)),
    );
    return { activation, badge };
  });

const measurePages = (window: BenchWindow, { monitors, pageSize, block, grouping }: Sizes['pages'][number]) =>
  withService(monitors, async (service): Promise<PagesResult> => {
    await window.showFirstPage(service, pageSize, grouping);
    return window.run('pages', { pages: monitors / pageSize - 1, pageSize, block });
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
  { latency, times, monitors }: Sizes['loadAll'][number],
): Promise<BenchResult['loadAll'][number]> {
  const loops: number[] = [];
  const ours: LoadAllResult[] = [];
  for (let run = 0; run < times; run++) {
    await withService(monitors, async (service) => {
      await window.showFirstPage(service, LOAD_ALL_PAGE, 'status');
      service.latency = latency;
      const plan = {
        baseUrl: service.baseUrl,
        token: await getToken(service),
        pages: monitors / LOAD_ALL_PAGE - 1,
        pageSize: LOAD_ALL_PAGE,
      };
      loops.push(await window.run('fetchLoop', plan));
      ours.push(await window.run('loadAll', null));
    });
  }
  const count = monitors.toLocaleString('en-US');
  return { title: `Load all of ${count} by ${LOAD_ALL_PAGE}, service latency ${latency} ms`, loops, ours };
}

const measureHuge = (window: BenchWindow, monitors: number, screenshot: string) =>
  withService(monitors, async (service): Promise<BenchResult['huge']> => {
    await window.showFirstPage(service, HUGE_PAGE, 'none');
    const { page } = window.workbench;
    await closeBareView(page);
    const loading = { isOver: false };
    const clicksMeanwhile: number[] = [];
    const result = window.run('loadAll', null).finally(() => (loading.isOver = true));
    // Awaited below; a failure in the meantime ends the loop.
    result.catch(() => undefined);
    for (let turn = 0; !loading.isOver; turn++) {
      await wait(700);
      const ms = loading.isOver ? undefined : await timeSelection(page, turn);
      clicksMeanwhile.push(...(ms === undefined ? [] : [ms]));
    }
    const measured = await result;
    const clicksAfter: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const ms = await timeSelection(page, turn);
      clicksAfter.push(...(ms === undefined ? [] : [ms]));
      await wait(300);
    }
    await showLastGroup(page);
    await wait(1_000);
    await window.workbench.screenshot(screenshot);
    const opening = await timeOpening(page);
    return { monitors, pageSize: HUGE_PAGE, result: measured, clicksMeanwhile, clicksAfter, opening };
  });

function measureBundle(): { packed: number; parts: BundlePart[] } {
  const metafile = JSON.parse(readFileSync(join(checkout(), 'dist', 'metafile.json'), 'utf8')) as Metafile;
  return { packed: statSync(packedExtension()).size, parts: toParts(metafile) };
}

function measureScript(name: string): string {
  return spawnSync(process.execPath, [join(__dirname, name)], { encoding: 'utf8' }).stdout;
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${title}: measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

async function measure(
  window: BenchWindow,
  { quick, screenshot, scripts }: { quick: boolean; screenshot: string; scripts: BenchResult['scripts'] },
): Promise<BenchResult> {
  const sizes = quick ? QUICK : FULL;
  const activation = await timed('Activation', () => measureActivation(window, sizes.activations));
  const signedIn = await timed('Activation, signed in', () => measureSignedIn(window, sizes.activations));
  const pages: { title: string; result: PagesResult }[] = [];
  for (const plan of sizes.pages) {
    const order = plan.grouping === 'none' ? 'flat' : `by ${plan.grouping}`;
    const title = `Load more by ${plan.pageSize}, up to ${plan.monitors.toLocaleString('en-US')} rows, ${order}`;
    pages.push({ title, result: await timed(title, () => measurePages(window, plan)) });
  }
  const loadAll: BenchResult['loadAll'][number][] = [];
  for (const plan of sizes.loadAll) {
    loadAll.push(await timed(`Load all, latency ${plan.latency} ms`, () => measureLoadAll(window, plan)));
  }
  const huge = await timed('Load all, large', () => measureHuge(window, sizes.huge, screenshot));
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), VS Code ${window.workbench.version} (server build), Node ${process.versions.node}, on ${new Date().toISOString().slice(0, 10)}`;
  return { machine, quick, activation, signedIn, pages, loadAll, huge, bundle: window.bundle, scripts };
}

/** A quick run stays in out/: the documentation shows full ones only. */
async function main(quick: boolean): Promise<void> {
  const target = quick ? join(checkout(), 'out', 'bench') : join(checkout(), 'docs');
  mkdirSync(target, { recursive: true });
  const folder = makeTemporaryFolder();
  let window: BenchWindow | undefined;
  try {
    // Before there is a VS Code whose start would take the processor's caches from it.
    const scripts = { mapping: measureScript('mappingBench.js'), filter: measureScript('filterBench.js') };
    window = await BenchWindow.open(folder);
    const result = await measure(window, { quick, screenshot: join(target, 'benchmarks.png'), scripts });
    const { format } = await import('prettier');
    const report = await format(toReport(result, 'benchmarks.png'), { parser: 'markdown' });
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

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
main(values.quick).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
