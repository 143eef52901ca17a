// npm run bench [-- --quick]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import nodeFetch from 'node-fetch';
import { makeTemporaryFolder } from '../host/guardedProgram';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { askForToken, aServiceClient } from '../support/aServiceClient';
import { signIn } from '../support/driver/signIn';
import { Workbench } from '../support/driver/workbench';
import { packBenchExtensions } from './benchExtensions';
import { OUR_EXTENSION, type BenchGrouping, type Measurements } from './inExtensionHost';

const SETTINGS = {
  'monitorExplorer.confirmAboveCalls': 100_000,
  'window.restoreWindows': 'none',
};

const FULL = { activations: 9, monitors: 10_000, huge: 100_000, loads: 5 };
const QUICK = { activations: 3, monitors: 2_000, huge: 20_000, loads: 1 };
type Sizes = typeof FULL;

const PAGE = 100;
const HUGE_PAGE = 1_000;

type Line = readonly [work: string, floor: string, ours: string, ratio: string];

const count = (number: number): string => number.toLocaleString('en-US');
const milliseconds = (value: number): string => `${count(Math.round(value))} ms`;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}

/** The medians of our times and of those of a floor. */
function compare(work: string, floor: readonly number[], ours: readonly number[]): Line {
  const [least, own] = [median(floor), median(ours)];
  return [work, milliseconds(least), milliseconds(own), `${(own / least).toFixed(2)}x`];
}

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
  async showFirstPage(service: SimulatedService, pageSize: number, grouping: BenchGrouping): Promise<void> {
    await this.run('configure', {
      'monitorExplorer.baseUrl': service.baseUrl,
      'monitorExplorer.pageSize': pageSize,
    });
    // Hidden, because VS Code would activate ours before the bench's extension.
    await this.workbench.monitors.hide();
    await this.restartExtensionHost();
    await this.workbench.monitors.open();
    await signIn(this.workbench, service);
    await this.run('arrange', { monitors: pageSize, grouping });
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
async function withService<T>(monitors: number, run: (service: SimulatedService) => Promise<T>): Promise<T> {
  const service = await SimulatedService.start({ monitors });
  service.compresses = false;
  try {
    return await run(service);
  } finally {
    await service.stop();
  }
}

async function measureActivation(window: BenchWindow, times: number, who: string): Promise<Line[]> {
  const measured: Record<string, number[]> = { 'bench.declared': [], [OUR_EXTENSION]: [] };
  for (let run = 0; run < times; run++) {
    await window.restartExtensionHost();
    const names = Object.keys(measured);
    for (const name of run % 2 === 0 ? names : names.reverse()) {
      measured[name]!.push(await window.run('activation', name));
    }
  }
  const [floor, ours] = Object.values(measured) as [number[], number[]];
  return [compare(`Activation, ${who}, against an extension that only declares the same`, floor, ours)];
}

/** With a page on disk and the view closed. */
const measureSignedIn = (window: BenchWindow, times: number) =>
  withService(PAGE, async (service): Promise<Line[]> => {
    service.updateMonitor(0, { status: 'down' });
    await window.showFirstPage(service, PAGE, 'status');
    await window.workbench.monitors.hide();
    return measureActivation(window, times, 'signed in');
  });

const measureLoadMore = (window: BenchWindow, monitors: number, grouping: BenchGrouping) =>
  withService(monitors, async (service): Promise<Line[]> => {
    await window.showFirstPage(service, PAGE, grouping);
    const pages = monitors / PAGE - 1;
    const { ms, treeItems } = await window.run('loadMore', { pages });
    const order = grouping === 'none' ? 'flat' : `by ${grouping}`;
    const title = `Load more by ${PAGE}, up to ${count(monitors)} rows, ${order}`;
    return [
      [`${title}: per page`, '', milliseconds(ms / pages), ''],
      [`${title}: calls of \`getTreeItem\``, '', count(treeItems), ''],
    ];
  });

/** Loads page after page with node-fetch, and parses and keeps them. @returns milliseconds */
async function loadBarely({ baseUrl, email, password }: SimulatedService, pages: number): Promise<number> {
  const { extraction } = await askForToken(aServiceClient(), { baseUrl, email, password });
  const headers = {
    Authorization: `Bearer ${extraction.token!.value}`,
    'Content-Type': 'application/json',
  };
  const kept: unknown[] = [];
  const startedAt = performance.now();
  for (let pageIndex = 1; pageIndex <= pages; pageIndex++) {
    const body = JSON.stringify({ pageIndex, pageSize: PAGE });
    const response = await nodeFetch(`${baseUrl}/monitors/list`, { method: 'POST', headers, body });
    kept.push(await response.json());
  }
  return performance.now() - startedAt;
}

async function measureLoadAll(
  window: BenchWindow,
  { monitors, loads }: Sizes,
  latency: number,
): Promise<Line[]> {
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let run = 0; run < loads; run++) {
    await withService(monitors, async (service) => {
      await window.showFirstPage(service, PAGE, 'status');
      service.latency = latency;
      floor.push(await loadBarely(service, monitors / PAGE - 1));
      ours.push((await window.run('loadAll', null)).ms);
    });
  }
  const title = `Load all of ${count(monitors)} by ${PAGE}, service latency ${latency} ms`;
  return [compare(`${title}, against a bare loop of node-fetch`, floor, ours)];
}

const measureHuge = (window: BenchWindow, monitors: number, screenshot: string) =>
  withService(monitors, async (service): Promise<Line[]> => {
    await window.showFirstPage(service, HUGE_PAGE, 'none');
    const result = await window.run('loadAll', null);
    await window.workbench.screenshot(screenshot);
    const title = `Load all of ${count(monitors)} by ${count(HUGE_PAGE)}`;
    const megabytes = ((result.keptBytes / monitors) * 1_000) / 1e6;
    return [
      [title, '', milliseconds(result.ms), ''],
      [`${title}: memory kept per 1,000 monitors`, '', `${megabytes.toFixed(1)} MB`, ''],
      [`${title}: calls of \`getTreeItem\``, '', count(result.treeItems), ''],
      [`${title}: longest block of the extension host`, '', milliseconds(result.longestBlockMs), ''],
    ];
  });

/** `docs/benchmarks.md`, before formatting. */
function toReport(lines: readonly Line[], mapping: string, vscode: string): string {
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'})`;
  const date = new Date().toISOString().slice(0, 10);
  const head: readonly Line[] = [
    ['Work', 'Floor', 'Monitor Explorer', 'Ratio'],
    [':--', '--:', '--:', '--:'],
  ];
  return `# Benchmarks

For contributors. Written by \`npm run bench\`. Measured on ${machine}, VS Code ${vscode} (server build), Node ${process.versions.node}, on ${date}. Compare ratios, not times.

Times of pages are means, because VS Code waits up to 200 ms between two changes of a view; other times are medians. Memory is the growth of the extension host's heap after garbage collection, with the records. Load All runs with rows grouped by status, the large one with flat rows. Signed in, a page is on disk and the view is closed.

${[...head, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

![A large account in the view](benchmarks.png)

## Response mapping

Time to read a page after it was parsed, as a multiple of its \`JSON.parse\`.

\`\`\`text
${mapping}
\`\`\`

## The package

${(statSync(packedExtension()).size / 1e3).toFixed(1)} kB as a VSIX.
`;
}

/** Writes a full run into docs/, and a quick one into out/bench/. */
async function main(isQuick: boolean): Promise<void> {
  const sizes = isQuick ? QUICK : FULL;
  const target = isQuick ? join(checkout(), 'out', 'bench') : join(checkout(), 'docs');
  mkdirSync(target, { recursive: true });
  const folder = makeTemporaryFolder();
  let window: BenchWindow | undefined;
  try {
    // First, because a VS Code would share the processor with it.
    const script = join(__dirname, 'mappingBench.js');
    const mapping = spawnSync(process.execPath, [script], { encoding: 'utf8' }).stdout.trim();
    window = await BenchWindow.open(folder);
    const lines = [
      // Before anybody signs in.
      ...(await measureActivation(window, sizes.activations, 'nobody signed in')),
      ...(await measureLoadMore(window, sizes.monitors / 10, 'status')),
      ...(await measureLoadMore(window, sizes.monitors, 'none')),
      ...(await measureLoadAll(window, sizes, 100)),
      ...(await measureLoadAll(window, sizes, 0)),
      ...(await measureHuge(window, sizes.huge, join(target, 'benchmarks.png'))),
      ...(await measureSignedIn(window, sizes.activations)),
    ];
    const { format } = await import('prettier');
    const report = toReport(lines, mapping, window.workbench.version);
    writeFileSync(join(target, 'benchmarks.md'), await format(report, { parser: 'markdown' }));
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
