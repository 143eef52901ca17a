import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { joinTexts, withIcon } from '../../base/text';
import type { ListController } from '../../explorer/listController';
import { lookThrough, matchesFilter, parseFilter } from '../../monitors/filter';
import { isTrouble, type Monitor } from '../../monitors/monitor';
import { toTroubles } from '../../monitors/troubles';
import { toCostText } from '../texts/costText';
import { t } from '../l10n';
import { toMonitorName, toShortTarget } from '../texts/monitorText';
import { STATUS_ICONS, toStatusText } from '../texts/statusText';
import { window, type SafeQuickPickItem } from '../window';

export interface GoToOptions {
  readonly controller: ListController;
  readonly show: (monitorId: string) => Promise<void>;
  readonly creditsPerCall: () => number | undefined;
}

type Item = SafeQuickPickItem & { readonly id?: string };

/** VS Code's list is slow with more items: it gets only those that match what is typed then, and at most so many. */
const MAX_ITEMS = 2_000;

/** Picks one of the loaded monitors by name, target, type, tag or status, what is in trouble first, and shows its row. */
export function goToMonitor(options: GoToOptions): void {
  const { controller, show } = options;
  const loaded = controller.list?.loaded.monitors ?? [];
  const monitors = [...toTroubles(loaded), ...loaded.filter((monitor) => !isTrouble(monitor))];
  const rest = toRestItem(options);
  const pick = window.createQuickPick<Item>();
  const few = monitors.length <= MAX_ITEMS;
  let search = new AbortController();
  const setItems = async (text: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const filter = few ? undefined : parseFilter(text);
    if (filter && !(await lookThrough(filter, monitors, setImmediate, search.signal))) {
      return;
    }
    const found: Item[] = [];
    for (const monitor of monitors) {
      if (found.length === MAX_ITEMS) {
        break;
      }
      if (filter === undefined || matchesFilter(filter, monitor)) {
        found.push(toItem(monitor, !few));
      }
    }
    pick.items = [...found, ...rest];
  };
  pick.title = t('Go to Monitor');
  pick.placeholder = t('Name, target, type, tag or status');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  void setItems('');
  if (!few) {
    pick.onDidChangeValue((text) => void setItems(text));
  }
  pick.onDidAccept(() => {
    const [picked] = pick.selectedItems;
    pick.hide();
    if (picked?.id !== undefined) {
      void show(picked.id);
    } else if (picked) {
      void vscode.commands.executeCommand('monitorExplorer.loadAll');
    }
  });
  pick.onDidHide(() => {
    search.abort();
    pick.dispose();
  });
  pick.show();
}

function toItem(monitor: Monitor, alwaysShow: boolean): Item {
  const target = toShortTarget(monitor.target);
  const name = toMonitorName(t, monitor);
  return {
    label: withIcon(STATUS_ICONS[monitor.status], name),
    description: joinTexts([toStatusText(t, monitor), target === name ? undefined : target], ' · '),
    id: monitor.id,
    alwaysShow,
  };
}

/** What is not loaded can't be found; what it takes to load it stands last. */
function toRestItem({ controller, creditsPerCall }: GoToOptions): Item[] {
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.end !== undefined) {
    return [];
  }
  const { total, count, pagesLeft } = loaded;
  const label =
    total === undefined || pagesLeft === undefined
      ? t('Load the rest')
      : t('Load the other {0} ({1})', total - count, toCostText(t, pagesLeft, creditsPerCall()));
  return [{ label: withIcon('fold-down', label), alwaysShow: true }];
}
