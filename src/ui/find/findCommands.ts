import { HOUR } from '../../base/time';
import { isObject } from '../../base/json';
import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import type { Mute } from '../../account/choices';
import { parseFilter } from '../../monitors/filter';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { toMonitorName } from '../texts/monitorText';
import type { MonitorsView } from '../tree/monitorsView';
import { window, type SafeQuickPickItem } from '../window';
import { askFilter } from './filterInput';
import { goToMonitor } from './goToMonitor';

/** Commands that find and arrange monitors, and Refresh Its Page of the List. */
export function createFindCommands(app: App, view: MonitorsView) {
  const choices = () => app.shown?.choices;
  return {
    filter: () => app.shown && askFilter(app.shown.choices, app),
    clearFilter: () => choices()?.setFilter(undefined),
    showProblems: async () => {
      choices()?.setFilter(parseFilter('status:problem'));
      await view.focus();
    },
    goToMonitor: () => goToMonitor(app, view),
    // A keybinding passes a choice.
    arrange: async (choice: unknown) => {
      if (isObject(choice) && (choice['grouping'] ?? choice['order'])) {
        choices()?.arrange(choice);
      } else {
        const { askArrangement } = await import('./arrange.js');
        await askArrangement(app);
      }
    },
    showInRows: async () => {
      const { askRowFields } = await import('./arrange.js');
      await askRowFields(app);
    },
    pin: (row: unknown, rows: unknown) => choices()?.pin(view.monitorsFor(row, rows)),
    // The monitor may not be loaded.
    unpin: (row: unknown, rows: unknown) => choices()?.unpin(view.idsFor(row, rows)),
    mute: (row: unknown, rows: unknown) => mute(app, view.monitorsFor(row, rows)),
    unmute: (row: unknown, rows: unknown) =>
      choices()?.unmute(view.monitorsFor(row, rows).map(({ id }) => id)),
    refreshThisPage: (row: unknown) => {
      const [monitor] = view.monitorsFor(row);
      const page = monitor && app.list?.loaded.pageOf(monitor.id);
      return page && app.list?.refreshPages([page.index]);
    },
  };
}

/** Asks for duration and note. Mutes only on this machine. */
async function mute({ shown, now }: App, monitors: readonly Monitor[]): Promise<void> {
  if (monitors.length === 0) {
    return;
  }
  type Item = SafeQuickPickItem & { readonly until: Mute['until'] };
  const toItem = (label: SafeText, until: Item['until']) => {
    return { label, until, alwaysShow: true };
  };
  const pick = window.createQuickPick<Item>();
  pick.title =
    monitors.length === 1 ? t('Mute {0}', toMonitorName(monitors[0]!)) : t('Mute Monitors');
  pick.placeholder = t('Note (optional); only on this machine');
  pick.items = [
    ...(monitors.every(isProblem) ? [toItem(t('Until It Recovers'), 'recovered')] : []),
    toItem(t('For 1 Hour'), now() + HOUR),
    toItem(t('Until Unmuted'), 'unmuted'),
  ];
  const picked = await new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  if (picked) {
    shown?.choices.mute(
      monitors.map(({ id }) => id),
      picked.until,
      pick.value,
    );
  }
  pick.dispose();
}
