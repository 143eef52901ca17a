import assert from 'node:assert/strict';
import { eventuallyDo } from '../support/driver/eventually';
import { assertCalls, TALL, useStage } from '../support/stage';

describe('Browsing an account page by page', () => {
  const stage = useStage();

  it('makes one call per page, by the row, the title and the palette', async () => {
    const { monitors, tree } = stage.workbench;
    const service = await stage.visit();
    await stage.signIn(service);
    await tree.clickMore('10 of 34');
    await tree.showsMore('20 of 34');
    await stage.listPlainly();
    await monitors.clickTitleAction('Load More');
    await tree.showsMore('30 of 34');
    await stage.run('Load More');
    await tree.hides(/^Load/);
    assertCalls(service, 'token, list 0, list 1, list 2, list 3');
    assert.ok(service.calls.slice(1).every(({ pageSize }) => pageSize === 10));
    const rows = await tree.allRows();
    const records = service.accounts[0].monitors;
    assert.deepEqual(
      rows.map(({ label }) => label),
      records.map(({ name }) => name),
    );
    await monitors.showsMessage(/ — all 34 · /);
    assert.doesNotMatch((await monitors.titleActions()).join(), /Load More/);
  });

  it('says that a short first page may be the end, and finds problems on later pages', async () => {
    const { monitors, quickInput, tree } = stage.workbench;
    const service = await stage.visit({ monitors: 23 });
    service.listAnswer = ({ pageIndex, pageSize }) => {
      const size = Math.min(pageSize, 5);
      const from = pageIndex * size;
      return { monitors: service.accounts[0].monitors.slice(from, from + size) };
    };
    service.breakOnly(12);
    await stage.signIn(service);
    await tree.showsMore('may be the end');
    const actions = await tree.inlineActions(/^Load more/);
    assert.deepEqual(actions, [], 'nothing covers it');
    await monitors.showsMessage(/^0 down in 5 loaded · /);
    await tree.click(/^Load more/);
    await monitors.showsMessage(/^0 down in 10 loaded · /);
    await stage.run('Load All');
    await quickInput.shows(/doesn't say how many monitors/);
    await quickInput.choose('Up to 10 Pages');
    await monitors.showsMessage(/^1 down — all 23 · /);
    await tree.hides(/^Load/);
    assertCalls(service, 'token, list 0, list 1, list 2, list 3, list 4, list 5');
    const sizes = service.calls.map(({ pageSize }) => pageSize);
    assert.deepEqual(sizes.slice(1), [10, 5, 5, 5, 5, 5]);
  });

  it('makes one call for a double click, or ten quick clicks, on "Load more"', async () => {
    const { page, tree } = stage.workbench;
    const service = await stage.browse();
    await tree.doubleClick(/^Load more/);
    await tree.showsMore('20 of 34');
    assertCalls(service, 'list 1');
    const gate = service.holdResponses();
    await tree.click(/^Load more/);
    await tree.shows('Loading page 3…');
    for (let click = 0; click < 10; click++) {
      await page.mouse.down();
      await page.mouse.up();
    }
    gate.release();
    await tree.showsMore('30 of 34');
    assertCalls(service, 'list 1, list 2');
    assert.equal(service.maxInFlight, 1);
    await stage.noErrors();
  });

  it('scrolls to the first new row in a low window, and leaves focus and selection', async () => {
    const { page, tree } = stage.workbench;
    await page.setViewportSize({ width: 1280, height: 500 });
    try {
      const service = await stage.browse();
      const names = service.accounts[0].monitors.map(({ name }) => name);
      await stage.listPlainly();
      await tree.clickMore('10 of 34');
      await tree.shows(names[10]!);
      await eventuallyDo('The next page', async () => {
        await tree.clickMore('20 of 34');
        // VS Code ignores a click while it reads the rows again.
        await tree.shows(names[20]!, undefined, 5_000);
      });
      const labels = (await tree.rows()).map(({ label }) => label);
      assert.ok(!labels.includes(names[29]!), 'the last one is out of sight');
      const selected = (await tree.allRows()).filter(({ isSelected }) => isSelected);
      assert.equal(selected.map(({ label }) => label).join(), 'Load more (1 call)');
    } finally {
      await page.setViewportSize(TALL);
    }
  });

  it('loads nothing while the view is hidden, and a notification after the sign-in opens the view', async () => {
    const { monitors, notifications, tree } = stage.workbench;
    const service = await stage.visit();
    await monitors.hide();
    await stage.signIn(service);
    await notifications.shows('Signed in as ada@example.com.');
    assertCalls(service, 'token');
    await notifications.click('Signed in as ada@example.com.', 'Show Monitors');
    await tree.showsMore('10 of 34');
    assertCalls(service, 'token, list 0');
  });
});
