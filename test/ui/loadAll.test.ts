import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { listPlainly } from '../support/driver/arrange';
import { eventually } from '../support/driver/eventually';
import { signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';

describe('loading all', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ monitors: 1000 })));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  before(async () => {
    await workbench().monitors.open();
    await signIn(workbench(), service);
    await workbench().monitors.tree.showsAtEnd(loadMoreRow('50 of 1,000'));
    service.forgetCalls();
  });

  /** Signs out and in again, for a list that has its first page alone. */
  async function beginAgain(firstRow: RegExp): Promise<void> {
    await signOut(workbench());
    await workbench().monitors.showsWelcome(/aren't signed in/);
    await workbench().runCommand('Monitor Explorer: Sign In');
    await workbench().quickInput.answer(/^password of ada@example.com/i, service.password);
    await workbench().monitors.tree.showsAtEnd(firstRow);
    service.forgetCalls();
  }

  const titleActions = async (): Promise<string[]> =>
    (await workbench().monitors.titleActions()).filter((name) => !name.startsWith('Filter'));

  it('says what it takes, shows how far it is, and keeps what was asked for when it is cancelled', async () => {
    const { quickInput, notifications, monitors } = workbench();
    // By index: of pages asked for at once, any may arrive first.
    const gate = service.holdResponses({ fromPage: 7 });
    await workbench().runCommand('Monitor Explorer: Load All');
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
  });

  it('goes on from there, and makes no call but those that are left', async () => {
    const { quickInput, monitors } = workbench();
    service.forgetCalls();
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 9 calls');
    await quickInput.choose('Load All');
    await monitors.showsMessage(/ — all 1,000 · /);
    await listPlainly(workbench());
    await eventually(
      '1,000 rows',
      () => monitors.tree.count(),
      (count) => count === 1000,
    );
    assert.deepEqual(
      service.calls.map(({ pageIndex }) => pageIndex).sort((a, b) => a! - b!),
      Array.from({ length: 9 }, (_, index) => index + 11),
    );
    assert.ok(service.maxInFlight <= 4, `${service.maxInFlight} at once`);
    assert.deepEqual(await titleActions(), ['Refresh (1 call per page)'], 'nothing more to load');
  });

  it('tells in a notification how far it is whenever the rows are hidden, and can be cancelled there', async () => {
    const { quickInput, notifications, monitors } = workbench();
    await beginAgain(loadMoreRow('50 of 1,000'));
    const gate = service.holdResponses({ fromPage: 7 });
    await monitors.hide();
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    const { buttons } = await notifications.shows(/6 of 19 pages, 350 monitors$/);
    assert.deepEqual(buttons, ['Cancel']);
    await monitors.open();
    await monitors.tree.showsAtEnd('Loading page 8…');
    await notifications.areGone();
    await monitors.hide();
    await notifications.shows(/6 of 19 pages, 350 monitors$/);
    await notifications.click(/6 of 19 pages/, 'Cancel');
    await monitors.open();
    // A click reaches the extension a moment after it reached VS Code's page.
    await monitors.tree.showsAtEnd('Stopping…');
    gate.release();
    await monitors.showsMessage(/^Stopped; 10 pages kept · /);
    assert.equal(service.callCount(), 10);
  });

  it('asks how far to go where the service gives no total, reads one page after the other, and no further', async () => {
    const { quickInput, monitors } = workbench();
    service.tellsTotal = false;
    await beginAgain(loadMoreRow('50+'));
    await workbench().runCommand('Monitor Explorer: Load All');
    const { items } = await quickInput.shows(/doesn't say how many monitors/);
    assert.match(items[0]!.ariaLabel, /Up to 10 Pages.*up to 10 calls/);
    await quickInput.choose('Up to 10 Pages');
    await monitors.tree.showsAtEnd(loadMoreRow('550+'));
    assert.deepEqual([service.callCount(), service.maxInFlight], [10, 1]);
  });

  it('keeps what has arrived where a page fails, and its retry reads no other again', async () => {
    const { quickInput, monitors } = workbench();
    service.tellsTotal = true;
    await beginAgain(loadMoreRow('50 of 1,000'));
    service.failAt(3, { kind: 'status', status: 503 }, { of: 'list' });
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    // The rows of the pages before it come last, and take its row out of sight.
    await monitors.showsMessage(/^Page \d+ failed · /);
    const { label, description } = await monitors.tree.showsAtEnd(/^Page \d+ failed: .*status 503/);
    assert.match(description, /^Retry: \d+ calls$/);
    const left = Number(/Retry: (\d+)/.exec(description)![1]);
    const before = service.callCount();
    await monitors.tree.clickInlineAction(label, 'Retry');
    await monitors.showsMessage(/ — all 1,000 · /);
    assert.equal(service.callCount() - before, left, 'what it said it would take');
    assert.equal(service.callCount(), 20, '19 pages, and one of them twice');
  });

  it('says what it takes to sign in and go on where the session ends meanwhile, and takes no more', async () => {
    const { quickInput, monitors } = workbench();
    await beginAgain(loadMoreRow('50 of 1,000'));
    service.revokeTokens();
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.choose('Load All');
    const row = /^Page 2 failed: The service no longer accepts/;
    const { description } = await monitors.tree.showsAtEnd(row);
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
