import fetch from 'node-fetch';
import * as vscode from 'vscode';
import { noReadingSettings } from './service/reading/readingSettings';
import { ServiceClient } from './service/serviceClient';
import { SessionStore } from './session/secretSessions';
import { logCall } from './ui/callLog';
import { registerCommands } from './ui/commands';
import { Explorer } from './ui/explorer';
import { createExports, type MonitorExplorerExports } from './ui/extensionApi';
import { MonitorsView } from './ui/monitorsView';
import { Settings } from './ui/settings';
import { SignIn } from './ui/signIn';

/** Builds the parts, wires them and hands them to VS Code to dispose. Calls nothing and waits for nothing. */
export function activate(context: vscode.ExtensionContext): MonitorExplorerExports {
  const now = Date.now;
  const log = vscode.window.createOutputChannel('Monitor Explorer', { log: true });
  const settings = new Settings();
  const sessions = new SessionStore({ vault: context.secrets, witness: context.globalState, now });
  const client = new ServiceClient({
    network: { fetch, now },
    userAgent: userAgent(context),
    limits: () => settings.limits,
    readingSettings: () => noReadingSettings,
    gate: (_purpose, call) => call(),
    onCall: (report) => logCall(log, report),
  });
  const explorer = new Explorer({ settings, sessions, client, now });
  const signIn = new SignIn({ settings, sessions, client, memory: context.globalState, log });
  const view = new MonitorsView(explorer);
  const commands = registerCommands({ explorer, view, settings, sessions, signIn, log });
  const exports = createExports(explorer);
  void sessions.load();
  context.subscriptions.push(log, settings, sessions, explorer, view, commands, exports);
  return exports;
}

function userAgent({ extension }: vscode.ExtensionContext): string {
  const { version } = extension.packageJSON as { version: string };
  return `monitor-explorer/${version} (VS Code/${vscode.version})`;
}
