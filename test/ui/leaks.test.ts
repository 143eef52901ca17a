import type { CDPSession } from 'playwright-core';
import { eventually } from '../support/driver/eventually';
import { loadMoreRow } from '../support/driver/treeView';
import { WebPage } from '../support/driver/webPage';
import { useStage } from '../support/stage';

/** VS Code's own leak tests repeat as often, to distinguish a leak from noise. */
const TIMES = 37;

describe(`VS Code's window keeps nothing of ${TIMES} times`, () => {
  const stage = useStage();
  let session: CDPSession;
  before(async () => {
    const { page } = stage.workbench;
    session = await page.context().newCDPSession(page);
  });

  /** Documents, nodes and listeners. A web page has one or two documents. */
  async function count(): Promise<readonly number[]> {
    // Away from a row, which would show a tooltip.
    await stage.workbench.page.mouse.move(0, 0);
    await session.send('HeapProfiler.collectGarbage');
    const { documents, nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return [documents, nodes, jsEventListeners];
  }

  /** Acts three times first, because what VS Code makes at the first use stays. */
  async function assertNothingLeft(act: () => Promise<void>): Promise<void> {
    for (let time = 0; time < 3; time++) {
      await act();
    }
    const former = await count();
    for (let time = 0; time < TIMES; time++) {
      await act();
    }
    // Some of it needs time, and more than one collection.
    await eventually('As many documents, nodes and listeners as before', count, (now) =>
      now.every((each, index) => each - former[index]! < TIMES),
    );
  }

  it('opening and closing the details of a monitor', async () => {
    await stage.browse();
    const { workbench } = stage;
    const { page, monitors } = workbench;
    const web = new WebPage(page);
    const frames = page.frames().length;
    await monitors.tree.click('Checkout API – Frankfurt');
    await web.shows(/^Checkout API/);
    await workbench.closeEditors();
    await assertNothingLeft(async () => {
      await monitors.tree.focus();
      await workbench.press('Enter');
      await web.shows(/^Checkout API/);
      await workbench.closeEditors();
      await eventually(
        'No web page',
        () => Promise.resolve(page.frames().length),
        (now) => now === frames,
      );
    });
  });

  it('refreshing', async () => {
    const service = await stage.browse();
    const { monitors } = stage.workbench;
    let calls = 0;
    await assertNothingLeft(async () => {
      calls += 1;
      await monitors.clickTitleAction('Refresh');
      await eventually(
        'The call',
        () => Promise.resolve(service.callCount()),
        (made) => made === calls,
      );
      await monitors.tree.shows(loadMoreRow('10 of 34'));
    });
  });
});
