// The bench's own extension, which runs beside the packed one: the measurements, and a bare tree view to compare with.
// It takes orders from bench.ts by HTTP on loopback.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { collectGarbage } from './garbage';
import { questionsByView, type ViewQuestions } from './probe';

export const BARE_VIEW = 'bench.bare';
const OUR_VIEW = 'monitorExplorer.monitors';
export const OUR_EXTENSION = 'monitor-explorer.monitor-explorer';

/** A page in a collapsed group adds no visible rows. It counts as shown when VS Code asks nothing for so long. */
const QUIET_MS = 450;
const PAGE_TIMEOUT_MS = 30_000;

/** Pages of one provider. */
interface PageSeries {
  /** For each page, milliseconds until VS Code had asked for its rows. */
  readonly times: number[];
  /** Calls of `getTreeItem`. */
  questions: number;
  /** Growth of the heap after garbage collection. */
  keptBytes: number;
}

export type BenchGrouping = 'none' | 'status';

export type Measurements = Bench;

/** Always returns the same rows. */
class BareProvider implements vscode.TreeDataProvider<vscode.TreeItem> {
  readonly #changes: vscode.EventEmitter<void>;
  readonly #rows: vscode.TreeItem[] = [];
  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(readonly api: typeof vscode) {
    this.#changes = new api.EventEmitter();
    this.onDidChangeTreeData = this.#changes.event;
  }

  getChildren(row?: vscode.TreeItem): vscode.TreeItem[] {
    return row === undefined ? this.#rows : [];
  }

  getTreeItem(row: vscode.TreeItem): vscode.TreeItem {
    return row;
  }

  addPage(pageSize: number): void {
    const { ThemeColor, ThemeIcon, TreeItem } = this.api;
    for (let added = 0; added < pageSize; added++) {
      const number = this.#rows.length + 1;
      const row = new TreeItem(`Monitor ${number}`);
      row.id = `bare:${number}`;
      row.description = `host-${number}.example.com/health`;
      row.iconPath = new ThemeIcon('pass', new ThemeColor('charts.green'));
      row.contextValue = 'monitor openable';
      row.accessibilityInformation = { label: `Monitor ${number}, up, host-${number}.example.com` };
      this.#rows.push(row);
    }
    this.#changes.fire();
  }
}

function questionsOf(viewId: string): ViewQuestions {
  const questions = questionsByView().get(viewId);
  if (questions === undefined) {
    throw new Error(
      `VS Code has asked nothing of the view ${viewId}: is it there, and was the probe loaded?`,
    );
  }
  return questions;
}

/** Waits until VS Code has asked for `newRows` new rows, or for nothing more for a while. @returns when, by the clock */
async function shown(
  questions: ViewQuestions,
  newRows: number,
  work: Promise<unknown>,
): Promise<number> {
  const before = questions.different;
  const startedAt = performance.now();
  let workEndedAt = Infinity;
  void work.then(() => (workEndedAt = performance.now()));
  for (;;) {
    if (questions.different >= before + newRows) {
      return questions.lastNewAt;
    }
    const now = performance.now();
    if (now - Math.max(questions.lastAt, workEndedAt) > QUIET_MS) {
      return Math.max(questions.lastAt, startedAt);
    }
    if (now - startedAt > PAGE_TIMEOUT_MS) {
      throw new Error(`A page was not shown within ${PAGE_TIMEOUT_MS / 1000} s.`);
    }
    await wait(2);
  }
}

/** Takes orders by name: `POST /loadAll` with the argument as JSON. */
class Bench {
  constructor(
    private readonly api: typeof vscode,
    private readonly bare: BareProvider,
  ) {}

  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const { ConfigurationTarget, workspace } = this.api;
    for (const [name, value] of Object.entries(settings)) {
      await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
    }
  }

  /** Activates an extension. @returns milliseconds */
  async activation(extension: string): Promise<number> {
    const startedAt = performance.now();
    await this.api.extensions.getExtension(extension)!.activate();
    return performance.now() - startedAt;
  }

  /** Resolves when our extension has so many monitors. */
  async loaded(monitors: number): Promise<void> {
    const endsAt = performance.now() + 60_000;
    while ((await this.#loadedCount()) < monitors) {
      if (performance.now() > endsAt) {
        throw new Error(`No ${monitors} monitors within 60 s.`);
      }
      await wait(100);
    }
    await wait(1_000);
  }

  async group(grouping: BenchGrouping): Promise<void> {
    await this.api.commands.executeCommand('monitorExplorer.arrange', { grouping });
    await wait(500);
  }

  /**
   * Loads the same pages in both views, in turn, a few at a time. Asks for a page as soon as the page before is shown,
   * because VS Code handles a change later if less than 200 ms have passed since the last one.
   */
  async pages(plan: { readonly pages: number; readonly pageSize: number; readonly block: number }) {
    const { pages, pageSize, block } = plan;
    const bare: PageSeries = { times: [], questions: 0, keptBytes: 0 };
    const ours: PageSeries = { times: [], questions: 0, keptBytes: 0 };
    const providers = [
      {
        series: bare,
        questions: questionsOf(BARE_VIEW),
        load: () => Promise.resolve(this.bare.addPage(pageSize)),
      },
      {
        series: ours,
        questions: questionsOf(OUR_VIEW),
        load: () => this.#command('monitorExplorer.loadMore'),
      },
    ];
    // Our view already has its first page.
    await shown(questionsOf(BARE_VIEW), pageSize, Promise.resolve(this.bare.addPage(pageSize)));
    for (let from = 0; from < pages; from += block) {
      for (const { series, questions, load } of providers) {
        const heapBefore = collectGarbage();
        for (let page = from; page < Math.min(pages, from + block); page++) {
          const questionsBefore = questions.items;
          const startedAt = performance.now();
          const work = load();
          series.times.push((await shown(questions, pageSize, work)) - startedAt);
          await work;
          series.questions += questions.items - questionsBefore;
        }
        // Pages are saved after they are shown.
        await wait(300);
        series.keptBytes += collectGarbage() - heapBefore;
      }
    }
    return { bare, ours };
  }

  /** Until the command ends, with the last page in the list. */
  async loadAll(monitors: number) {
    const questions = questionsOf(OUR_VIEW);
    const questionsBefore = questions.items;
    const heapBefore = collectGarbage();
    const stretches = monitorEventLoopDelay({ resolution: 1 });
    stretches.enable();
    const startedAt = performance.now();
    await this.#command('monitorExplorer.loadAll');
    const completeAt = performance.now();
    while (performance.now() - Math.max(questions.lastAt, completeAt) < QUIET_MS) {
      await wait(10);
    }
    stretches.disable();
    const count = await this.#loadedCount();
    if (count < monitors) {
      throw new Error(`Load All has ended with ${count} of ${monitors} monitors.`);
    }
    await wait(2_000);
    return {
      ms: completeAt - startedAt,
      questions: questions.items - questionsBefore,
      keptBytes: collectGarbage() - heapBefore,
      longestStretchMs: stretches.max / 1e6,
    };
  }

  /** Loads page after page with node-fetch, and parses and keeps them. @returns milliseconds */
  async fetchLoop(plan: {
    readonly baseUrl: string;
    readonly token: string;
    readonly pages: number;
    readonly pageSize: number;
  }): Promise<number> {
    const { default: fetch } = await import('node-fetch');
    const kept: unknown[] = [];
    const startedAt = performance.now();
    for (let pageIndex = 0; pageIndex < plan.pages; pageIndex++) {
      const response = await fetch(`${plan.baseUrl}/monitors/list`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${plan.token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: JSON.stringify({ pageIndex, pageSize: plan.pageSize }),
      });
      if (!response.ok) {
        throw new Error(`Page ${pageIndex} of the bare loop: status ${response.status}`);
      }
      kept.push(await response.json());
    }
    return performance.now() - startedAt;
  }

  /** Reads how many monitors are loaded from the sentence of a language-model tool. */
  async #loadedCount(): Promise<number> {
    const { content } = await this.api.lm.invokeTool('monitorExplorer_listMonitors', {
      input: { limit: 1 },
      toolInvocationToken: undefined,
    });
    const [first] = content as readonly { readonly value?: string }[];
    return Number(/^(?:Only|All) (\d+) /.exec(first?.value ?? '')?.[1] ?? 0);
  }

  async #command(name: string): Promise<unknown> {
    return this.api.commands.executeCommand(name);
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
  }
  return JSON.parse(text);
}

/**
 * Resolves at the first order that isn't to activate an extension. Until then, for up to 10 seconds, VS Code holds back
 * what it does after the start.
 * @param portFile receives the port
 */
export function activate(
  api: typeof vscode,
  context: vscode.ExtensionContext,
  portFile: string,
): Promise<void> {
  const bare = new BareProvider(api);
  const bench = new Bench(api, bare);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1) as keyof Measurements;
    if (name !== 'activation') {
      release();
    }
    readJson(request)
      .then((argument) => (bench[name] as (argument: unknown) => Promise<unknown>)(argument))
      .then(
        (result) => response.end(JSON.stringify({ result })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
  });
  server.listen(0, '127.0.0.1', () => {
    writeFileSync(portFile, String((server.address() as AddressInfo).port));
  });
  context.subscriptions.push(api.window.createTreeView(BARE_VIEW, { treeDataProvider: bare }), {
    dispose: () => server.close(),
  });
  return released;
}
