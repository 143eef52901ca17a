import type { App } from '../../account/app';
import { joinTexts, withIcon } from '../../base/text';
import { PROBLEMS } from '../../monitors/monitor';
import type { Settings } from '../settings';
import { toOtherAccountTexts } from '../texts/accountText';
import { STATUS_ICONS } from '../texts/statusText';
import { toShortSummary, toSummaryText, type LoadedSummary } from '../texts/summaryText';
import { window, type SafeStatusBarItem, type SafeTreeView } from '../window';
import type { Row } from './rows';

/** Creates the badge and the status bar item. */
export function createIndicators(app: App, settings: Settings, view: SafeTreeView<Row>) {
  let item: SafeStatusBarItem | undefined;
  const dispose = (): void => {
    item?.dispose();
    item = undefined;
  };
  return {
    /** Shows a summary; `undefined` hides it. */
    update: (summary: LoadedSummary | undefined): void => {
      const value = summary?.counts.down ?? 0;
      const line = summary && toSummaryText(summary, app.now());
      const tooltip = value > 0 ? joinTexts([line, ...toOtherAccountTexts(app)], '\n') : undefined;
      // VS Code redraws the activity bar each time.
      if (view.badge?.tooltip !== tooltip) {
        view.badge = tooltip && { value, tooltip };
      }
      if (!summary || !line || !settings.statusBar) {
        dispose();
        return;
      }
      // "4 down · 5 degraded · 4m".
      const worst = PROBLEMS.find((status) => summary.counts[status] > 0);
      const icon = worst ? STATUS_ICONS[worst] : 'list-unordered';
      item ??= window.createStatusBarItem('monitorExplorer.summary');
      item.text = withIcon(icon, toShortSummary(summary, app.now()));
      item.tooltip = line;
      item.command = worst ? 'monitorExplorer.showProblems' : 'monitorExplorer.monitors.focus';
      item.show();
    },
    dispose,
  };
}
