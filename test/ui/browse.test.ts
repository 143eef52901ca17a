import assert from 'node:assert/strict';
import type { RecordStatus } from '../simulator/monitorRecords';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { WebPage } from '../support/driver/webPage';
import { callsOf, TALL, useStage } from '../support/stage';

const MINUTE = 60_000;

/** In the order in which the view lists them. */
const statuses: readonly RecordStatus[] = ['down', 'degraded', 'pending', 'paused', 'up'];

/** Waits for calls where the rows don't tell: a view that is shown again has those of before until VS Code looks. */
const called = (service: SimulatedService, calls: string): Promise<string> =>
  eventually(
    `Calls ${calls}`,
    () => Promise.resolve(callsOf(service)),
    (now) => now === calls,
  );

describe('Browsing an account page by page', () => {
  const stage = useStage();

  /** VS Code knows the extensions, and has laid out the window, some time after it has begun to show itself. */
  async function commandsAreThere(): Promise<void> {
    await eventually(
      'The commands of the extension',
      () => stage.workbench.paletteCommands('Monitor Explorer: Set Service Address'),
      (commands) => commands.includes('Monitor Explorer: Set Service Address'),
    );
  }

  it('opens by status, problems first, and merges the next page in where the user is', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.browse();
    const headings = async (wanted: readonly RecordStatus[]): Promise<void> => {
      const counts = statuses
        .map((status) => [status, wanted.filter((one) => one === status).length] as const)
        .filter(([, count]) => count > 0)
        .map(([status, count]) => `${status[0]!.toUpperCase()}${status.slice(1)} ${count}`);
      await eventually(
        counts.join(', '),
        () => monitors.tree.allRows(),
        (rows) =>
          rows
            .filter(({ level, isExpanded }) => level === 1 && isExpanded)
            .map(({ label, description }) => `${label} ${description}`)
            .join() === counts.join() && rows.length === counts.length + wanted.length + 1,
      );
    };
    const records = service.account(service.email).monitors;
    const first = records.page(0, 10).map(({ status }) => status);
    await headings(first);
    const up = await monitors.tree.shows('Up');
    assert.match(up.ariaLabel, /^Up, \d+ monitors, in 10 of 34 loaded$/);
    await monitors.showsMessage(/— 10 of 34 · just now$/);
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await headings([...first, ...records.page(1, 10).map(({ status }) => status)]);
    await monitors.showsMessage(/— 20 of 34 · just now$/);
    const selected = (await monitors.tree.rows()).filter(({ isSelected }) => isSelected);
    assert.deepEqual(
      selected.map(({ label }) => label),
      ['Load more (1 call)'],
    );
    assert.equal(callsOf(service), 'list 1');
  });

  it('has the cost of the next page, and a line of two lines at most, in a narrow side bar too', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 1_200 });
    Array.from({ length: 10 }, (_, index) => (['down', 'degraded'] as const)[index] ?? 'up').forEach(
      (status, index) => service.updateMonitor(index, { status }),
    );
    await signIn(stage.workbench, service);
    await monitors.tree.shows(loadMoreRow('10 of 1,200'));
    await monitors.setWidth(250);
    try {
      await monitors.showsMessage('1 down · 1 degraded — 10 of 1,200 · just now');
      assert.equal(await monitors.messageLines(), 2);
      assert.ok(await monitors.tree.showsWholeLabel('Load more (1 call)'));
    } finally {
      await monitors.setWidth(300);
    }
  });

  it('takes one call for the sign-in and one for each page, by row, by the title and by the palette', async () => {
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

  it('says "10+" where the service tells no total, and ends where a page is short', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 14 });
    service.tellsTotal = false;
    await signIn(stage.workbench, service);
    await monitors.tree.click(loadMoreRow('10+'));
    await monitors.tree.hides(/^Load/);
    await monitors.showsMessage(/ — all 14 · /);
    assert.equal(callsOf(service), 'token, list 0, list 1');
  });

  describe('with a first page that is shorter than asked for', () => {
    async function visitCapped(monitorCount: number): Promise<SimulatedService> {
      const service = await stage.visit({ monitors: monitorCount });
      service.tellsTotal = false;
      service.maximumPageSize = { size: 5, beyond: 'apply' };
      const isDown = (index: number): boolean => index === 12;
      for (let index = 0; index < monitorCount; index++) {
        service.updateMonitor(index, { status: isDown(index) ? 'down' : 'up' });
      }
      await signIn(stage.workbench, service);
      return service;
    }

    it('offers one more call, says that this may be the end, and finds what is down past it', async () => {
      const { monitors, quickInput } = stage.workbench;
      const service = await visitCapped(23);
      const { ariaLabel } = await monitors.tree.shows(loadMoreRow('may be the end'));
      assert.match(ariaLabel, /may be the end/);
      await monitors.showsMessage(/^0 down in 5 loaded · /);
      await monitors.tree.click(/^Load more/);
      await monitors.showsMessage(/^0 down in 10\+ · /);
      await stage.workbench.runCommand('Monitor Explorer: Load All');
      await quickInput.shows(/doesn't say how many monitors/);
      await quickInput.choose('Up to 10 Pages');
      await monitors.showsMessage(/^1 down — all 23 · /);
      await monitors.tree.hides(/^Load/);
      assert.deepEqual(
        service.calls.map(({ pageIndex, pageSize }) => [pageIndex, pageSize]).slice(1),
        [10, 5, 5, 5, 5].map((pageSize, index) => [index, pageSize]),
      );
    });

    it('says that none is down once a call has shown that there are no more', async () => {
      const { monitors } = stage.workbench;
      const service = await visitCapped(5);
      await monitors.showsMessage(/^0 down in 5 loaded · /);
      await monitors.tree.click(/^Load more/);
      await monitors.showsMessage(/^None down in all 5 · /);
      await monitors.tree.hides(/^Load/);
      assert.equal(callsOf(service), 'token, list 0, list 1');
    });
  });

  it('makes one call of a double click on "Load more", and of ten quick clicks', async () => {
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

  it('does nothing at the second click of a double click when the page has come between the two', async () => {
    const { monitors, page } = stage.workbench;
    const service = await stage.browse();
    await stage.listPlainly();
    // Ten rows more in the place of one: a monitor is under the pointer.
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    // No slow machine makes two clicks of it.
    await passTime(stage.workbench, service, -MINUTE);
    await page.mouse.down();
    await page.mouse.up();
    await eventually(
      'The row of a monitor selected',
      () => monitors.tree.rows(),
      (rows) => rows.some(({ isSelected, label }) => isSelected && !label.startsWith('Load more')),
    );
    // Its page would stand beside the one that is opened after it.
    await stage.workbench.runCommand('Monitor Explorer: Show Calls');
    await new WebPage(page).shows(/By action/);
    assert.deepEqual(await page.locator('.tab .label-name').allInnerTexts(), ['Calls']);
    assert.equal(callsOf(service), 'list 1');
    await passTime(stage.workbench, service, MINUTE);
  });

  it('shows one spinner while a page is on its way, in the place of "Load more", and can cancel it', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.browse();
    service.holdResponses();
    await monitors.tree.click(loadMoreRow('10 of 34'));
    const row = await monitors.tree.shows('Loading page 2…');
    assert.ok(row.isSpinning);
    const rows = await monitors.tree.rows();
    assert.equal(rows.filter(({ isSpinning }) => isSpinning).length, 1);
    assert.equal(rows.at(-1)?.label, 'Loading page 2…');
    assert.equal(await monitors.isBusy(), false);
    await monitors.tree.clickInlineAction('Loading page 2…', 'Cancel');
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    await service.idle();
    assert.equal(service.calls[0]?.outcome, 'aborted by client');
    assert.equal(callsOf(service), 'list 1');
  });

  describe('in a window that shows fewer rows than are loaded', () => {
    before(() => stage.workbench.page.setViewportSize({ width: 1280, height: 500 }));
    after(() => stage.workbench.page.setViewportSize(TALL));

    it('brings the first new row into sight without taking cursor or selection', async () => {
      const { tree } = stage.workbench.monitors;
      const service = await stage.browse();
      await stage.listPlainly();
      await tree.clickAtEnd(loadMoreRow('10 of 34'));
      const [first] = service.account(service.email).monitors.page(1, 10);
      await tree.shows(first!.name);
      await tree.clickAtEnd(loadMoreRow('20 of 34'));
      const [next, ...others] = service.account(service.email).monitors.page(2, 10);
      await tree.shows(next!.name);
      const rows = await tree.rows();
      assert.ok(!rows.some(({ label }) => label === others.at(-1)!.name), 'the last one is out of sight');
      const selected = (await tree.allRows()).filter(({ isSelected }) => isSelected);
      assert.deepEqual(
        selected.map(({ label }) => label),
        ['Load more (1 call)'],
      );
    });

    it('lets a user be who has gone to another row meanwhile', async () => {
      const { monitors } = stage.workbench;
      const service = await stage.browse();
      await stage.listPlainly();
      await monitors.clickTitleAction('Load More');
      await monitors.showsMessage(/ — 20 of 34 · /);
      const gate = service.holdResponses();
      await monitors.tree.clickAtEnd(loadMoreRow('20 of 34'));
      await monitors.tree.shows('Loading page 3…');
      await monitors.tree.showsAtStart('Checkout API – Frankfurt');
      await monitors.tree.click('Status page – Dublin');
      // The extension makes a tooltip, and so it has heard of the click by then.
      await monitors.tree.tooltip('Nightly backup – Virginia');
      gate.release();
      await monitors.showsMessage(/ — 30 of 34 · /);
      await eventually(
        'The new rows',
        () => monitors.tree.count(),
        (count) => count === 31,
      );
      // What the extension had asked for before it answers this would have been done by then.
      await monitors.tree.tooltip('Status page – Dublin');
      const rows = await monitors.tree.rows();
      assert.equal(rows[0]?.label, 'Checkout API – Frankfurt');
      assert.deepEqual(
        rows.filter(({ isSelected }) => isSelected).map(({ label }) => label),
        ['Status page – Dublin'],
      );
    });
  });

  it('keeps the rows while it refreshes, reads as deep as before, and tells what has changed', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.browse();
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    await stage.listPlainly();
    service.updateMonitor(1, { status: 'down' });
    service.forgetCalls();
    const gate = service.holdResponses();
    const asked = service.nextCall();
    await monitors.clickTitleAction('Refresh');
    await asked;
    await monitors.showsMessage(/^Refreshing: 0 of 2 · /);
    assert.equal(await monitors.isBusy(), true);
    assert.equal(await monitors.tree.count(), 21);
    gate.release();
    await monitors.tree.shows('1 went down');
    const { description } = await monitors.tree.shows('Status page – Dublin', ({ icon }) => icon === 'error');
    assert.equal(description, 'down · was up');
    assert.equal(callsOf(service), 'list 0, list 1');
    assert.equal(await monitors.tree.count(), 22);
  });

  it('tells on the row for how long it has been down, and why, and the address in its tooltip', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.browse();
    const statusSince = new Date(Date.now() - 11.5 * 60_000).toISOString();
    service.updateMonitor(0, { status: 'down', statusSince, lastError: '503 Service Unavailable' });
    service.updateMonitor(3, { status: 'down' });
    await monitors.clickTitleAction('Refresh');
    await monitors.tree.shows('Checkout API – Frankfurt', ({ description }) =>
      /^1\dm · 503 · was up$/.test(description),
    );
    const down = (await monitors.tree.rows()).filter(({ icon }) => icon === 'error');
    assert.deepEqual(
      down.slice(1, 3).map(({ label }) => label),
      ['Customer portal – Oregon', 'Checkout API – Frankfurt'],
      'what was seen to go down a moment ago stands before what the record dates back 11 minutes',
    );
    const tooltip = await monitors.tree.tooltip('Checkout API – Frankfurt');
    assert.match(
      tooltip,
      /Since .* \(1\d minutes · reported by the service\)\s+503 Service Unavailable\s+https:\/\//,
    );
  });

  it('offers larger pages where they save calls, and no longer where the service ignores or refuses them', async () => {
    const { monitors, quickInput } = stage.workbench;
    const labels = async (title: string): Promise<string[]> => {
      await stage.workbench.runCommand('Monitor Explorer: Load All');
      const { items } = await quickInput.shows(title);
      return items.map(({ ariaLabel }) => ariaLabel);
    };
    for (const beyond of ['apply', 'refuse'] as const) {
      const service = await stage.browse({ monitors: 120 });
      service.maximumPageSize = { size: 10, beyond };
      const [larger, all, next] = await labels('Load All takes 11 calls');
      assert.match(larger!, /^Load All, 500 per Page, 1 call, Reloads the list in larger pages/);
      assert.match(next!, /^Load Next Page, 1 call/);
      assert.match(all!, /^Load All, 11 calls/);
      await quickInput.choose('Load All, 500 per Page');
      await service.idle();
      if (beyond === 'refuse') {
        await monitors.tree.shows(/^Refresh, page 1: /);
      }
      await monitors.tree.shows(loadMoreRow('10 of 120'));
      assert.deepEqual(await labels('Load All takes 11 calls'), [all, next], beyond);
      await quickInput.cancel();
      await quickInput.isClosed();
      assert.equal(callsOf(service), 'list 0');
    }
  });

  it('reads nothing after a sign-in with the view hidden, nor after a reload, until it is seen', async () => {
    const { monitors, notifications } = stage.workbench;
    const service = await stage.visit();
    await monitors.hide();
    await signIn(stage.workbench, service);
    await notifications.shows('Signed in as ada@example.com.');
    assert.equal(callsOf(service), 'token');
    await stage.workbench.reload();
    await commandsAreThere();
    await stage.setAddress(service.baseUrl);
    assert.equal(await monitors.isOpen(), false);
    assert.equal(callsOf(service), 'token', 'not even where something else has woken the extension');
    await monitors.open();
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    await called(service, 'token, list 0');
  });

  it('offers to show the view after a sign-in that began elsewhere, and reads the first page then', async () => {
    const { monitors, notifications } = stage.workbench;
    const service = await stage.visit();
    await monitors.hide();
    await signIn(stage.workbench, service);
    await notifications.click('Signed in as ada@example.com.', 'Show Monitors');
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    await called(service, 'token, list 0');
  });
});
