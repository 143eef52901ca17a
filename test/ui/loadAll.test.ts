import assert from 'node:assert/strict';
import { eventually } from '../support/driver/eventually';
import { loadMoreRow } from '../support/driver/treeView';
import { useStage } from '../support/stage';

describe('loading all', () => {
  const stage = useStage();
  const titleActions = async (): Promise<string[]> =>
    (await stage.workbench.monitors.titleActions()).filter((name) => !name.startsWith('Filter'));

  it('shows cost and progress, keeps pages when canceled, and then loads only the rest', async () => {
    const { quickInput, notifications, monitors } = stage.workbench;
    const service = await stage.browse({ monitors: 200 });
    // By index, because several pages are on their way.
    const gate = service.holdResponses({ fromPage: 7 });
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 19 calls');
    await quickInput.choose('Load All');
    const { description } = await monitors.tree.showsAtEnd('Loading page 8…');
    assert.equal(description, '6 of 19 pages');
    assert.deepEqual(await notifications.list(), [], 'the row alone tells how far it is');
    assert.deepEqual(await titleActions(), ['Cancel']);
    assert.equal(service.inFlight, 4, 'four pages at once, and never more');
    // Rows that were drawn since may have moved it out of view.
    await monitors.tree.showsAtEnd('Loading page 8…');
    await monitors.tree.clickInlineAction('Loading page 8…', 'Cancel');
    await monitors.tree.showsAtEnd('Stopping…');
    gate.release();
    await monitors.tree.showsAtEnd(loadMoreRow('110 of 200'));
    assert.equal(service.callCount(), 10);
    assert.ok(service.calls.every(({ outcome }) => outcome !== 'aborted by client'));

    service.forgetCalls();
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 9 calls');
    await quickInput.choose('Load All');
    await monitors.showsMessage(/ — all 200 · /);
    await stage.listPlainly();
    await eventually(
      '200 rows',
      () => monitors.tree.count(),
      (count) => count === 200,
    );
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex).sort((a, b) => a! - b!),
      Array.from({ length: 9 }, (_, index) => index + 11),
    );
    assert.deepEqual(await titleActions(), ['Refresh (1 call per page)'], 'nothing more to load');
  });
});
