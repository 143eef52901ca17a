import assert from 'node:assert/strict';
import { assertCalls, useStage } from '../support/stage';

describe('An example', () => {
  const stage = useStage();

  it('shows events, histories and prices without a call, and closes its page at the sign-in', async () => {
    const { monitors, page, tree, webPage } = stage.workbench;
    await stage.set({ baseUrl: undefined });
    const { buttons } = await monitors.showsWelcome(/^Monitor Explorer lists the monitors/);
    assert.deepEqual(buttons, ['Show an Example', 'Sign In']);
    await monitors.clickWelcome('Show an Example');
    await tree.shows('Load more (example, no call)');
    await tree.click('Load more (example, no call)');
    await monitors.showsMessage(/^3 down since .+, 3 tagged shop · 1 more · 1 degraded — all 9/);
    await tree.click('Mail');
    await webPage.shows(/^Mail Down 12m — Connection refused .*Seen Here Down .* Up .*for \d+d/);
    await tree.click('Another example: prices');
    await tree.click('Coffee grinder');
    await webPage.shows(/^Coffee grinder .*€119\.00 since .* €129\.00 before/);
    const service = await stage.service();
    await stage.setAddress(service.baseUrl);
    await stage.signIn(service);
    await tree.showsMore('10 of 34');
    await page.locator('.editor-group-container .tab').waitFor({ state: 'detached' });
    assertCalls(service, 'token, list 0');
  });

  it('is the first step of the walkthrough', async () => {
    const { monitors, page, tree } = stage.workbench;
    await stage.visit();
    await stage.workbench.runCommand('Welcome: Open Walkthrough...');
    await stage.workbench.quickInput.choose(/^Get Started with Monitor Explorer/);
    await page
      .locator('.getting-started-step.expanded', { hasText: 'Look at an example' })
      .waitFor();
    await page.locator('.getting-started-step.expanded .monaco-button').click();
    await tree.click('Example: uptime');
    await monitors.isEmpty();
  });
});
