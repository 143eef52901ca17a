import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SimulatedService } from '../simulator/simulatedService';
import { LEAK, leakyFields } from '../support/leakyRecord';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { loadMoreRow } from '../support/driver/treeView';
import { WebPage } from '../support/driver/webPage';
import { callsOf, useStage } from '../support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('Over time,', () => {
  const stage = useStage();

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

    it('announces its end, keeps the rows, and asks for the password when a call needs it', async () => {
      const { monitors, quickInput } = stage.workbench;
      const service = await stage.browse();
      await passTime(stage.workbench, service, 23 * HOUR + 41 * MINUTE);
      const soon = await monitors.tree.showsAtStart(/^Session ends in 1[89]m$/);
      assert.equal(soon.description, 'Sign In (1 call)');
      await passTime(stage.workbench, service, 20 * MINUTE);
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
        `SELECT count(DISTINCT idx) FROM page JOIN account ON page.account = account.number
           WHERE address LIKE ? || '%'`,
        baseUrl,
      );

    it('hold the time of the last look and no secret, and Open URL says how to get the whole address', async () => {
      const { monitors, notifications, output, page, quickInput } = stage.workbench;
      const lastLook = (): number => Number(select('SELECT max(looked_at) FROM look'));
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
      await monitors.tree.clickInlineAction(/^Checkout password=•••/, 'Open URL');
      const text =
        /^The target has a secret in it, which isn't saved\. To open it, refresh its page first/;
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
