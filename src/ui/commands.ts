import * as vscode from 'vscode';
import { MASK } from '../base/maskText';
import { isOpenable } from '../base/url';
import { splitAddress } from '../monitors/addressIndex';
import { isCallError } from '../service/errors';
import type { App } from '../account/app';
import { CostlyActions } from './credits/costlyActions';
import { toMonitorUrl } from './details/monitorUrl';
import { confirm } from './inputs';
import { t } from './l10n';
import type { Settings } from './settings';
import type { MonitorsView } from './tree/monitorsView';
import { toAllowText } from './texts/costText';
import { openInBrowser, window } from './window';

/** Commands of the list. Each makes calls only if the user has seen what it takes. */
export function createListCommands(
  app: App,
  settings: Settings,
  view: MonitorsView,
  signInFor: (run: () => unknown) => unknown,
) {
  const costly = new CostlyActions(app, settings);
  /** Asks to sign in first if necessary. An example calls nothing. */
  const withList = (run: () => unknown) => () => {
    const runNow = (): unknown => app.list && run();
    const isReady = app.sessionState === 'active' || app.example;
    return isReady ? runNow() : signInFor(runNow);
  };
  return {
    loadMore: withList(() => app.list?.loadMore()),
    loadAll: withList(() => costly.loadAll()),
    refresh: withList(() => costly.refresh()),
    cancel: () => app.list?.cancel(),
    retry: withList(() => app.list?.retry()),
    removeRows: () => removeRows(app),
    allowCalls: () => allowCalls(app),
    chooseFields: async (asked: unknown) => {
      const { chooseFields } = await import('./mapping/chooseFields.js');
      await chooseFields(app, asked);
    },
    openSettings: (setting: unknown) =>
      vscode.commands.executeCommand(
        'workbench.action.openSettings',
        typeof setting === 'string' ? setting : 'monitorExplorer',
      ),
    openTarget: (row: unknown) => openTarget(app, view, row),
    findInWorkspace: (row: unknown) => findInWorkspace(view, row),
    openInService: (row: unknown) => openInService(settings, view, row),
  };
}

/** Asks, and only if the service returned no monitors: another extension or an agent can run this command. */
async function removeRows({ list }: App) {
  if (!isCallError(list?.failure?.error, 'listIsEmpty')) {
    return;
  }
  if (
    await confirm(
      t('Remove all rows and saved pages of this account?'),
      t('Remove Rows'),
      t('Loading monitors again costs calls.'),
    )
  ) {
    list?.removeRows();
  }
}

/** Always asks, because another extension or an agent can run this command. */
async function allowCalls(app: App) {
  const { list } = app;
  const pages = list?.failure?.pagesLeft ?? [];
  const next = toAllowText(pages.slice(0, 1));
  const actions = pages.length > 1 ? [toAllowText(pages), next] : [next];
  const picked = await window.showWarningMessage(
    t('Allow more calls today, beyond your daily limit?'),
    { modal: true },
    ...actions,
  );
  if (picked) {
    await app.allowCalls(picked === next ? 1 : pages.length, list);
  }
}

/** Opens only http and https. */
async function openTarget(app: App, view: MonitorsView, row: unknown) {
  const [monitor] = view.monitorsFor(row);
  const { target = '', id = '' } = monitor ?? {};
  // Security: as it came, only to open it. Saved pages have the masked one.
  const address = app.list?.loaded.pageOf(id)?.addresses?.get(target) ?? target;
  if (address.includes(MASK)) {
    void window.showInformationMessage(
      t(
        "The address has a secret in it, which isn't saved. To open it, refresh its page first (1 call).",
      ),
    );
  } else if (isOpenable(address)) {
    await openInBrowser(new URL(address).href);
  } else if (monitor) {
    void window.showInformationMessage(t('This monitor has no address that a browser can open.'));
  }
}

async function openInService(settings: Settings, view: MonitorsView, row: unknown) {
  const [monitor] = view.monitorsFor(row);
  const url = monitor && toMonitorUrl(settings.monitorUrl, monitor.id);
  if (url) {
    await openInBrowser(url);
  } else if (monitor) {
    void window.showInformationMessage(
      t(
        'This page in the service can\'t be opened. Check the ID and "monitorExplorer.monitorUrl".',
      ),
    );
  }
}

/** Opens VS Code's search for host and path of a monitor's address, up to a masked part. */
async function findInWorkspace(view: MonitorsView, row: unknown) {
  const [monitor] = view.monitorsFor(row);
  const { host, rest } = splitAddress(monitor?.target ?? '');
  const [path = ''] = rest.split('?');
  const [query] = `${host}${path}`.split(MASK);
  if (query) {
    await vscode.commands.executeCommand('workbench.action.findInFiles', {
      query,
      isRegex: false,
      triggerSearch: true,
    });
  }
}
