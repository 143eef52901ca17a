import assert from 'node:assert/strict';
import { eventually } from '../support/driver/eventually';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';
import { callsOf, useStage } from '../support/stage';

describe('A page', () => {
  const stage = useStage();
  const web = () => new WebPage(stage.workbench.page);

  const showDetails = async (row: string): Promise<void> => {
    await stage.workbench.monitors.tree.click(row);
  };

  describe('of details', () => {
    it('shows a monitor without a call, and refreshes with one call', async () => {
      const { monitors } = stage.workbench;
      const service = await stage.browse();
      service.updateMonitor(0, { status: 'down' });
      service.updateMonitor(1, { status: 'up' });
      service.updateMonitor(3, { status: 'degraded' });
      await monitors.clickTitleAction('Refresh');
      await service.idle();
      await monitors.tree.shows('Down');
      service.forgetCalls();
      await showDetails('Checkout API – Frankfurt');
      const text = await web().shows(/^Checkout API – Frankfurt Down .* Problem \d of/);
      assert.match(
        text,
        /Since .* Last check .* Response time \d+ ms .* Type http Tags .* Address https:/,
      );
      assert.match(text, /Loaded just now .*, page 1/);
      assert.match(text, /Seen Here Down .* Up/);
      assert.match(text, /All Fields Checkout API – Frankfurt Down$/, 'closed, and announced');
      await monitors.clickTitleAction('Filter Monitors');
      await stage.workbench.quickInput.answer('Filter Monitors', 'checkout');
      await web().shows(/^(?!.* Problem \d of)Checkout/);
      await monitors.clickTitleAction('Clear Filter');
      await web().shows(/^Checkout.* Problem \d of/);
      assert.equal(callsOf(service), '', 'no call');
      service.updateMonitor(0, { status: 'up' });
      await web().press(/^Checkout/, 'Refresh (1 call)');
      await web().shows(/^Checkout API – Frankfurt Up/);
      assert.equal(callsOf(service), 'list 0');
      await web().close();
    });

    it('keeps scroll position, selection, focus and open fields when it is redrawn', async () => {
      const checkout = /^Checkout/;
      const service = await stage.visit();
      const more = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`field${index}`, index]),
      );
      service.listShape = (monitors) => monitors.map((monitor) => ({ ...monitor, ...more }));
      await stage.signIn(service);
      await stage.listPlainly();
      await showDetails('Checkout API – Frankfurt');
      await web().press(checkout, 'Copy as Markdown');
      await web().evaluate(checkout, "document.querySelector('summary').click(); scrollTo(0, 150)");
      await web().shows(/id mon_/);
      const state = () =>
        web().evaluate<string>(
          checkout,
          "[scrollY, getSelection(), document.activeElement.id, document.querySelector('details').open].join()",
        );
      const staysAfterRename = async (name: string): Promise<void> => {
        const before = await state();
        service.updateMonitor(0, { name });
        await stage.workbench.runCommand('Monitor Explorer: Refresh');
        await web().shows(new RegExp(`^${name}`));
        await stage.workbench.runCommand('View: Focus Active Editor Group');
        await eventually('As before the redraw', state, (now) => now === before);
        await stage.workbench.runCommand('File: New Untitled Text File');
        await stage.workbench.runCommand('View: Close Editor');
        await web().shows(new RegExp(`^${name}`));
        await eventually('As before the change of tabs', state, (now) => now === before);
      };
      assert.equal(await state(), '150,,copyMarkdown,true');
      await staysAfterRename('Checkout of Paris');
      await web().evaluate(
        checkout,
        "getSelection().selectAllChildren([...document.querySelectorAll('td')].at(-1))",
      );
      assert.match(await state(), /^150,[^,]/);
      await staysAfterRename('Checkout of Lyon');
      assert.match(await state(), /^150,[^,]/);
      await web().close();
    });
  });

  describe('by the keyboard alone', () => {
    /** Presses Tab from the start of the page. @returns the name of what has the focus after each */
    async function tabThrough(text: RegExp, stops: number): Promise<string[]> {
      const names: string[] = [];
      for (let stop = 0; stop < stops; stop++) {
        await stage.workbench.press('Tab');
        names.push(await web().focusedName(text));
        assert.match(await web().focusRing(text), /solid/, names.at(-1));
      }
      return names;
    }

    it('Tab goes through the buttons of the details, Enter presses one, and F8 shows the next problem', async () => {
      const service = await stage.browse();
      const checkout = /^Checkout API – Frankfurt/;
      service.updateMonitor(0, { status: 'down' });
      service.updateMonitor(3, { status: 'down' });
      await stage.workbench.monitors.clickTitleAction('Refresh');
      await service.idle();
      await stage.workbench.monitors.tree.shows('Down');
      await stage.workbench.monitors.tree.click(checkout);
      await web().shows(checkout);
      await stage.workbench.runCommand('View: Focus Active Editor Group');
      assert.deepEqual(await tabThrough(checkout, 6), [
        ...['Open Address', 'Copy as Markdown', 'Pin', 'Refresh (1 call)'],
        ...['Previous Problem', 'Next Problem'],
      ]);
      service.forgetCalls();
      const other = /^(?!Checkout)\S.* Problem \d of/;
      await stage.workbench.press('Enter');
      await web().shows(other);
      assert.equal(await web().focusedName(other), 'Next Problem', 'where the user was');
      await stage.workbench.press('Shift+F8');
      await web().shows(checkout);
      await stage.workbench.press('F8');
      await web().shows(other);
      await stage.workbench.press('Shift+Tab');
      await stage.workbench.press('Space');
      await web().shows(checkout);
      await web().close();
      await stage.workbench.monitors.tree.click('Down');
      await stage.workbench.press('F8');
      await web().shows(/Problem 1 of \d/);
      assert.equal(callsOf(service), '', 'no call');
      await web().close();
    });
  });

  describe('in a light and a high-contrast theme', () => {
    const THEMES = {
      'vscode-light': 'Default Light Modern',
      'vscode-high-contrast': 'Default High Contrast',
    };

    it('is accessible by the rules of axe-core', async () => {
      const { workbench } = stage;
      const pages = [
        {
          text: /^Checkout API/,
          open: () => workbench.monitors.tree.click('Checkout API – Frankfurt'),
        },
        {
          text: /^Calls .* of 1,000 calls today/,
          open: () => workbench.runCommand('Monitor Explorer: Show Calls'),
        },
      ];
      await stage.browse();
      await stage.listPlainly();
      for (const [kind, colorTheme] of Object.entries(THEMES)) {
        await changeSettings(workbench, {
          'workbench.colorTheme': colorTheme,
          'monitorExplorer.dailyCallLimit': 1_000,
        });
        for (const { text, open } of pages) {
          await open();
          await web().showsTheme(text, kind);
          assert.deepEqual(await web().accessibilityFindings(text), [], `${colorTheme}, ${text}`);
        }
      }
      await changeSettings(workbench, {
        'workbench.colorTheme': undefined,
        'monitorExplorer.dailyCallLimit': undefined,
      });
    });
  });
});
