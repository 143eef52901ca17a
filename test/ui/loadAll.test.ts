import assert from 'node:assert/strict';
import { useStage } from '../support/stage';

describe('Loading all', () => {
  const stage = useStage();

  it('shows cost and progress, keeps pages when canceled, and then loads only the rest', async () => {
    const { monitors, notifications, quickInput, tree } = stage.workbench;
    const service = await stage.browse({ monitors: 200 });
    // By index, because several pages are on their way.
    const gate = service.holdResponses({ fromPage: 7 });
    await stage.run('Load All');
    await quickInput.shows('Load All takes 19 calls');
    await quickInput.choose('Load All');
    const { description } = await tree.showsAtEnd('Loading page 8…');
    assert.equal(description, '6 of 19 pages');
    assert.deepEqual(await notifications.list(), [], 'the row alone tells how far it is');
    assert.match((await monitors.titleActions()).join(), /^Filter[^,]*,Cancel$/);
    assert.equal(service.inFlight, 4, 'four pages at once, and never more');
    // Rows that were drawn since may have moved it out of view.
    await tree.showsAtEnd('Loading page 8…');
    await tree.clickInlineAction('Loading page 8…', 'Cancel');
    await tree.showsAtEnd('Stopping…');
    gate.release();
    await tree.showsMore('110 of 200');
    assert.equal(service.callCount(), 10);
    assert.ok(service.calls.every(({ outcome }) => outcome !== 'aborted by client'));

    service.forgetCalls();
    await stage.run('Load All');
    await quickInput.shows('Load All takes 9 calls');
    await quickInput.choose('Load All');
    await monitors.showsMessage(/ — all 200 · /);
    const pages = service.calls.map(({ pageIndex }) => pageIndex!).sort((a, b) => a - b);
    assert.equal(pages.join(), '11,12,13,14,15,16,17,18,19');
    const actions = (await monitors.titleActions()).join();
    assert.match(actions, /^Filter[^,]*,Refresh \(1 call per page\)$/, 'nothing more to load');
  });
});
