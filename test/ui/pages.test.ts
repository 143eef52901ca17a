import assert from 'node:assert/strict';
import { eventuallySays } from '../support/driver/eventually';
import { assertCalls, useStage } from '../support/stage';

const THEMES = {
  'vscode-light': 'Default Light Modern',
  'vscode-high-contrast': 'Default High Contrast',
};

describe('A page', () => {
  const stage = useStage();
  const checkout = /^Checkout API – Frankfurt/;
  const showDetails = () => stage.workbench.tree.click(checkout);

  it('of a monitor is shown without a call, and refreshed with one call', async () => {
    const { monitors, tree, webPage } = stage.workbench;
    const service = await stage.visit();
    service.breakOnly(3);
    await stage.signIn(service);
    await tree.shows('Down');
    service.updateMonitor(0, { status: 'down' });
    await monitors.clickTitleAction('Refresh');
    await tree.shows(checkout, ({ icon }) => icon === 'error');
    service.forgetCalls();
    await showDetails();
    const text = await webPage.shows(/^Checkout API – Frankfurt Down /);
    assert.match(
      text,
      /Since .* Last check .* Response time \d+ ms .* Type http Tags .* Address https:/,
    );
    assert.match(text, /Loaded now .*, page 1/);
    assert.match(text, /Seen Here Down .* Up/);
    assert.match(text, /All Fields Checkout API – Frankfurt Down$/, 'closed, and announced');
    assertCalls(service, '', 'no call');
    service.updateMonitor(0, { status: 'up' });
    await webPage.press(checkout, 'Refresh (1 call)');
    await webPage.shows(/^Checkout API – Frankfurt Up/);
    assertCalls(service, 'list 0');
  });

  it('keeps scroll position, selection, focus and open fields when it is redrawn', async () => {
    const { webPage } = stage.workbench;
    const anyName = /^Checkout/;
    const service = await stage.visit();
    const more = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`field${index}`, index]),
    );
    service.listShape = (monitors) => monitors.map((monitor) => ({ ...monitor, ...more }));
    await stage.signIn(service);
    await stage.listPlainly();
    await showDetails();
    await webPage.press(anyName, 'Copy as Markdown');
    await webPage.evaluate(anyName, "document.querySelector('summary').click(); scrollTo(0, 150)");
    await webPage.shows(/id mon_/);
    const state = () =>
      webPage.evaluate<string>(
        anyName,
        "[scrollY, getSelection(), document.activeElement.id, document.querySelector('details').open].join()",
      );
    assert.equal(await state(), '150,,copyMarkdown,true');
    for (const name of ['Checkout of Paris', 'Checkout of Lyon']) {
      const before = await state();
      service.updateMonitor(0, { name });
      await stage.run('Refresh');
      await webPage.shows(new RegExp(`^${name}`));
      await stage.workbench.runCommand('View: Focus Active Editor Group');
      await eventuallySays('After the redraw', state, before);
      // For the second time.
      await webPage.evaluate(
        anyName,
        "getSelection().selectAllChildren([...document.querySelectorAll('td')].at(-1))",
      );
      assert.match(await state(), /^150,[^,]/);
    }
  });

  it('is used by the keyboard alone: Tab goes through its buttons, Enter presses one, F8 shows the next problem', async () => {
    const { tree, webPage } = stage.workbench;
    const service = await stage.visit();
    service.breakOnly(0, 3);
    await stage.signIn(service);
    await showDetails();
    await webPage.shows(checkout);
    service.forgetCalls();
    await stage.workbench.runCommand('View: Focus Active Editor Group');
    const names: string[] = [];
    for (let stop = 0; stop < 3; stop++) {
      await stage.workbench.press('Tab');
      names.push(await webPage.focusedName(checkout));
      assert.match(await webPage.focusRing(checkout), /solid/, names.at(-1));
    }
    assert.equal(names.join(', '), 'Open Address, Copy as Markdown, Pin');
    for (const [key, shown] of [
      ['Enter', / Unpin /],
      ['F8', /^(?!Checkout)\S.* Down/],
      ['Shift+F8', checkout],
      ['Enter', /^Checkout.* Pin /],
    ] as const) {
      await stage.workbench.press(key);
      await webPage.shows(shown);
    }
    await webPage.close();
    await tree.click('Down');
    await stage.workbench.press('F8');
    await webPage.shows(checkout);
    assertCalls(service, '', 'no call');
  });

  it('is accessible by the rules of axe-core, in a light and a high-contrast theme', async () => {
    const { webPage } = stage.workbench;
    const pages = [
      [/^Checkout API/, showDetails],
      [/^Calls .* of 1,000 calls today/, () => stage.run('Show Calls')],
    ] as const;
    await stage.browse();
    await stage.listPlainly();
    for (const [kind, colorTheme] of Object.entries(THEMES)) {
      await stage.set({ 'workbench.colorTheme': colorTheme, dailyCallLimit: 1_000 });
      for (const [text, open] of pages) {
        await open();
        await webPage.showsTheme(text, kind);
        assert.deepEqual(await webPage.accessibilityFindings(text), [], `${colorTheme}, ${text}`);
      }
    }
  });
});
