import * as vscode from 'vscode';
import type { Core } from '../core/createCore';
import type { Monitor } from '../monitors/monitor';

export interface MonitorExplorerExports {
  /** @throws RangeError if this extension doesn't have that version */
  getApi(version: 1): MonitorExplorerApi;
}

/** Version 1. Reading it never calls the service or exposes the token. */
export interface MonitorExplorerApi {
  /** Absent if signed out. */
  readonly account: { readonly email: string; readonly baseUrl: string } | undefined;
  /** Loaded monitors; a new array after each change. */
  readonly monitors: readonly ApiMonitor[];
  /** Monitors in the account, if the service reports it. */
  readonly total: number | undefined;
  readonly complete: boolean;
  /** When the oldest page was read, in epoch milliseconds; absent if nothing is loaded. */
  readonly readAt: number | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export interface ApiMonitor {
  readonly id: string;
  readonly name: string;
  readonly status: 'up' | 'down' | 'degraded' | 'paused' | 'pending' | 'unknown';
  readonly target: string | undefined;
  readonly type: string | undefined;
  /** Start of the current status, if known. */
  readonly since: ApiSince | undefined;
  /** Last content change, in epoch milliseconds; absent if unknown or without a time zone. */
  readonly changedAt: number | undefined;
  /** Fields that the user chose for rows, by path. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The service's message for the last failed check. */
  readonly lastError: string | undefined;
  /** A copy of the record, with secrets masked. */
  readonly raw: unknown;
}

export interface ApiSince {
  readonly at: number;
  /** `service`: the record has the time. `seen`: first seen at `at`, in another status last at `after`. */
  readonly source: 'service' | 'seen';
  readonly after: number | undefined;
}

type Source = Pick<Core, 'controller' | 'sinceOf' | 'rowFields'>;

/** @param load called when an extension first asks for the API */
export function createExports(
  load: () => Promise<{ core: Source }>,
): MonitorExplorerExports & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let source: Source | undefined;
  let connected: Promise<void> | undefined;
  const connect = async (): Promise<void> => {
    source = (await load()).core;
    source.controller.onDidChange(() => changed.fire());
    changed.fire();
  };
  const loaded = () => source?.controller.ownList?.loaded;
  const api: MonitorExplorerApi = Object.freeze({
    get account() {
      const { session, baseUrl } = source?.controller ?? {};
      return session && baseUrl && { email: session.email, baseUrl: baseUrl.href };
    },
    get monitors() {
      return (loaded()?.monitors ?? []).map((monitor) => toApiMonitor(source!, monitor));
    },
    get total() {
      return loaded()?.total;
    },
    get complete() {
      return loaded()?.complete ?? false;
    },
    get readAt() {
      return loaded()?.readAt;
    },
    onDidChange: changed.event,
  });
  return {
    getApi(version: number): MonitorExplorerApi {
      if (version !== 1) {
        throw new RangeError(`Monitor Explorer has version 1 of its API, not ${version}`);
      }
      connected ??= connect();
      return api;
    },
    dispose: () => changed.dispose(),
  };
}

function toApiMonitor({ sinceOf, rowFields }: Source, monitor: Monitor): ApiMonitor {
  const { id, name, status, target, type, lastError, changedAt, timesLackZone } = monitor;
  const since = sinceOf(monitor);
  return {
    ...{ id, name, status, target, type, lastError },
    since:
      since && !since.lacksZone
        ? { at: since.at, source: since.source, after: since.before?.to }
        : undefined,
    changedAt: timesLackZone ? undefined : changedAt,
    get fields() {
      return rowFields.valuesOf(monitor);
    },
    // Copied on demand, so that callers can't change our rows.
    get raw(): unknown {
      return structuredClone(monitor.raw);
    },
  };
}
