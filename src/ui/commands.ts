import * as vscode from 'vscode';
import { MASK } from '../base/secretValues';
import type { SafeText } from '../base/text';
import { isOpenable } from '../base/url';
import { MappedMonitor } from '../monitors/mappedMonitor';
import type { Monitor } from '../monitors/monitor';
import { isMadeId } from '../monitors/monitorIds';
import type { AccountCommands } from './accounts/accountCommands';
import type { AutoRefresh } from '../core/autoRefresh';
import type { CostlyActions } from './credits/costlyActions';
import { toMonitorUrl } from './details/monitorUrl';
import { t } from './l10n';
import { toCostText } from './texts/costText';
import type { Parts } from './parts';
import { CALLS } from './calls/calls';
import type { Changes } from './changes/changes';
import type { ChooseFields } from './mapping/chooseFields';
import type { Row } from './tree/rows';
import type { Panels } from './panels/panels';
import { openInBrowser, window } from './window';

export interface CommandParts extends Parts {
  readonly signing: AccountCommands;
  readonly choosing: ChooseFields;
  readonly changes: Changes;
  readonly costly: CostlyActions;
  readonly autoRefresh: AutoRefresh;
  readonly panels: Panels;
  readonly log: vscode.LogOutputChannel;
}

export function registerCommands(parts: CommandParts): vscode.Disposable {
  const { signing, choosing, changes, controller, panels, log, view } = parts;
  const commands: Record<string, (row?: Row) => unknown> = {
    signIn: () => signing.signIn(),
    signOut: () => signing.signOut(),
    switchAccount: () => signing.switchAccount(),
    setServiceAddress: (suggested?: unknown) =>
      signing.setServiceAddress(typeof suggested === 'string' ? suggested : undefined),
    explainKeyring: () => signing.explainKeyring(),
    ...listCommands(parts),
    cancel: () => controller.cancel(),
    retry: () =>
      controller.sessionState === 'active'
        ? controller.retry()
        : signing.signInFor(() => controller.retry(), controller.list?.failure?.callsLeft),
    showChanges: () => changes.show(),
    allowOneMoreCall: () => allowOneMoreCall(parts),
    showCalls: () => panels.show(CALLS),
    chooseFields: (asked?: unknown) => choosing.show(asked),
    showLog: () => log.show(true),
    openSettings: (setting?: unknown) =>
      vscode.commands.executeCommand(
        'workbench.action.openSettings',
        typeof setting === 'string' ? setting : 'monitorExplorer',
      ),
    openTarget: (row) => openTarget(view.monitorsFor(row)[0]),
    openInService: (row) => openInService(parts, view.monitorsFor(row)[0]),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`monitorExplorer.${name}`, run),
    ),
  );
}

/** Creates commands that ask to sign in first if necessary. */
function listCommands(parts: CommandParts): Record<string, () => unknown> {
  const { controller, signing, costly, autoRefresh } = parts;
  const withList = (run: () => unknown) => () => {
    const runNow = (): unknown => controller.list && run();
    return controller.sessionState === 'active' ? runNow() : signing.signInFor(runNow);
  };
  return {
    loadMore: withList(() => controller.loadMore()),
    loadAll: withList(() => costly.loadAll()),
    refresh: withList(() => {
      autoRefresh.resume();
      return costly.refresh();
    }),
    refreshProblems: withList(() => costly.refreshProblems()),
  };
}

/** Always asks, because another extension or an agent can run this command. */
async function allowOneMoreCall({ meter, controller, settings }: Parts): Promise<void> {
  const { list } = controller;
  const cost = toCostText(t, 1, settings.creditsPerCall);
  const question = t('Allow one more call today, beyond your daily limit? This takes {0}.', cost);
  const allow = t('Allow');
  if ((await window.showWarningMessage(question, { modal: true }, allow)) !== allow) {
    return;
  }
  await meter.allowMore();
  if (controller.list === list) {
    await list?.retry();
  }
}

async function openTarget(monitor: Monitor | undefined): Promise<void> {
  if (monitor === undefined) {
    return;
  }
  const address = MappedMonitor.addressOf(monitor);
  const isMasked = address?.includes(MASK) === true;
  // Only http and https.
  const url = isOpenable(address) && !isMasked ? new URL(address).href : undefined;
  const impossible = isMasked
    ? t("The target has a secret in it, which isn't saved. To open it, refresh its page first (1 call).")
    : t('This monitor has no target that a browser can open.');
  await open(url, impossible);
}

async function openInService({ settings }: Parts, monitor: Monitor | undefined): Promise<void> {
  if (monitor === undefined) {
    return;
  }
  const url = toMonitorUrl(settings.monitorUrl, monitor.id);
  const impossible = isMadeId(monitor.id)
    ? t("This monitor has no ID, or one with a secret in it, so its page in the service can't be opened.")
    : t('This monitor has no page in the service. Check "monitorExplorer.monitorUrl".');
  await open(url, impossible);
}

async function open(url: string | undefined, impossible: SafeText): Promise<void> {
  if (url !== undefined) {
    await openInBrowser(url);
  } else {
    void window.showInformationMessage(impossible);
  }
}
