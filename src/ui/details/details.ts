import type { App } from '../../account/app';
import { stepProblem } from '../../monitors/monitor';
import { t } from '../l10n';
import type { Panel, PanelKind } from '../panels/panel';
import type { Settings } from '../settings';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { toDetailsPanel } from './detailsPanel';
import { toMonitorUrl } from './monitorUrl';

/** A panel whose subject is a monitor's ID. */
export function createDetails(app: App, settings: Settings, view: MonitorsView): PanelKind {
  return {
    name: 'details',
    commands: ['openInService', 'openTarget', 'copyMarkdown', 'pin', 'unpin', 'refreshThisPage'],
    render: (id) => toDetailsPanel(app, id, toMonitorUrl(settings.monitorUrl, id) !== undefined),
    onDidChange: view.onDidUpdate,
  };
}

export function createDetailsCommands(details: Panel, view: MonitorsView) {
  const show = (row: unknown): void => {
    const id = typeof row === 'string' ? row : view.monitorsFor(row)[0]?.id;
    if (id) {
      // A clicked row passes its id and keeps the focus.
      details.show(id, typeof row === 'string');
    }
  };
  /** Shows the problem after or before the shown one, and selects its row, because commands act on the selection. */
  const step = async (by: 1 | -1, inTree: boolean) => {
    const shown = details.subject;
    const next = stepProblem(view.problems, shown ?? view.selectedId, by);
    if (!next) {
      void window.showInformationMessage(t('All problems are muted, or the filter hides them.'));
      return;
    }
    // An open panel doesn't take the focus.
    details.show(next.id, inTree || shown !== undefined);
    if (view.visible) {
      await view.show(next.id, { focus: inTree });
    }
  };
  return {
    showDetails: show,
    showNextProblem: (from: unknown) => step(1, from === 'tree'),
    showPreviousProblem: (from: unknown) => step(-1, from === 'tree'),
  };
}
