import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import type { Workbench } from '../support/driver/workbench';
import { useStage } from '../support/stage';

const CHECKOUT = 'Checkout API – Frankfurt';

/** Records addresses that VS Code would open in the browser. */
async function recordOpened({ page }: Workbench): Promise<() => Promise<string[]>> {
  await page.evaluate(
    `window.opened = []; window.open = (url) => (window.opened.push(String(url)), window)`,
  );
  return () => page.evaluate<string[]>('window.opened');
}

describe('Loaded monitors', () => {
  const stage = useStage();
  const all = /^1 down · 1 degraded — 10 of 34 /;

  describe('without a call', () => {
    let service: SimulatedService;
    let fourth: string;

    /** Shows a first page whose first monitor is down and whose fourth is degraded. */
    beforeEach(async () => {
      service = await stage.visit();
      service.breakOnly(0);
      fourth = service.updateMonitor(3, { status: 'degraded' }).name;
      await stage.signIn(service);
      await stage.workbench.monitors.showsMessage(all);
      service.forgetCalls();
    });
    afterEach(() => assert.equal(service.callCount(), 0));

    /** Waits for these rows: "Heading", "- Monitor under a heading". */
    async function showsRows(...wanted: readonly string[]): Promise<void> {
      await eventually(
        wanted.join(', '),
        () => stage.workbench.tree.rows(),
        (rows) =>
          rows.map(({ label, level }) => (level === 2 ? `- ${label}` : label)).join() ===
          wanted.join(),
      );
    }

    it('are filtered while the user types; Escape restores the old filter, Enter keeps the new one', async () => {
      const { monitors, quickInput, tree } = stage.workbench;
      const more = 'Load more (1 call)';
      await monitors.clickTitleAction('Filter Monitors');
      await quickInput.shows('Filter Monitors');
      await quickInput.type('tag:payments checkout');
      await monitors.showsMessage(/^tag:payments checkout · 1 matching — .* — 10 of 34 · /);
      await showsRows('Down', `- ${CHECKOUT}`, more);
      await quickInput.cancel();
      await monitors.showsMessage(all);
      await tree.focus();
      await stage.workbench.press('ControlOrMeta+F');
      await quickInput.answer('Filter Monitors', 'status:problem');
      await quickInput.isClosed();
      await monitors.showsMessage(/^status:problem · 2 matching — .* — 10 of 34 · /);
      await showsRows('Down', `- ${CHECKOUT}`, 'Degraded', `- ${fourth}`, more);
      await monitors.clickTitleAction('Clear Filter');
      await monitors.showsMessage(all);
    });

    it('are exported into a file, with how many of all they are', async () => {
      const { monitors, page, quickInput, server } = stage.workbench;
      const exported = async (format: string, name: string): Promise<string> => {
        const file = join(server.folder, name);
        await quickInput.shows(/10 of 34, read /);
        await quickInput.choose(format);
        await quickInput.showsValue(file);
        const ok = page.locator('.quick-input-widget').getByText('OK', { exact: true });
        return eventually(
          'The file',
          async () => {
            // VS Code ignores it while it reads the folder.
            await ok.click({ timeout: 1_000 }).catch(() => undefined);
            return existsSync(file) ? readFileSync(file, 'utf8') : '';
          },
          (text) => text !== '',
        );
      };
      await (await monitors.openTitleMenu()).choose('Export Monitors…');
      const csv = await exported('CSV', 'monitors.csv');
      assert.match(csv, /^\ufeffname,status,serviceStatus,.*\r\n/);
      await stage.run('Export Monitors');
      const json = await exported('JSON', 'monitors.json');
      assert.match(json, /"loaded": 10,/);
      assert.equal(json.match(/"record": /g)?.length, 10);
    });

    it('are copied as Markdown from the menu of their group, or with Ctrl+C', async () => {
      const { statusBar, tree } = stage.workbench;
      const copies = async (text: RegExp, count: string): Promise<void> => {
        await stage.workbench.showsCopied(text);
        await statusBar.shows('status.extensionMessage', count);
      };
      const menu = await tree.openContextMenu('Down');
      await menu.choose('Copy Group as Markdown');
      await copies(/^- `Checkout API – Frankfurt` \*\*down/, 'Copied 1 monitor');
      await tree.click(fourth);
      await stage.workbench.press('ControlOrMeta+C');
      await copies(new RegExp(`^- \`${fourth}\` \\*\\*degraded`), 'Copied 1 monitor');
      // The first time, it selects what has the same parent.
      await stage.workbench.press('ControlOrMeta+A');
      await stage.workbench.press('ControlOrMeta+A');
      await stage.workbench.press('ControlOrMeta+C');
      await copies(/(?:\n- .*){9}/, 'Copied 10 monitors');
    });

    it('can be muted with a note until they recover', async () => {
      const { monitors, quickInput, tree } = stage.workbench;
      await monitors.showsBadge(/^1 down · 1 degraded — 10 of 34 · just now/);
      await (await tree.openContextMenu(CHECKOUT)).choose('Mute…');
      const { title, items } = await quickInput.shows(/^Note \(optional\); only on this machine/);
      assert.equal(title, 'Mute 1 monitor');
      assert.equal(items[0]!.label, 'Until It Recovers');
      await quickInput.type('waiting for DNS');
      await quickInput.accept();
      await monitors.showsBadge('');
      await monitors.showsMessage(/^1 degraded · 1 down, muted — /);
      const { description } = await tree.shows(CHECKOUT);
      assert.match(description, /^muted: waiting for DNS/);
    });
  });

  it('open in the browser with exactly the address of their page, or of their target', async () => {
    const encoded = 'https://shop.example/a%2Fb%20c?next=%26x%3D1%2B2&q=%23+%25#%2F';
    const id = 'a&b=c+d#e?f%2F';
    const service = await stage.visit();
    service.updateMonitor(0, { id, name: 'Opened', url: encoded, status: 'down' });
    await stage.signIn(service);
    await stage.set({ monitorUrl: 'https://app.example.com/m/{id}?from=a%26b#{id}' });
    const { dialog, tree } = stage.workbench;
    const opened = await recordOpened(stage.workbench);
    const inUrl = 'a%26b%3Dc%2Bd%23e%3Ff%252F';
    for (const [action, url] of [
      ['Open in Service', `https://app.example.com/m/${inUrl}?from=a%26b#${inUrl}`],
      ['Open Address', encoded],
    ] as const) {
      await (await tree.openContextMenu('Opened')).choose(action);
      await dialog.shows(/open the external website/);
      await dialog.click('Open');
      await eventually(url, opened, (urls) => urls.at(-1) === url);
    }
  });
});
