import assert from 'node:assert/strict';
import { eventuallyDo } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, TALL, useStage } from '../support/stage';

describe('Browsing an account page by page', () => {
  const stage = useStage();

  it('makes one call per page, by the row, the title and the palette', async () => {
    const service = await stage.visit();
    const { monitors } = stage.workbench;
    await signIn(stage.workbench, service);
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    await stage.listPlainly();
    await monitors.clickTitleAction('Load More');
    await monitors.tree.shows(loadMoreRow('30 of 34'));
    await stage.workbench.runCommand('Monitor Explorer: Load More');
    await monitors.tree.hides(/^Load/);
    assert.equal(callsOf(service), 'token, list 0, list 1, list 2, list 3');
    const sizes = service.calls.map(({ pageSize }) => pageSize).slice(1);
    assert.deepEqual(sizes, [10, 10, 10, 10]);
    const rows = await monitors.tree.allRows();
    const names = service.account(service.email).monitors.page(0, 34);
    assert.deepEqual(
      rows.map(({ label }) => label),
      names.map(({ name }) => name),
    );
    await monitors.showsMessage(/ — all 34 · /);
    assert.ok(!(await monitors.titleActions()).some((name) => name.startsWith('Load More')));
  });

  it('says that a short first page may be the end, and finds problems on later pages', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit({ monitors: 23 });
    service.listAnswer = ({ pageIndex, pageSize }) => ({
      monitors: service.accounts[0].monitors.page(pageIndex, Math.min(pageSize, 5)),
    });
    for (let index = 0; index < 23; index++) {
      service.updateMonitor(index, { status: index === 12 ? 'down' : 'up' });
    }
    await signIn(stage.workbench, service);
    const { ariaLabel } = await monitors.tree.shows(loadMoreRow('may be the end'));
    assert.match(ariaLabel, /may be the end/);
    assert.deepEqual(
      await monitors.tree.inlineActions(loadMoreRow('may be the end')),
      [],
      'nothing covers it',
    );
    await monitors.showsMessage(/^0 down in 5 loaded · /);
    await monitors.tree.click(/^Load more/);
    await monitors.showsMessage(/^0 down in 10 loaded · /);
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.shows(/doesn't say how many monitors/);
    await quickInput.choose('Up to 10 Pages');
    await monitors.showsMessage(/^1 down — all 23 · /);
    await monitors.tree.hides(/^Load/);
    assert.deepEqual(
      service.calls.map(({ pageIndex, pageSize }) => [pageIndex, pageSize]).slice(1),
      [10, 5, 5, 5, 5, 5].map((pageSize, index) => [index, pageSize]),
    );
  });

  it('makes one call for a double click, or ten quick clicks, on "Load more"', async () => {
    const { monitors, page } = stage.workbench;
    const service = await stage.browse();
    await monitors.tree.doubleClick(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'list 1');
    const gate = service.holdResponses();
    await monitors.tree.click(loadMoreRow('20 of 34'));
    await monitors.tree.shows('Loading page 3…');
    for (let click = 0; click < 10; click++) {
      await page.mouse.down();
      await page.mouse.up();
    }
    gate.release();
    await monitors.tree.shows(loadMoreRow('30 of 34'));
    assert.equal(callsOf(service), 'list 1, list 2');
    assert.equal(service.maxInFlight, 1);
    await stage.noErrors();
  });

  describe('in a window that shows fewer rows than are loaded', () => {
    before(() => stage.workbench.page.setViewportSize({ width: 1280, height: 500 }));
    after(() => stage.workbench.page.setViewportSize(TALL));

    it('scrolls to the first new row, and leaves focus and selection', async () => {
      const { tree } = stage.workbench.monitors;
      const service = await stage.browse();
      await stage.listPlainly();
      await tree.clickAtEnd(loadMoreRow('10 of 34'));
      const [first] = service.account(service.email).monitors.page(1, 10);
      await tree.shows(first!.name);
      const [next, ...others] = service.account(service.email).monitors.page(2, 10);
      await eventuallyDo('The next page', async () => {
        await tree.clickAtEnd(loadMoreRow('20 of 34'));
        // VS Code ignores a click while it reads the rows again.
        await tree.shows(next!.name, undefined, 5_000);
      });
      const rows = await tree.rows();
      assert.ok(
        !rows.some(({ label }) => label === others.at(-1)!.name),
        'the last one is out of sight',
      );
      const selected = (await tree.allRows()).filter(({ isSelected }) => isSelected);
      assert.deepEqual(
        selected.map(({ label }) => label),
        ['Load more (1 call)'],
      );
    });
  });

  it('loads nothing while the view is hidden, and a notification after the sign-in opens the view', async () => {
    const { monitors, notifications } = stage.workbench;
    const service = await stage.visit();
    await monitors.hide();
    await signIn(stage.workbench, service);
    await notifications.shows('Signed in as ada@example.com.');
    assert.equal(callsOf(service), 'token');
    await notifications.click('Signed in as ada@example.com.', 'Show Monitors');
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, list 0');
  });
});
