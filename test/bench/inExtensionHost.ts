// The bench's own extension, which runs beside the packed one. It takes orders from bench.ts by HTTP on loopback.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Module } from 'node:module';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as vscode from 'vscode';
import type { MonitorExplorerApi, MonitorExplorerExports } from '../../src/ui/extensionApi';

export const OUR_EXTENSION = 'monitor-explorer.monitor-explorer';

export type BenchGrouping = 'none' | 'status';

export type Measurements = Bench;

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Counts calls of `getTreeItem`, so that the measured package needs no code for the bench. */
function countTreeItems(): { readonly calls: number } {
  const counted = { calls: 0 };
  const prototype = Module.prototype as unknown as { require: (id: string) => unknown };
  const real = prototype.require;
  prototype.require = function (this: unknown, id: string): unknown {
    const exported = real.call(this, id);
    if (id !== 'vscode') {
      return exported;
    }
    const api = exported as typeof vscode;
    const createTreeView = <T>(viewId: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> => {
      const { treeDataProvider: provider } = options;
      const getTreeItem = provider.getTreeItem.bind(provider);
      provider.getTreeItem = (row) => {
        counted.calls += 1;
        return getTreeItem(row);
      };
      return api.window.createTreeView(viewId, options);
    };
    const window = Object.create(api.window, { createTreeView: { value: createTreeView } }) as object;
    return Object.create(api, { window: { value: window, enumerable: true } });
  };
  return counted;
}

/** Takes orders by name: `POST /loadAll` with the argument as JSON. */
class Bench {
  readonly #api: typeof vscode;
  readonly #treeItems = countTreeItems();

  constructor(api: typeof vscode) {
    this.#api = api;
  }

  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const { ConfigurationTarget, workspace } = this.#api;
    for (const [name, value] of Object.entries(settings)) {
      await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
    }
  }

  /** Activates an extension. @returns milliseconds */
  async activation(extension: string): Promise<number> {
    const startedAt = performance.now();
    await this.#api.extensions.getExtension(extension)!.activate();
    return performance.now() - startedAt;
  }

  /** Waits for the first page, and groups it. */
  async arrange({ monitors, grouping }: { readonly monitors: number; readonly grouping: BenchGrouping }) {
    const list = await this.#list();
    for (let waited = 0; list.monitors.length < monitors; waited += 50) {
      if (waited > 60_000) {
        throw new Error(`No ${monitors} monitors within 60 s.`);
      }
      await wait(50);
    }
    await this.#api.commands.executeCommand('monitorExplorer.arrange', { grouping });
    await wait(1_500);
  }

  /** Loads one page after the other. */
  loadMore({ pages }: { readonly pages: number }) {
    return this.#measure(async () => {
      for (let page = 0; page < pages; page++) {
        await this.#api.commands.executeCommand('monitorExplorer.loadMore');
      }
    });
  }

  async loadAll(_: null) {
    const list = await this.#list();
    const measured = await this.#measure(() => this.#api.commands.executeCommand('monitorExplorer.loadAll'));
    if (!list.complete) {
      throw new Error(`Load All has ended with ${list.monitors.length} of ${list.total} monitors.`);
    }
    return measured;
  }

  async #measure(work: () => PromiseLike<unknown>) {
    const treeItemsBefore = this.#treeItems.calls;
    const heapBefore = collectGarbage();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const startedAt = performance.now();
    await work();
    const ms = performance.now() - startedAt;
    // Until VS Code has asked for the rows.
    await wait(2_000);
    delay.disable();
    return {
      ms,
      treeItems: this.#treeItems.calls - treeItemsBefore,
      keptBytes: collectGarbage() - heapBefore,
      longestBlockMs: delay.max / 1e6,
    };
  }

  async #list(): Promise<MonitorExplorerApi> {
    const extension = this.#api.extensions.getExtension<MonitorExplorerExports>(OUR_EXTENSION)!;
    return (await extension.activate()).getApi(1);
  }
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
  const bench = new Bench(api);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1) as keyof Measurements;
    if (name !== 'activation') {
      release();
    }
    json(request)
      .then((argument) => (bench[name] as (argument: unknown) => Promise<unknown>)(argument))
      .then(
        (result) => response.end(JSON.stringify({ result })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
  });
  server.listen(0, '127.0.0.1', () => {
    writeFileSync(portFile, String((server.address() as AddressInfo).port));
  });
  context.subscriptions.push({ dispose: () => server.close() });
  return released;
}
