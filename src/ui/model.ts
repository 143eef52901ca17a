import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../base/event';
import type { Fetch } from '../service/http';
import { ServiceClient } from '../service/serviceClient';
import { SealedRelay } from '../session/sealedRelay';
import { SessionStore } from '../session/sessionStore';
import { Leases } from '../storage/lease';
import { LedgerFile } from '../storage/ledgerFile';
import { RelayFolder } from '../storage/relayFolder';
import { SnapshotFile } from '../storage/snapshotFile';
import { logCall, logPageError, toErrorLine } from './callLog';
import { Budget } from '../explorer/budget';
import { createGate, createMeter } from '../explorer/callMeter';
import { ListController } from '../explorer/listController';
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
  const { sessions, relays } = openSessions(context, now);
  const accounts = (): string[] => sessions.sessions().flatMap(({ id, origin }) => [id, origin]);
  const storage = openStorage(context.globalStorageUri.fsPath, now, accounts);
  const { ledger, leases, snapshots } = storage;
  const onLedgerError = (error: unknown): void => log.warn(`The record of calls: ${toErrorLine(error)}`);
  const meter = createMeter({ ledger, now, limit: () => settings.dailyCallLimit, onLedgerError });
  const budget = new Budget({
    meter,
    now,
    onDidChangeLedger: (listener) => ledger.onDidChange(listener),
    onDidChangeSettings: settings.onDidChange,
    onTrouble: onLedgerError,
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
  const explorer = new ListController({ settings, sessions, reader, meter, shared, now });
  const owned: Disposable[] = [settings, sessions, ...relays, leases, budget, desk, explorer];
  const dispose = (): void => owned.forEach((part) => part.dispose());
  return { settings, sessions, storage, meter, budget, desk, client, shared, explorer, now, dispose };
}

/**
 * Sessions are at home in the vault. In a browser each window has a copy of it that hears nothing of the others', so
 * there a relay tells of sign-ins and sign-outs; on the desktop the vault itself does.
 */
function openSessions(
  { secrets, globalState, globalStorageUri }: ModelOptions['context'],
  now: () => number,
) {
  const vault = { vault: secrets, witness: globalState, now };
  if (vscode.env.uiKind !== vscode.UIKind.Web) {
    return { sessions: new SessionStore(vault), relays: [] };
  }
  const folder = new RelayFolder({ folder: join(globalStorageUri.fsPath, 'relay'), now });
  const relay = new SealedRelay({ relay: folder, vault: secrets, memory: globalState });
  const sessions = new SessionStore({ ...vault, relay, vaultLoadedAt: performance.timeOrigin });
  return { sessions, relays: [relay, folder] };
}

/** What is kept on disk, in the folder that all windows share. */
function openStorage(folder: string, now: () => number, accounts: () => string[]) {
  const leases = new Leases({ folder: join(folder, 'leases'), now });
  return {
    leases,
    ledger: new LedgerFile({ folder: join(folder, 'ledger'), now, leases, accounts }),
    snapshots: new SnapshotFile({ folder: join(folder, 'snapshots'), now, leases }),
  };
}

/** What windows that crashed have left behind, and what is older than it may be. Cleared when nothing waits for it. */
export async function sweep({ storage }: Model, log: vscode.LogOutputChannel): Promise<void> {
  for (const part of [storage.leases, storage.ledger, storage.snapshots]) {
    await part.sweep().catch((error: unknown) => log.warn(`Clearing up: ${toErrorLine(error)}`));
  }
}
