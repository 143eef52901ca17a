import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import { changeSettings } from '../support/driver/userSettings';
import type { Workbench } from '../support/driver/workbench';
import { useStage } from '../support/stage';

/** Records addresses that VS Code would open in the browser. */
async function recordOpened({ page }: Workbench): Promise<() => Promise<string[]>> {
  await page.evaluate(
    `window.opened = []; window.open = (url) => (window.opened.push(String(url)), window)`,
  );
  return () => page.evaluate<string[]>('window.opened');
}

describe('Loaded monitors, without a call', () => {
  const stage = useStage();

  /** A first page whose first monitor is down and whose fourth is degraded. */
  async function browseProblems(): Promise<SimulatedService> {
    const service = await stage.visit();
    for (let index = 0; index < 10; index++) {
      service.updateMonitor(index, {
        status: index === 0 ? 'down' : index === 3 ? 'degraded' : 'up',
      });
    }
    await signIn(stage.workbench, service);
    await stage.workbench.monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    service.forgetCalls();
    return service;
  }

  const names = (service: SimulatedService): string[] =>
    service
      .account(service.email)
      .monitors.page(0, 10)
      .map(({ name }) => name);

  /** Waits for these rows: "Heading", "- Monitor under a heading". */
  async function showsRows(wanted: readonly string[]): Promise<void> {
    const { tree } = stage.workbench.monitors;
    await eventually(
      wanted.join(', '),
      () => tree.rows(),
      (rows) =>
        rows.map(({ label, level }) => (level === 2 ? `- ${label}` : label)).join() ===
        wanted.join(),
    );
  }

  it('are filtered while the user types; Escape restores the old filter, Enter keeps the new one', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    const more = 'Load more (1 call)';
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.shows('Filter Monitors');
    await quickInput.type('tag:payments checkout');
    await monitors.showsMessage(/^tag:payments checkout · 1 matching — .* — 10 of 34 · /);
    await showsRows(['Down', '- Checkout API – Frankfurt', more]);
    await quickInput.cancel();
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    await monitors.tree.focus();
    await stage.workbench.press('ControlOrMeta+F');
    await quickInput.shows('Filter Monitors');
    await quickInput.type('status:problem');
    await quickInput.accept();
    await quickInput.isClosed();
    await monitors.showsMessage(/^status:problem · 2 matching — .* — 10 of 34 · /);
    const [first, , , fourth] = names(service);
    await showsRows(['Down', `- ${first}`, 'Degraded', `- ${fourth}`, more]);
    await monitors.clickTitleAction('Clear Filter');
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    assert.equal(service.callCount(), 0);
  });

  it('open in the browser with exactly the address of their page, or of their target', async () => {
    const encoded = 'https://shop.example/a%2Fb%20c?next=%26x%3D1%2B2&q=%23+%25#%2F';
    const monitors = [
      { id: '../../account/close', target: encoded, page: '..%2F..%2Faccount%2Fclose' },
      {
        id: 'a&b=c+d#e?f%2F',
        target: 'https://shop.example/?q=ü%C3%BC',
        page: 'a%26b%3Dc%2Bd%23e%3Ff%252F',
      },
    ];
    const service = await stage.visit();
    monitors.forEach(({ id, target }, index) => {
      service.updateMonitor(index, { id, name: `Opened ${index}`, url: target, status: 'down' });
    });
    await signIn(stage.workbench, service);
    await changeSettings(stage.workbench, {
      'monitorExplorer.monitorUrl': 'https://app.example.com/m/{id}?from=a%26b#{id}',
    });
    const { dialog, monitors: view } = stage.workbench;
    const opened = await recordOpened(stage.workbench);
    for (const [index, { target, page }] of monitors.entries()) {
      for (const [action, url] of [
        ['Open in Service', `https://app.example.com/m/${page}?from=a%26b#${page}`],
        ['Open Address', new URL(target).href],
      ] as const) {
        const menu = await view.tree.openContextMenu(`Opened ${index}`);
        await menu.choose(action);
        await dialog.shows(/open the external website/);
        await dialog.click('Open');
        await eventually(url, opened, (urls) => urls.at(-1) === url);
      }
    }
    await changeSettings(stage.workbench, { 'monitorExplorer.monitorUrl': undefined });
  });

  it('are found by Go to Monitor in spite of a filter', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.answer('Filter Monitors', 'checkout');
    await monitors.showsMessage(/^checkout · 1 matching — /);
    await stage.workbench.runCommand('Monitor Explorer: Go to Monitor');
    const { items } = await quickInput.shows('Go to Monitor');
    assert.match(items[0]!.ariaLabel, /Checkout API – Frankfurt, down · /);
    assert.match(items[1]!.ariaLabel, /, degraded · /, 'the fourth of the service');
    await quickInput.type('status page');
    await eventually(
      'One monitor',
      () => quickInput.items(),
      (now) => now.map(({ label }) => label).join() === 'Status page – Dublin',
    );
    await quickInput.accept();
    await eventually(
      'The row that was picked',
      () => monitors.tree.rows(),
      (rows) =>
        rows.some(({ label, isSelected }) => isSelected && label === 'Status page – Dublin'),
    );
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    assert.equal(service.callCount(), 0);
  });

  it('are exported into a file, with how many of all they are', async () => {
    const service = await stage.browse();
    const { page, quickInput, server } = stage.workbench;
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
    await (await stage.workbench.monitors.openTitleMenu()).choose('Export Monitors…');
    assert.match(await exported('CSV', 'monitors.csv'), /^\ufeffname,status,serviceStatus,.*\r\n/);
    await stage.workbench.runCommand('Monitor Explorer: Export Monitors');
    const json = await exported('JSON', 'monitors.json');
    assert.match(json, /"loaded": 10,/);
    assert.equal(json.match(/"record": /g)?.length, 10);
    assert.equal(service.callCount(), 0);
  });

  it('are copied as Markdown from the menu of their group, or with Ctrl+C', async () => {
    const service = await browseProblems();
    const { monitors, page, statusBar } = stage.workbench;
    const copies = async (text: RegExp, count: string): Promise<void> => {
      const read = () => page.evaluate<string>('navigator.clipboard.readText()');
      await eventually(`${text} copied`, read, (copied) => text.test(copied));
      await statusBar.shows('status.extensionMessage', count);
    };
    const [first, , , fourth] = names(service);
    const menu = await monitors.tree.openContextMenu('Down');
    await menu.choose('Copy Group as Markdown');
    await copies(new RegExp(`^- \`${first}\` \\*\\*down`), 'Copied 1 monitor');
    await monitors.tree.click(fourth!);
    await stage.workbench.press('ControlOrMeta+C');
    await copies(new RegExp(`^- \`${fourth}\` \\*\\*degraded`), 'Copied 1 monitor');
    // The first time, it selects what has the same parent.
    await stage.workbench.press('ControlOrMeta+A');
    await stage.workbench.press('ControlOrMeta+A');
    await stage.workbench.press('ControlOrMeta+C');
    await copies(/(?:\n- .*){9}/, 'Copied 10 monitors');
    assert.equal(service.callCount(), 0);
  });

  it('can be muted with a note until they recover', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    await monitors.showsBadge(/^1 down · 1 degraded — 10 of 34 · just now/);
    await (await monitors.tree.openContextMenu('Checkout API – Frankfurt')).choose('Mute…');
    const { title, items } = await quickInput.shows(/^Note \(optional\); only on this machine/);
    assert.equal(title, 'Mute Checkout API – Frankfurt');
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Until It Recovers', 'For 1 Hour', 'Until Unmuted'],
    );
    await quickInput.type('waiting for DNS');
    await quickInput.accept();
    await monitors.showsBadge('');
    await monitors.showsMessage(/^1 degraded · 1 down, muted — /);
    await monitors.tree.shows('Checkout API – Frankfurt', ({ description }) =>
      description.startsWith('muted: waiting for DNS'),
    );
    assert.equal(service.callCount(), 0);
  });
});
