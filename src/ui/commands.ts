import * as vscode from 'vscode';
import type { Explorer } from './explorer';
import type { MonitorsView } from './monitorsView';
import { toOpenable } from './monitorItem';
import type { Row } from './rows';
import type { Settings } from './settings';
import type { SignIn } from './signIn';
import { addressQuestion } from './signInSteps';
import type { SessionStore } from '../session/secretSessions';
import { parseBaseUrl } from '../service/address';
import { askText } from './wizard';

const { l10n } = vscode;

export interface CommandOptions {
  readonly explorer: Explorer;
  readonly view: MonitorsView;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly signIn: SignIn;
  readonly log: vscode.LogOutputChannel;
}

/** All commands of package.json. */
export function registerCommands(options: CommandOptions): vscode.Disposable {
  const { explorer, view, log } = options;
  const commands: Record<string, (row?: Row) => unknown> = {
    signIn: () => signIn(options),
    signOut: () => signOut(options),
    loadMore: () => withSession(options, () => view.loadMore()),
    refresh: () => withSession(options, () => explorer.list!.refresh()),
    retry: () => withSession(options, () => explorer.list!.retry()),
    cancel: () => explorer.list?.cancel(),
    setServiceAddress: () => setServiceAddress(options.settings),
    showLog: () => log.show(true),
    openTarget: (row) => openTarget(row),
    copyTarget: (row) => copyTarget(row),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

async function signIn({ explorer, signIn, view }: CommandOptions): Promise<void> {
  const known = explorer.sessionState === 'over' ? explorer.session : undefined;
  const session = await signIn.run(known);
  if (session === undefined) {
    return;
  }
  if (view.visible) {
    await explorer.resume();
    return;
  }
  const show = l10n.t('Show Monitors (1 call)');
  const told = l10n.t('Signed in as {0}.', session.email);
  if ((await vscode.window.showInformationMessage(told, show)) === show) {
    await vscode.commands.executeCommand('monitorExplorer.monitors.focus');
  }
}

async function signOut({ explorer, sessions }: CommandOptions): Promise<void> {
  const { session } = explorer;
  if (session === undefined) {
    void vscode.window.showInformationMessage(l10n.t('You are not signed in.'));
    return;
  }
  await sessions.remove(session.id);
  void vscode.window.showInformationMessage(l10n.t('Signed out {0}.', session.email));
}

/** What needs a session offers to sign in where there is none; the thing itself is then the person's to repeat. */
async function withSession(options: CommandOptions, run: () => unknown): Promise<void> {
  if (options.explorer.sessionState === 'active') {
    await run();
  } else {
    await signIn(options);
  }
}

async function setServiceAddress(settings: Settings): Promise<void> {
  const title = l10n.t('Set Service Address');
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  const answered = await askText(position, addressQuestion(settings.address));
  const baseUrl = typeof answered === 'object' ? parseBaseUrl(answered.value).baseUrl : undefined;
  if (baseUrl) {
    await settings.setAddress(baseUrl);
  }
}

async function openTarget(row: Row | undefined): Promise<void> {
  const uri = row?.kind === 'monitor' ? toOpenable(row.monitor) : undefined;
  if (uri) {
    await vscode.env.openExternal(uri);
  }
}

async function copyTarget(row: Row | undefined): Promise<void> {
  if (row?.kind === 'monitor' && row.monitor.target !== undefined) {
    await vscode.env.clipboard.writeText(row.monitor.target);
  }
}
