import { joinTexts, withIcon } from '../../base/text';
import { matchesFilter, parseFilter } from '../../monitors/filter';
import { isProblem, showsStatus, toProblems, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { toMonitorName, toParentText, toShortTarget } from '../texts/monitorText';
import { NEUTRAL_ICON, STATUS_ICONS, toStatusText } from '../texts/statusText';
import type { Parts } from '../parts';
import { window, type SafeQuickPickItem } from '../window';
import { toFilterHint } from './filterInput';

type Item = SafeQuickPickItem & { readonly id: string };

/** VS Code's list gets slow with more items. */
const MAX_ITEMS = 2_000;

/** Lists problems first, and searches like the filter. Shows the row of the picked monitor. */
export function goToMonitor({ controller, view }: Parts): void {
  const { monitors = [], tellsStatus } = controller.list?.loaded ?? {};
  const ordered = [...toProblems(monitors), ...monitors.filter((monitor) => !isProblem(monitor))];
  const pick = window.createQuickPick<Item>();
  const setItems = (typed: string): void => {
    const filter = parseFilter(typed);
    const found = ordered.filter((monitor) => !filter || matchesFilter(filter, monitor));
    pick.items = found.slice(0, MAX_ITEMS).map((monitor) => toItem(monitor, tellsStatus));
  };
  pick.title = t('Go to Monitor');
  pick.placeholder = toFilterHint(tellsStatus);
  setItems('');
  pick.onDidChangeValue(setItems);
  pick.onDidAccept(() => {
    const [picked] = pick.selectedItems;
    pick.hide();
    void (picked && view.focus().then(() => view.show(picked.id)));
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

function toItem(monitor: Monitor, tellsStatus: boolean | undefined): Item {
  const status = showsStatus(monitor, tellsStatus) ? toStatusText(t, monitor) : undefined;
  const target = toShortTarget(monitor.target);
  const name = toMonitorName(t, monitor);
  return {
    label: withIcon(status ? STATUS_ICONS[monitor.status] : NEUTRAL_ICON, name),
    description: joinTexts([status, target === name ? undefined : target, toParentText(t, monitor)], ' · '),
    id: monitor.id,
    // Already matched.
    alwaysShow: true,
  };
}
