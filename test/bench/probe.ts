// Loaded into VS Code's server (node --require), which passes it on to the extension host. Counts what VS Code asks of
// the tree views, between VS Code's API and the extensions: so the measured package needs no code for the bench.
import { Module } from 'node:module';
import type * as vscode from 'vscode';

/** VS Code's questions to one view. */
export interface ViewQuestions {
  /** Calls of getTreeItem. */
  items: number;
  /** Different rows so far, by their ids. */
  different: number;
  /** When the last question came, and the last one for a new row, by `performance.now()`. */
  lastAt: number;
  lastNewAt: number;
}

const KEY = Symbol.for('monitorExplorer.bench.questions');
type Shared = typeof globalThis & { [KEY]?: Map<string, ViewQuestions> };

/** The questions by view id. The probe and the bench's extension share them through a global. */
export function questionsByView(): Map<string, ViewQuestions> {
  const shared = globalThis as Shared;
  shared[KEY] ??= new Map();
  return shared[KEY];
}

function counted(
  viewId: string,
  provider: vscode.TreeDataProvider<unknown>,
): vscode.TreeDataProvider<unknown> {
  const questions: ViewQuestions = { items: 0, different: 0, lastAt: 0, lastNewAt: 0 };
  const seen = new Set<string>();
  questionsByView().set(viewId, questions);
  const getTreeItem = (element: unknown): vscode.TreeItem => {
    const item = provider.getTreeItem(element) as vscode.TreeItem;
    const label = typeof item.label === 'string' ? item.label : item.label?.label;
    seen.add(item.id ?? label ?? '');
    questions.items += 1;
    questions.lastAt = performance.now();
    if (seen.size > questions.different) {
      questions.different = seen.size;
      questions.lastNewAt = questions.lastAt;
    }
    return item;
  };
  const getChildren = (element?: unknown): vscode.ProviderResult<unknown[]> => {
    questions.lastAt = performance.now();
    return provider.getChildren(element);
  };
  return new Proxy(provider, {
    get(target, key): unknown {
      if (key === 'getTreeItem' || key === 'getChildren') {
        return key === 'getTreeItem' ? getTreeItem : getChildren;
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const known = new WeakMap<object, object>();

/** Wraps the API, so that questions to its tree views are counted. */
function withCountedViews(api: typeof vscode): object {
  const createTreeView = <T>(
    viewId: string,
    options: vscode.TreeViewOptions<T>,
  ): vscode.TreeView<T> => {
    const treeDataProvider = counted(viewId, options.treeDataProvider);
    return api.window.createTreeView(viewId, {
      ...options,
      treeDataProvider,
    } as vscode.TreeViewOptions<T>);
  };
  const window = Object.create(api.window, { createTreeView: { value: createTreeView } }) as object;
  return Object.create(api, { window: { value: window, enumerable: true } }) as object;
}

function watchExtensions(): void {
  const prototype = Module.prototype as unknown as { require: (id: string) => unknown };
  const real = prototype.require;
  prototype.require = function (this: unknown, id: string): unknown {
    const exported = real.call(this, id);
    if (id !== 'vscode') {
      return exported;
    }
    const api = exported as typeof vscode;
    const wrapped = known.get(api) ?? withCountedViews(api);
    known.set(api, wrapped);
    return wrapped;
  };
}

if (process.argv.includes('--type=extensionHost')) {
  watchExtensions();
}
