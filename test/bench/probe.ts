// Loaded into VS Code's server (node --require), which hands it on to the extension host: counts what VS Code asks of
// the tree views there. It stands between the extensions and VS Code's API, so that what is measured is the package
// that people install, with no hook for the bench in it.
import { Module } from 'node:module';
import type * as vscode from 'vscode';

/** What VS Code has asked of one view. */
export interface ViewQuestions {
  /** Calls of getTreeItem. */
  items: number;
  /** Calls of getChildren. */
  children: number;
  /** Different rows so far, by their ids. */
  different: number;
  /** When the last question came, and the last one for a row that was new, by `performance.now()`. */
  lastAt: number;
  lastNewAt: number;
  /** When its badge was first set, likewise. */
  badgeAt?: number;
}

const KEY = Symbol.for('monitorExplorer.bench.questions');
type Shared = typeof globalThis & { [KEY]?: Map<string, ViewQuestions> };

/** The questions by the id of the view; the probe and the bench's extension find each other through this. */
export function questionsByView(): Map<string, ViewQuestions> {
  const shared = globalThis as Shared;
  shared[KEY] ??= new Map();
  return shared[KEY];
}

/** A number in place of the id, so that the count keeps next to no memory itself. */
function toHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 2;
}

function counted(
  viewId: string,
  provider: vscode.TreeDataProvider<unknown>,
): vscode.TreeDataProvider<unknown> {
  const questions: ViewQuestions = { items: 0, children: 0, different: 0, lastAt: 0, lastNewAt: 0 };
  const seen = new Set<number>();
  questionsByView().set(viewId, questions);
  const getTreeItem = (element: unknown): vscode.TreeItem => {
    const item = provider.getTreeItem(element) as vscode.TreeItem;
    const label = typeof item.label === 'string' ? item.label : item.label?.label;
    seen.add(toHash(item.id ?? label ?? ''));
    questions.items += 1;
    questions.lastAt = performance.now();
    if (seen.size > questions.different) {
      questions.different = seen.size;
      questions.lastNewAt = questions.lastAt;
    }
    return item;
  };
  const getChildren = (element?: unknown): vscode.ProviderResult<unknown[]> => {
    questions.children += 1;
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

/** The same API, but its tree views are counted. */
function withCountedViews(api: typeof vscode): object {
  const createTreeView = <T>(viewId: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> => {
    const treeDataProvider = counted(viewId, options.treeDataProvider);
    const view = api.window.createTreeView(viewId, {
      ...options,
      treeDataProvider,
    } as vscode.TreeViewOptions<T>);
    return new Proxy(view, {
      set(target, key, value): boolean {
        if (key === 'badge' && value !== undefined) {
          questionsByView().get(viewId)!.badgeAt ??= performance.now();
        }
        return Reflect.set(target, key, value);
      },
    });
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
