import type * as vscode from 'vscode';
import { anyOf } from '../../base/event';
import type { Core } from '../../core/createCore';
import { stepProblem } from '../../monitors/monitor';
import { t } from '../l10n';
import type { Panel, PanelKind } from '../panels/panels';
import type { Settings } from '../settings';
import { toCountText } from '../texts/costText';
import type { MonitorsView } from '../tree/monitorsView';
import type { ViewState } from '../tree/viewState';
import { registerAll, window } from '../window';
import { toDetails } from './detailsPanel';
import { toMonitorUrl } from './monitorUrl';

/** A panel whose subject is a monitor's ID. */
export function createDetails(
  core: Core,
  settings: Settings,
  state: ViewState,
  view: MonitorsView,
): PanelKind {
  const { controller, history, rowFields, now } = core;
  return {
    name: 'details',
    tab: t('Monitor'),
    commands: [
      'openInService',
      'openTarget',
      'copyMarkdown',
      'pin',
      'unpin',
      'refreshThisPage',
      'showPreviousProblem',
      'showNextProblem',
      'monitors.focus',
      'showInRows',
      'chooseFields',
    ],
    render: (id) => {
      const { list } = controller;
      const monitor = list?.loaded.find(id);
      const page = list?.loaded.pageOf(id);
      return toDetails(t, {
        id,
        found: monitor && page && { monitor, page },
        runs: history.get(id),
        problems: view.problems,
        isInService: toMonitorUrl(settings.monitorUrl, id) !== undefined,
        isPinned: state.isPinned(id),
        mute: state.muteOf(id),
        rowFields,
        refreshCost: controller.session && toCountText(t, 1),
        nowMs: now(),
      });
    },
    // The view updates its rows first, which say what the next problem is.
    onDidChange: anyOf(view.onDidUpdate, history.onDidChange),
  };
}

export function registerDetailsCommands(details: Panel, view: MonitorsView): vscode.Disposable {
  /** The monitor whose row a step is about to select. */
  let target: string | undefined;
  const show = (row: unknown): void => {
    const id = typeof row === 'string' ? row : view.monitorsFor(row)[0]?.id;
    if (id !== undefined) {
      // A clicked row passes its id and keeps the focus.
      details.show(id, typeof row === 'string');
    }
  };
  /** Selects the row too, because commands act on the selection. */
  const step = async (by: 1 | -1, inTree: boolean): Promise<void> => {
    const shown = details.subject;
    const selected = target ?? (view.visible ? view.findMonitors()[0]?.id : undefined);
    const next = stepProblem(view.problems, inTree ? (selected ?? shown) : (shown ?? selected), by);
    if (next === undefined) {
      void window.showInformationMessage(t('All problems are muted, or the filter hides them.'));
      return;
    }
    // An open panel doesn't take the focus.
    details.show(next.id, inTree || shown !== undefined);
    target = next.id;
    if (view.visible) {
      await view.show(next.id, { focus: inTree });
    }
    target = target === next.id ? undefined : target;
  };
  return registerAll({
    showDetails: show,
    showNextProblem: (from) => step(1, from === 'tree'),
    showPreviousProblem: (from) => step(-1, from === 'tree'),
  });
}
