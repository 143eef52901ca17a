import { eventually } from './eventually';
import type { Workbench } from './workbench';

/** Shows one list in the service's order, without groups. */
export async function listPlainly(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Monitor Explorer: Arrange Monitors');
  await workbench.quickInput.shows('Arrange Monitors');
  await workbench.quickInput.choose('No Grouping');
  await eventually(
    'No headings',
    () => workbench.monitors.tree.rows(),
    (rows) => rows.length > 0 && rows.every(({ isExpanded }) => isExpanded === undefined),
  );
}
