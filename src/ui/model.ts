import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../base/event';
import type { Fetch } from '../service/http';
import { ServiceClient } from '../service/serviceClient';
import { SessionStore } from '../session/sessionStore';
import { Leases } from '../storage/lease';
import { LedgerFile } from '../storage/ledgerFile';
import { SnapshotFile } from '../storage/snapshotFile';
import { logCall, logPageError, toErrorLine } from './callLog';
import { Budget } from '../explorer/budget';
import { createGate, createMeter } from '../explorer/callMeter';
import { Explorer } from '../explorer/explorer';
import { PageReader } from '../explorer/pageReader';
import { ResponseMapping } from '../explorer/responseMapping';
import { Settings } from './settings';
import { SharedPages } from '../explorer/sharedPages';

export interface ModelOptions {
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri' | 'secrets'>;
  readonly log: vscode.LogOutputChannel;
  readonly fetch: Fetch;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Model = ReturnType<typeof createModel>;

/** All that is there without a screen: settings, sessions, storage, the meter, the client, and the explorer. */
export function createModel({ context, log, fetch, userAgent, now }: ModelOptions) {
  const settings = new Settings();
  const storage = openStorage(context.globalStorageUri.fsPath, now);
  const { ledger, leases, snapshots } = storage;
  const sessions = openSessions(context, now);
  const onLedgerTrouble = (error: unknown): void => log.warn(`The record of calls: ${toErrorLine(error)}`);
  const meter = createMeter({ ledger, now, limit: () => settings.dailyCallLimit, onLedgerTrouble });
  const budget = new Budget({
    meter,
    now,
    onDidChangeLedger: (listener) => ledger.onDidChange(listener),
    onDidChangeSettings: settings.onDidChange,
    onTrouble: onLedgerTrouble,
  });
  const desk = new ResponseMapping({ settings, memory: context.globalState });
  const client = new ServiceClient({
    network: { fetch, now },
    userAgent,
    limits: () => settings.limits,
    readingSettings: (baseUrl) => desk.settingsFor(baseUrl),
    gate: createGate(meter, budget),
    onCall: (report) => logCall(log, report),
  });
  const shared = new SharedPages({ snapshots, leases, now, enabled: () => settings.keepSnapshot });
  const reader = new PageReader({
    client,
    shared,
    meter,
    timeoutMs: () => settings.limits.timeoutMs,
    onRead: (page, answer, reading) => desk.recordPage(page, answer, reading),
    onFailed: ({ pageIndex }, error) => logPageError(log, pageIndex, error),
  });
  const explorer = new Explorer({ settings, sessions, reader, meter, shared, now });
  const owned: Disposable[] = [settings, sessions, budget, desk, explorer];
  const dispose = (): void => owned.forEach((part) => part.dispose());
  return { settings, sessions, storage, meter, budget, desk, client, shared, explorer, now, dispose };
}

/** In a browser each window goes on with the copy of the secrets that it loaded at first. */
function openSessions({ secrets, globalState }: ModelOptions['context'], now: () => number): SessionStore {
  const secretsLoadedAt = vscode.env.uiKind === vscode.UIKind.Web ? performance.timeOrigin : undefined;
  return new SessionStore({ secrets, memento: globalState, now, secretsLoadedAt });
}

/** What is kept on disk, in the folder that all windows share. */
function openStorage(folder: string, now: () => number) {
  const leases = new Leases({ folder: join(folder, 'leases'), now });
  return {
    folder,
    leases,
    ledger: new LedgerFile({ folder: join(folder, 'ledger'), now, leases }),
    snapshots: new SnapshotFile({ folder: join(folder, 'snapshots'), now, leases }),
  };
}

/** What windows that crashed have left behind, and what is older than it may be. Cleared when nothing waits for it. */
export async function sweep({ storage }: Model, log: vscode.LogOutputChannel): Promise<void> {
  // Of versions before 1.0.
  const relay = { sweep: () => rm(join(storage.folder, 'relay'), { recursive: true, force: true }) };
  for (const part of [storage.leases, storage.ledger, storage.snapshots, relay]) {
    await part.sweep().catch((error: unknown) => log.warn(`Clearing up: ${toErrorLine(error)}`));
  }
}
