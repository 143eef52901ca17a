import * as vscode from 'vscode';
import { joinTexts, toFoldedText, withIcon, type SafeText } from '../../base/text';
import { isProblem, showsStatus, toProblems, type Monitor } from '../../monitors/monitor';
import { toCostText } from '../texts/costText';
import { t } from '../l10n';
import { toMonitorName, toParentText, toShortTarget } from '../texts/monitorText';
import { NEUTRAL_ICON, STATUS_ICONS, toStatusText } from '../texts/statusText';
import type { Parts } from '../parts';
import { window, type SafeQuickPickItem } from '../window';

type Item = SafeQuickPickItem & { readonly id?: string };

/** VS Code's list gets slow with more items. */
const MAX_ITEMS = 2_000;

/** Lists problems first; shows the row of the picked one. */
export function goToMonitor(parts: Parts): void {
  const { controller, view } = parts;
  const { monitors = [], tellsStatus = true } = controller.list?.loaded ?? {};
  const ordered = [...toProblems(monitors), ...monitors.filter((monitor) => !isProblem(monitor))];
  const statusOf = (monitor: Monitor): SafeText | undefined =>
    showsStatus(monitor, tellsStatus) ? toStatusText(t, monitor) : undefined;
  const searched = ordered.map((monitor) => {
    const { name, target, type, tags } = monitor;
    return { monitor, text: toFoldedText([name, statusOf(monitor), target, type, ...tags].join(' ')) };
  });
  const rest = toRestItem(parts);
  const pick = window.createQuickPick<Item>();
  const setItems = (typed: string): void => {
    const words = toFoldedText(typed).split(' ');
    const found = searched.filter(({ text }) => words.every((word) => text.includes(word)));
    const items = found.slice(0, MAX_ITEMS).map(({ monitor }) => toItem(monitor, statusOf(monitor)));
    pick.items = rest ? [...items, rest] : items;
  };
  pick.title = t('Go to Monitor');
  pick.placeholder = tellsStatus ? t('Name, target, type, tag or status') : t('Name, target, type or tag');
  pick.matchOnDescription = true;
  setItems('');
  pick.onDidChangeValue(setItems);
  pick.onDidAccept(() => {
    const [picked] = pick.selectedItems;
    pick.hide();
    if (picked?.id !== undefined) {
      void view.focus().then(() => view.show(picked.id!));
    } else if (picked) {
      void vscode.commands.executeCommand('monitorExplorer.loadAll');
    }
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

function toItem(monitor: Monitor, status: SafeText | undefined): Item {
  const target = toShortTarget(monitor.target);
  const name = toMonitorName(t, monitor);
  return {
    label: withIcon(status ? STATUS_ICONS[monitor.status] : NEUTRAL_ICON, name),
    description: joinTexts([status, target === name ? undefined : target, toParentText(t, monitor)], ' · '),
    id: monitor.id,
    // Already matched: VS Code's search doesn't match across Unicode normal forms and widths.
    alwaysShow: true,
  };
}

/** Offers to load the other monitors. */
function toRestItem({ controller, settings }: Parts): Item | undefined {
  const loaded = controller.list?.loaded;
  if (loaded === undefined || loaded.end !== undefined) {
    return undefined;
  }
  const calls = loaded.mayBeEnd ? 1 : loaded.pagesLeft;
  const label =
    calls === undefined
      ? t('Load the rest')
      : t('Load the rest ({0})', toCostText(t, calls, settings.creditsPerCall));
  return { label: withIcon('fold-down', label), alwaysShow: true };
}
