import assert from 'node:assert/strict';
import type { SimulatedService, SimulatedServiceOptions } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { loadMoreRow } from '../support/driver/treeView';
import { useStage } from '../support/stage';

describe('loading all', () => {
  const stage = useStage({ settings: {} });
  /** In pages of 50. */
  const browse = (options: SimulatedServiceOptions = {}): Promise<SimulatedService> =>
    stage.browse({ monitors: 1000, ...options });

  const titleActions = async (): Promise<string[]> =>
    (await stage.workbench.monitors.titleActions()).filter((name) => !name.startsWith('Filter'));

  it('says what it takes and how far it is, keeps what was asked for when it is canceled, and then goes on', async () => {
    const { quickInput, notifications, monitors } = stage.workbench;
    const service = await browse();
    // By index: of pages asked for at once, any may arrive first.
    const gate = service.holdResponses({ fromPage: 7 });
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 19 calls');
    await quickInput.choose('Load All');
    const { description } = await monitors.tree.showsAtEnd('Loading page 8…');
    assert.equal(description, '6 of 19 pages');
    assert.deepEqual(await notifications.list(), [], 'the row alone tells how far it is');
    assert.deepEqual(await titleActions(), ['Cancel']);
    assert.equal(service.inFlight, 4, 'four pages at once, and never more');
    await monitors.tree.clickInlineAction('Loading page 8…', 'Cancel');
    await monitors.tree.showsAtEnd('Stopping…');
    gate.release();
    await monitors.tree.showsAtEnd(loadMoreRow('550 of 1,000'));
    await monitors.showsMessage(/^Stopped; 10 pages kept · /);
    assert.equal(service.callCount(), 10);
    assert.ok(service.calls.every(({ outcome }) => outcome !== 'aborted by client'));

    service.forgetCalls();
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 9 calls');
    await quickInput.choose('Load All');
    await monitors.showsMessage(/ — all 1,000 · /);
    await stage.listPlainly();
    await eventually(
      '1,000 rows',
      () => monitors.tree.count(),
      (count) => count === 1000,
    );
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex).sort((a, b) => a! - b!),
      Array.from({ length: 9 }, (_, index) => index + 11),
    );
    assert.deepEqual(await titleActions(), ['Refresh (1 call per page)'], 'nothing more to load');
  });

  it('tells in a notification how far it is while the rows are hidden, and can be canceled there', async () => {
    const { quickInput, notifications, monitors } = stage.workbench;
    const service = await browse();
    const gate = service.holdResponses({ fromPage: 7 });
    await monitors.hide();
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    const { buttons } = await notifications.shows(/6 of 19 pages, 350 monitors$/);
    assert.deepEqual(buttons, ['Cancel']);
    await notifications.click(/6 of 19 pages/, 'Cancel');
    await monitors.open();
    // A click reaches the extension a moment after it reached VS Code's page.
    await monitors.tree.showsAtEnd('Stopping…');
    gate.release();
    await monitors.showsMessage(/^Stopped; 10 pages kept · /);
    assert.equal(service.callCount(), 10);
  });

  it('asks how far to go if the service gives no total, reads one page after the other, and no further', async () => {
    const { quickInput, monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 1000 });
    service.tellsTotal = false;
    await stage.signIn(service);
    await monitors.tree.showsAtEnd(loadMoreRow('50+'));
    service.forgetCalls();
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    const { items } = await quickInput.shows(/doesn't say how many monitors/);
    assert.match(items[0]!.ariaLabel, /Up to 10 Pages.*up to 10 calls/);
    await quickInput.choose('Up to 10 Pages');
    await monitors.tree.showsAtEnd(loadMoreRow('550+'));
    assert.deepEqual([service.callCount(), service.maxInFlight], [10, 1]);
  });

  it('keeps what has arrived if a page fails, and its retry reads no other again', async () => {
    const { quickInput, monitors } = stage.workbench;
    const service = await browse();
    service.failAt(3, { kind: 'status', status: 503 }, { of: 'list' });
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    // The rows of the pages before it come last, and take its row out of sight.
    await monitors.showsMessage(/^Page \d+ failed · /);
    const { label, description } = await monitors.tree.showsAtStart(/^Page \d+: .*503/);
    assert.match(description, /^Retry \(\d+ calls\)$/);
    const left = Number(/Retry \((\d+)/.exec(description)![1]);
    const before = service.callCount();
    await monitors.tree.clickInlineAction(label, 'Retry');
    await monitors.showsMessage(/ — all 1,000 · /);
    assert.equal(service.callCount() - before, left, 'what it said it would take');
    assert.equal(service.callCount(), 20, '19 pages, and one of them twice');
  });

  it('says what it takes to sign in and go on if the session ends meanwhile, and takes no more', async () => {
    const { quickInput, monitors } = stage.workbench;
    const service = await browse();
    service.revokeTokens();
    await stage.workbench.runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    const row = 'Session ended';
    const { description } = await monitors.tree.showsAtStart(row);
    assert.equal(description, 'Sign In and Continue (20 calls)');
    service.forgetCalls();
    await monitors.tree.clickInlineAction(row, 'Sign In and Continue');
    const { placeholder } = await quickInput.shows(/^password of ada@example.com/i);
    assert.equal(placeholder, 'Signing in and continuing takes 20 calls');
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await monitors.showsMessage(/ — all 1,000 · /);
    assert.equal(service.callCount(), 20);
  });
});
