import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SimulatedService } from '../simulator/simulatedService';
import { LEAK, leakyFields } from '../support/leakyRecord';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { loadMoreRow, type TreeRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';
import { callsOf, useStage } from '../support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const says = (text: RegExp) => (row: TreeRow) => text.test(row.description);

describe('Over time,', () => {
  const stage = useStage();

  // Before the tests that set the clock, because it shows times of today.
  describe('an outage', () => {
    it('is one line, one notification and one event while it lasts', async () => {
      const { monitors, notifications, quickInput } = stage.workbench;
      const service = await stage.visit();
      const downSince = new Map<string, number>();
      let shown: readonly string[] = [];
      service.listShape = (records, { total }) => {
        shown = records.map(({ id }) => id);
        const monitorsShown = records.map(({ id, name }, place) => ({
          ...{ id, name, tags: place < 3 ? ['eu'] : ['us'] },
          status: downSince.has(id) ? 'down' : 'up',
          status_since: new Date(downSince.get(id) ?? Date.now() - 9 * HOUR).toISOString(),
        }));
        return { monitors: monitorsShown, total };
      };
      await stage.signIn(service);
      await monitors.tree.shows(loadMoreRow('10 of 34'));
      await changeSettings(stage.workbench, { 'monitorExplorer.notifyOnChange': 'problems' });
      const began = Date.now() - HOUR;
      shown.slice(0, 3).forEach((id, place) => downSince.set(id, began + place * MINUTE));
      await monitors.clickTitleAction('Refresh');
      await notifications.shows(/^3 went down .* to .* · 3 tagged eu$/);
      await stage.workbench.clearNotifications();
      await monitors.showsMessage(/^3 down since .*, 3 tagged eu — 10 of 34 · /);
      await monitors.tree.click('3 went down');
      const { items } = await quickInput.shows(/^Changed since /);
      assert.equal(items.length, 1);
      assert.match(items[0]!.ariaLabel, /3 went down .* to .* · 3 tagged eu/);
      await quickInput.choose(/^3 went down /);
      const inside = await quickInput.shows(/^3 went down .* · 3 tagged eu$/);
      assert.equal(inside.items.length, 3);
      await quickInput.choose('Checkout API – Frankfurt');
      await eventually(
        'The row that was picked',
        () => monitors.tree.shows('Checkout API – Frankfurt'),
        ({ isSelected }) => isSelected,
      );
      downSince.clear();
      await monitors.clickTitleAction('Refresh');
      await monitors.showsMessage(/^0 down in 10 of 34 · /);
      await changeSettings(stage.workbench, { 'monitorExplorer.notifyOnChange': undefined });
    });
  });

  describe('a list that is complete', () => {
    /** Two monitors in a list of three, or those that are there. */
    async function visitThree(change: { down: boolean; gone: boolean }): Promise<void> {
      const service = await stage.visit();
      service.listShape = (records) => {
        const [first, ...others] = records.slice(0, 3).map(({ id, name }) => {
          return { id, name, region: 'Saturn', status: change.down ? 'down' : 'up' };
        });
        const monitors = change.gone ? others : [{ ...first, status: 'up' }, ...others];
        return { monitors, total: monitors.length };
      };
      await stage.signIn(service);
      await stage.workbench.monitors.showsMessage(/^None down in all 3 · /);
    }

    it('shows a monitor that is gone with its own icon, which opens its last record', async () => {
      const { monitors, quickInput, page } = stage.workbench;
      const change = { down: false, gone: false };
      await visitThree(change);
      change.gone = true;
      await monitors.clickTitleAction('Refresh');
      await monitors.tree.click('1 removed');
      const { items } = await quickInput.shows(/^Changed since /);
      assert.equal(items.length, 1);
      assert.match(items[0]!.ariaLabel, /Checkout API – Frankfurt, no longer in the account/);
      assert.match(items[0]!.icon, /codicon-circle-slash/);
      await quickInput.choose(/^Checkout API – Frankfurt/);
      await new WebPage(page).shows(/no longer in the account.*Region\s*Saturn/s);
      await new WebPage(page).close();
    });

    it('says how many were down in between and are as before', async () => {
      const { monitors, quickInput } = stage.workbench;
      const change = { down: false, gone: false };
      await visitThree(change);
      change.down = true;
      await monitors.clickTitleAction('Refresh');
      await monitors.showsMessage(/^2 down — all 3 · /);
      change.down = false;
      await monitors.clickTitleAction('Refresh');
      await monitors.tree.click(/^2 .*down or degraded meanwhile$/);
      const { items } = await quickInput.shows(/^Changed since /);
      const labels = items.map(({ label }) => label).join();
      assert.match(labels, /^2 [^,]*down or degraded meanwhile$/);
      await quickInput.cancel();
    });
  });

  describe('a session of 24 hours', () => {
    /** Only the password is asked for. */
    async function signInAgain({ password }: SimulatedService): Promise<void> {
      const { quickInput } = stage.workbench;
      const { isPassword, value } = await quickInput.shows(/^Password of ada@example.com/);
      assert.deepEqual([isPassword, value], [true, '']);
      await quickInput.type(password);
      await quickInput.accept();
      // Another question may follow at once.
      await eventually(
        'No step for the password',
        () => quickInput.state(),
        (state) => state?.isPassword !== true,
      );
    }

    it('keeps the rows at its end, and asks for the password when a call needs it', async () => {
      const { monitors, quickInput } = stage.workbench;
      const service = await stage.browse();
      await passTime(stage.workbench, service, 24 * HOUR + MINUTE);
      const over = await monitors.tree.showsAtStart('Session ended');
      assert.equal(over.description, 'Sign In (1 call)');
      await monitors.showsMessage(/ · 1d old$/);
      assert.ok((await monitors.titleActions()).includes('Sign In'));
      await monitors.tree.clickAtEnd(loadMoreRow('10 of 34'));
      await quickInput.shows(/^Password of ada@example.com/);
      await quickInput.cancel();
      await quickInput.isClosed();
      await monitors.tree.showsAtEnd(loadMoreRow('10 of 34'));
      assert.equal(callsOf(service), '');
      await monitors.tree.clickAtEnd(loadMoreRow('10 of 34'));
      await signInAgain(service);
      await monitors.tree.showsAtEnd(loadMoreRow('20 of 34'));
      assert.equal(callsOf(service), 'token, list 1');
      await monitors.tree.showsAtStart(/^(?!Session ended)/);
    });
  });

  describe('a price', () => {
    it('shows what it was, in its row and on its page', async () => {
      const { monitors, page } = stage.workbench;
      const service = await stage.visit();
      let price = 45;
      service.listShape = (records, { total }) => ({
        monitors: records.map(({ id, name }) => ({ id, name, price, currency: 'EUR' })),
        total,
      });
      await stage.signIn(service);
      await monitors.tree.shows('Checkout API – Frankfurt', says(/^€|^45 EUR/));
      for (price of [37.5, 45.5, 39.9]) {
        await monitors.clickTitleAction('Refresh');
        await service.idle();
        await monitors.tree.shows(
          'Checkout API – Frankfurt',
          says(new RegExp(`→ €${price.toFixed(2)}`)),
        );
      }
      await monitors.tree.shows('Checkout API – Frankfurt', says(/^€45\.00 → €39\.90/));
      await monitors.tree.click('Checkout API – Frankfurt');
      const text = /€39\.90 since .* · €45\.50 before · lowest since .*: €37\.50/;
      await new WebPage(page).shows(text);
      await new WebPage(page).close();
    });
  });

  describe('a status', () => {
    it('has a strip that says when nothing was read', async () => {
      const { monitors, page } = stage.workbench;
      const service = await stage.browse();
      await passTime(stage.workbench, service, 8 * HOUR);
      await monitors.clickTitleAction('Refresh');
      await monitors.showsMessage(/ · (?!8h)\w+ old$| loaded now$|^\d/);
      await service.idle();
      await monitors.tree.click('Checkout API – Frankfurt');
      await new WebPage(page).shows(/Seen Here\s+Up .*\s+Not read .*\s+Up /);
      await new WebPage(page).close();
    });
  });

  describe('a filter', () => {
    it('stays in its workspace after a reload, with the line that names it', async () => {
      const { monitors, quickInput } = stage.workbench;
      await stage.browse();
      await monitors.clickTitleAction('Filter Monitors');
      await quickInput.answer('Filter Monitors', 'checkout');
      await monitors.showsMessage(/checkout · \d/);
      await stage.workbench.reload();
      await monitors.open();
      await monitors.showsMessage(/checkout · \d/);
      await monitors.clickTitleAction('Clear Filter');
    });
  });

  describe('saved pages', () => {
    const databaseFile = (): string =>
      stage.workbench.output.files().find((path) => path.endsWith('monitors.db'))!;

    /** The first column of a query. */
    function select(query: string, ...values: string[]): unknown {
      const database = new DatabaseSync(databaseFile(), { readOnly: true });
      try {
        return Object.values(database.prepare(query).get(...values)!)[0];
      } finally {
        database.close();
      }
    }

    /** How many pages of a service are saved. */
    const savedPages = ({ baseUrl }: SimulatedService): unknown =>
      select(
        `SELECT count(*) FROM page JOIN account ON page.account = account.number
           WHERE address LIKE ? || '%'`,
        baseUrl,
      );

    it('hold the time of the last look and no secret, and Open Address says how to get the whole address', async () => {
      const { monitors, notifications, output, page, quickInput } = stage.workbench;
      const lastLook = (): number =>
        Number(select("SELECT max(value ->> 'at') FROM view WHERE name IN ('look', 'left')"));
      const service = await stage.visit();
      service.updateMonitor(0, { ...leakyFields, status: 'down' });
      await stage.signIn(service);
      await monitors.tree.shows(loadMoreRow('10 of 34'));
      const before = await eventually('The first look', () => Promise.resolve(lastLook()), Boolean);
      await stage.workbench.reload();
      await eventually(
        'A later look',
        () => Promise.resolve(lastLook()),
        (now) => now > before,
      );
      // Rows from disk lack their whole address.
      const filter = async (text: string): Promise<void> => {
        await monitors.clickTitleAction('Filter Monitors');
        await quickInput.answer('Filter Monitors', text);
      };
      await filter('shop.example');
      const row = await monitors.tree.shows(/^Checkout password=•••/);
      assert.match(row.ariaLabel, /shop\.example/);
      await monitors.tree.clickInlineAction(/^Checkout password=•••/, 'Open Address');
      const text =
        /^The address has a secret in it, which isn't saved\. To open it, refresh its page first/;
      await notifications.shows(text);
      await stage.workbench.clearNotifications();
      await monitors.tree.click(/^Checkout password=•••/);
      const details = new WebPage(page);
      await details.shows(/All Fields/);
      const html = await details.evaluate<string>(
        /All Fields/,
        'document.documentElement.outerHTML',
      );
      assert.match(html, /Server=db\.example/);
      assert.doesNotMatch(html, LEAK);
      const leaks = output.files().filter((file) => LEAK.test(readFileSync(file, 'latin1')));
      assert.deepEqual(leaks, []);
      assert.notEqual(savedPages(service), 0);
      await filter('');
    });
  });
});
