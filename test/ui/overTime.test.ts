import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LEAK, leakyFields } from '../support/leakyRecord';
import { passTime } from '../support/driver/passTime';
import { assertCalls, useStage } from '../support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHECKOUT = 'Checkout API – Frankfurt';

describe('Over time,', () => {
  const stage = useStage();

  const refresh = () => stage.workbench.monitors.clickTitleAction('Refresh');

  /** Opens Show Changes by its row. */
  async function openChanges(row: string | RegExp) {
    const { quickInput, tree } = stage.workbench;
    await tree.click(row);
    return (await quickInput.shows(/^Changed since /)).items;
  }

  // Before the tests that set the clock, because it shows times of today.
  it('an outage is one line, one notification and one event while it lasts', async () => {
    const { monitors, notifications, quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    const downSince = new Map<string, number>();
    let shown: readonly string[] = [];
    service.listShape = (records, { total }) => {
      shown = records.map(({ id }) => id);
      const monitorsShown = records.map(({ id, name }, place) => ({
        id,
        name,
        tags: [place < 3 ? 'eu' : 'us'],
        status: downSince.has(id) ? 'down' : 'up',
        status_since: new Date(downSince.get(id) ?? Date.now() - 9 * HOUR).toISOString(),
      }));
      return { monitors: monitorsShown, total };
    };
    await stage.signIn(service);
    await tree.showsMore('10 of 34');
    await stage.set({ notifyOnChange: 'problems' });
    const began = Date.now() - HOUR;
    shown.slice(0, 3).forEach((id, place) => downSince.set(id, began + place * MINUTE));
    await refresh();
    await notifications.shows(/^3 went down .* to .* · 3 tagged eu$/);
    await stage.workbench.clearNotifications();
    await monitors.showsMessage(/^3 down since .*, 3 tagged eu — 10 of 34 · /);
    const [event, ...others] = await openChanges('3 went down');
    assert.match(event!.ariaLabel, /3 went down .* to .* · 3 tagged eu/);
    assert.deepEqual(others, []);
    await quickInput.choose(/^3 went down /);
    const inside = await quickInput.shows(/^3 went down .* · 3 tagged eu$/);
    assert.equal(inside.items.length, 3);
    await quickInput.choose(CHECKOUT);
    await tree.shows(CHECKOUT, ({ isSelected }) => isSelected);
    downSince.clear();
    await refresh();
    await monitors.showsMessage(/^0 down in 10 of 34 · /);
  });

  describe('a complete list', () => {
    /** Three monitors, the first of which may be gone, and the others down. */
    const change = { down: false, gone: false };
    beforeEach(async () => {
      Object.assign(change, { down: false, gone: false });
      const service = await stage.visit();
      service.listShape = (records) => {
        const monitors = records.slice(0, 3).map(({ id, name }, place) => {
          return { id, name, region: 'Saturn', status: change.down && place > 0 ? 'down' : 'up' };
        });
        const left = monitors.slice(change.gone ? 1 : 0);
        return { monitors: left, total: left.length };
      };
      await stage.signIn(service);
      await stage.workbench.monitors.showsMessage(/^None down in all 3 · /);
    });

    it('shows a monitor that is gone with its own icon, which opens its last record', async () => {
      const { quickInput, webPage } = stage.workbench;
      change.gone = true;
      await refresh();
      const [gone, ...others] = await openChanges('1 removed');
      assert.match(gone!.ariaLabel, /Checkout API – Frankfurt, no longer in the account/);
      assert.match(gone!.icon, /codicon-circle-slash/);
      assert.deepEqual(others, []);
      await quickInput.choose(/^Checkout API – Frankfurt/);
      await webPage.shows(/no longer in the account.*Region\s*Saturn/s);
    });

    it('says how many were down in between and are as before', async () => {
      const { monitors, quickInput } = stage.workbench;
      change.down = true;
      await refresh();
      await monitors.showsMessage(/^2 down — all 3 · /);
      change.down = false;
      await refresh();
      const items = await openChanges(/^2 .*down or degraded meanwhile$/);
      const labels = items.map(({ label }) => label).join();
      assert.match(labels, /^2 [^,]*down or degraded meanwhile$/);
      await quickInput.cancel();
    });
  });

  it('a session keeps the rows at its end, and asks for the password when a call needs it', async () => {
    const { monitors, quickInput, tree } = stage.workbench;
    const service = await stage.browse();
    await passTime(stage.workbench, service, 24 * HOUR + MINUTE);
    const { description } = await tree.showsAtStart('Session ended');
    assert.equal(description, 'Sign In (1 call)');
    await monitors.showsMessage(/ · 1d old$/);
    assert.ok((await monitors.titleActions()).includes('Sign In'));
    await tree.clickMore('10 of 34');
    await quickInput.shows(/^Password of ada@example.com/);
    await quickInput.cancel();
    await quickInput.isClosed();
    await tree.showsMore('10 of 34');
    assertCalls(service, '');
    await tree.clickMore('10 of 34');
    await quickInput.answer(/^Password of ada@example.com/, service.password);
    await tree.showsMore('20 of 34');
    assertCalls(service, 'token, list 1');
    await tree.showsAtStart(/^(?!Session ended)/);
  });

  it('a price shows what it was, in its row and on its page', async () => {
    const { tree, webPage } = stage.workbench;
    const service = await stage.visit();
    let price = 45;
    service.listShape = (records, { total }) => ({
      monitors: records.map(({ id, name }) => ({ id, name, price, currency: 'EUR' })),
      total,
    });
    const says = (text: string) =>
      tree.shows(CHECKOUT, ({ description }) => description.includes(text));
    await stage.signIn(service);
    await says('45 EUR');
    for (price of [37.5, 45.5, 39.9]) {
      await refresh();
      await says(`→ €${price.toFixed(2)}`);
    }
    await says('€45.00 → €39.90');
    await tree.click(CHECKOUT);
    await webPage.shows(/€39\.90 since .* · €45\.50 before · lowest since .*: €37\.50/);
  });

  it('a status has a strip that says when nothing was read', async () => {
    const { monitors, tree, webPage } = stage.workbench;
    const service = await stage.browse();
    await passTime(stage.workbench, service, 8 * HOUR);
    await refresh();
    await monitors.showsMessage(/ · (?!8h)\w+ old$| loaded now$|^\d/);
    await service.idle();
    await tree.click(CHECKOUT);
    await webPage.shows(/Seen Here\s+Up .*\s+Not read .*\s+Up /);
  });

  it('a filter stays in its workspace after a reload, with the line that names it', async () => {
    const { monitors } = stage.workbench;
    await stage.browse();
    await stage.filter('checkout');
    await monitors.showsMessage(/checkout · \d/);
    await stage.workbench.reload();
    await monitors.open();
    await monitors.showsMessage(/checkout · \d/);
    await monitors.clickTitleAction('Clear Filter');
  });

  it('saved pages hold no secret, and Open Address says how to get the whole address', async () => {
    const { notifications, output, tree, webPage } = stage.workbench;
    const service = await stage.visit();
    service.updateMonitor(0, { ...leakyFields, status: 'down' });
    await stage.signIn(service);
    await tree.showsMore('10 of 34');
    await stage.workbench.reload();
    // Rows from disk lack their whole address.
    await stage.filter('shop.example');
    const row = /^Checkout password=•••/;
    assert.match((await tree.shows(row)).ariaLabel, /shop\.example/);
    await tree.clickInlineAction(row, 'Open Address');
    await notifications.shows(
      /^The address has a secret in it, which isn't saved\. To open it, refresh its page first/,
    );
    await stage.workbench.clearNotifications();
    await tree.click(row);
    const html = await webPage.evaluate<string>(/All Fields/, 'document.documentElement.outerHTML');
    assert.match(html, /Server=db\.example/);
    assert.doesNotMatch(html, LEAK);
    const leaks = output.files().filter((file) => LEAK.test(readFileSync(file, 'latin1')));
    assert.deepEqual(leaks, []);
    await stage.filter('');
  });
});
