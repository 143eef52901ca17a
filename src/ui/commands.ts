import * as vscode from 'vscode';
import { MASK } from '../base/secretValues';
import { isOpenable } from '../base/url';
import { MappedMonitor } from '../monitors/mappedMonitor';
import { isMadeId } from '../monitors/monitorIds';
import type { AccountCommands } from './accounts/accountCommands';
import type { Changes } from './changes/changes';
import type { CostlyActions } from './credits/costlyActions';
import { toMonitorUrl } from './details/monitorUrl';
import { t } from './l10n';
import { chooseFields } from './mapping/chooseFields';
import type { Panel } from './panels/panels';
import type { WindowParts } from './parts';
import { toCountText } from './texts/costText';
import { openInBrowser, registerAll, window } from './window';

export function registerCommands(
  parts: WindowParts,
  signing: AccountCommands,
  changes: Changes,
  costly: CostlyActions,
  calls: Panel,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { controller } = parts;
  /** Asks to sign in first if necessary. */
  const withList = (run: () => unknown) => () => {
    const runNow = (): unknown => controller.list && run();
    return controller.sessionState === 'active' ? runNow() : signing.signInFor(runNow);
  };
  return registerAll({
    signIn: signing.signIn,
    signOut: signing.signOut,
    switchAccount: signing.switchAccount,
    loadMore: withList(() => controller.loadMore()),
    loadAll: withList(costly.loadAll),
    refresh: withList(costly.refresh),
    refreshPages: withList(costly.askRefresh),
    cancel: () => controller.list?.cancel(),
    retry: () =>
      controller.sessionState === 'active'
        ? controller.list?.retry()
        : signing.signInFor(() => controller.list?.retry(), controller.list?.failure?.callsLeft),
    showChanges: () => changes.show(),
    allowOneMoreCall: () => allowOneMoreCall(parts),
    showCalls: () => calls.show(),
    chooseFields: (asked) => chooseFields(parts, asked),
    showLog: () => log.show(true),
    openSettings: (setting) =>
      vscode.commands.executeCommand(
        'workbench.action.openSettings',
        typeof setting === 'string' ? setting : 'monitorExplorer',
      ),
    openTarget: (row) => openTarget(parts, row),
    openInService: (row) => openInService(parts, row),
  });
}

/** Always asks, because another extension or an agent can run this command. */
async function allowOneMoreCall({ meter, controller }: WindowParts): Promise<void> {
  const { list } = controller;
  const cost = toCountText(t, 1);
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

/** Opens only http and https. */
async function openTarget({ view }: WindowParts, row: unknown): Promise<void> {
  const [monitor] = view.monitorsFor(row);
  const address = monitor && MappedMonitor.addressOf(monitor);
  if (address?.includes(MASK)) {
    void window.showInformationMessage(
      t(
        "The target has a secret in it, which isn't saved. To open it, refresh its page first (1 call).",
      ),
    );
  } else if (isOpenable(address)) {
    await openInBrowser(new URL(address).href);
  } else if (monitor) {
    void window.showInformationMessage(t('This monitor has no target that a browser can open.'));
  }
}

async function openInService({ settings, view }: WindowParts, row: unknown): Promise<void> {
  const [monitor] = view.monitorsFor(row);
  const url = monitor && toMonitorUrl(settings.monitorUrl, monitor.id);
  if (url !== undefined) {
    await openInBrowser(url);
  } else if (monitor) {
    void window.showInformationMessage(
      isMadeId(monitor.id)
        ? t(
            "This monitor has no ID, or one with a secret in it, so its page in the service can't be opened.",
          )
        : t('This monitor has no page in the service. Check "monitorExplorer.monitorUrl".'),
    );
  }
}
