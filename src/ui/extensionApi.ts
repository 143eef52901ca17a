import type { Event } from 'vscode';
import * as vscode from 'vscode';
import type { Core } from '../core/createCore';
import type { Since } from '../monitors/since';

/** What `activate()` gives to other extensions. */
export interface MonitorExplorerExports {
  /** @throws RangeError for a version that this extension does not have. */
  getApi(version: 1): MonitorExplorerApi;
}

/** Version 1. Reading from it never calls the service, and it never gives the token. */
export interface MonitorExplorerApi {
  /** Whose monitors are shown; absent where nobody is signed in. */
  readonly account: ApiAccount | undefined;
  /** What is loaded; empty where nothing is. A new array after each change. */
  readonly monitors: readonly ApiMonitor[];
  /** Monitors in the account, where the service says so. */
  readonly total: number | undefined;
  /** Whether `monitors` are all of the account. */
  readonly complete: boolean;
  /** Epoch milliseconds of the oldest page; absent where nothing is loaded. */
  readonly readAt: number | undefined;
  /** Any of the above has changed. */
  readonly onDidChange: Event<void>;
}

export interface ApiAccount {
  readonly email: string;
  /** The service's base URL. */
  readonly baseUrl: string;
}

export interface ApiMonitor {
  readonly id: string;
  readonly name: string;
  readonly status: 'up' | 'down' | 'degraded' | 'paused' | 'pending' | 'unknown';
  readonly target: string | undefined;
  readonly type: string | undefined;
  /** Since when it is in its status; absent where nothing tells. */
  readonly since: ApiSince | undefined;
  /** Epoch milliseconds at which what is watched changed last; absent where nothing tells, or no zone is named. */
  readonly changedAt: number | undefined;
  /** The fields of the record that the user has chosen for rows, by path. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** What the last check that failed said; text of the service. */
  readonly lastError: string | undefined;
  /** A copy of the record, its secrets masked. */
  readonly raw: unknown;
}

export interface ApiSince {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `service`: the record says so. `seen`: it was seen here at `at`, and in another status last at `after`. */
  readonly source: 'service' | 'seen';
  readonly after: number | undefined;
}

type Source = Pick<Core, 'controller' | 'sinceOf' | 'rowFields'>;

/** @param load gives the list; called when another extension asks for the first time. */
export function createExports(load: () => Promise<Source>): MonitorExplorerExports & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let source: Source | undefined;
  let following: Promise<void> | undefined;
  const follow = async (): Promise<void> => {
    source = await load();
    source.controller.onDidChange(() => changed.fire());
    changed.fire();
  };
  const api = toApi(() => source, changed.event);
  return {
    getApi(version: number): MonitorExplorerApi {
      if (version !== 1) {
        throw new RangeError(`Monitor Explorer has version 1 of its API, not ${version}`);
      }
      following ??= follow();
      return api;
    },
    dispose: () => changed.dispose(),
  };
}

function toApiSince(since: Since | undefined): ApiSince | undefined {
  return since && !since.lacksZone
    ? { at: since.at, source: since.source, after: since.before?.to }
    : undefined;
}

function toApi(find: () => Source | undefined, onDidChange: Event<void>): MonitorExplorerApi {
  return Object.freeze({
    get account() {
      const { session, baseUrl } = find()?.controller ?? {};
      return session && baseUrl && { email: session.email, baseUrl: baseUrl.href };
    },
    get monitors() {
      return (find()?.controller.ownList?.loaded.monitors ?? []).map((monitor) => ({
        id: monitor.id,
        name: monitor.name,
        status: monitor.status,
        target: monitor.target,
        type: monitor.type,
        since: toApiSince(find()?.sinceOf(monitor)),
        changedAt: monitor.timesLackZone ? undefined : monitor.changedAt,
        lastError: monitor.lastError,
        get fields() {
          return find()?.rowFields.valuesOf(monitor) ?? {};
        },
        // Copied when asked for: a caller's change must not reach our rows, and most never look.
        get raw(): unknown {
          return structuredClone(monitor.raw);
        },
      }));
    },
    get total() {
      return find()?.controller.ownList?.loaded.total;
    },
    get complete() {
      return find()?.controller.ownList?.loaded.complete ?? false;
    },
    get readAt() {
      return find()?.controller.ownList?.loaded.readAt;
    },
    onDidChange,
  });
}
