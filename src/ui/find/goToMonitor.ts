import { joinTexts, withIcon } from '../../base/text';
import { isProblem, showsStatus, toProblems, type Monitor } from '../../monitors/monitor';
import { t } from '../l10n';
import { toMonitorName, toParentText, toShortTarget } from '../texts/monitorText';
import { NEUTRAL_ICON, STATUS_ICONS, toStatusText } from '../texts/statusText';
import type { App } from '../../account/app';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';

export async function goToMonitor(app: App, view: MonitorsView) {
  const { monitors = [], tellsStatus } = app.list?.loaded ?? {};
  const ordered = [...toProblems(monitors), ...monitors.filter((monitor) => !isProblem(monitor))];
  const picked = await window.showQuickPick(
    ordered.map((monitor) => toItem(monitor, tellsStatus)),
    {
      title: t('Go to Monitor'),
      placeHolder: t('Pick a monitor to show it in the list. Takes no call.'),
      matchOnDescription: true,
    },
  );
  if (picked) {
    await view.focus();
    await view.show(picked.id);
  }
}

function toItem(monitor: Monitor, tellsStatus: boolean | undefined) {
  const status = showsStatus(monitor, tellsStatus) && toStatusText(monitor);
  const target = toShortTarget(monitor.target);
  const name = toMonitorName(monitor);
  return {
    label: withIcon(status ? STATUS_ICONS[monitor.status] : NEUTRAL_ICON, name),
    description: joinTexts([status, target !== name && target, toParentText(monitor)], ' · '),
    id: monitor.id,
  };
}
