import assert from 'node:assert/strict';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import { changeSettings } from '../support/driver/userSettings';
import type { Workbench } from '../support/driver/workbench';
import { useStage } from '../support/stage';

/** From now on, VS Code opens no browser page: returns what it would have opened. */
async function recordOpened({ page }: Workbench): Promise<() => Promise<string[]>> {
  await page.evaluate(`window.opened = []; window.open = (url) => (window.opened.push(String(url)), window)`);
  return () => page.evaluate<string[]>('window.opened');
}

describe('What is loaded, at no call', () => {
  const stage = useStage();

  /** The first page, of which two monitors are problems: the first is down, the fourth degraded. */
  async function browseProblems(): Promise<SimulatedService> {
    const service = await stage.visit();
    for (let index = 0; index < 10; index++) {
      service.updateMonitor(index, { status: index === 0 ? 'down' : index === 3 ? 'degraded' : 'up' });
    }
    await signIn(stage.workbench, service);
    await stage.workbench.monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    service.forgetCalls();
    return service;
  }

  /** The monitors of the page, in the order of the service. */
  const names = (service: SimulatedService): string[] =>
    service
      .account(service.email)
      .monitors.page(0, 10)
      .map(({ name }) => name);

  /** Waits for rows under headings, or without any, as "Heading" and "- Monitor". */
  async function showsRows(wanted: readonly string[]): Promise<void> {
    const { tree } = stage.workbench.monitors;
    await eventually(
      wanted.join(', '),
      () => tree.rows(),
      (rows) => rows.map(({ label, level }) => (level === 2 ? `- ${label}` : label)).join() === wanted.join(),
    );
  }

  const clipboard = (): Promise<string> =>
    stage.workbench.page.evaluate<string>('navigator.clipboard.readText()');

  it('a filter works while it is typed; Escape goes back, Enter keeps it, and one click clears it', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    const more = 'Load more (1 call)';
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.shows('Filter Monitors');
    await quickInput.type('tag:payments checkout');
    await monitors.showsMessage(/ — tag:payments checkout · 1 in 10 of 34 · /);
    await showsRows(['Down', '- Checkout API – Frankfurt', more]);
    await quickInput.cancel();
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    await monitors.tree.focus();
    await stage.workbench.press('ControlOrMeta+F');
    await quickInput.shows('Filter Monitors');
    await quickInput.type('status:problem');
    await quickInput.accept();
    await quickInput.isClosed();
    await monitors.showsMessage(/ — status:problem · 2 in 10 of 34 · /);
    const [first, , , fourth] = names(service);
    await showsRows(['Down', `- ${first}`, 'Degraded', `- ${fourth}`, more]);
    await monitors.clickTitleAction('Clear Filter');
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    assert.equal(service.callCount(), 0);
  });

  it('the filter offers the last ones, and what is down or degraded at a click', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    for (const text of ['type:http', 'checkout']) {
      await monitors.clickTitleAction('Filter Monitors');
      await quickInput.answer('Filter Monitors', text);
      await monitors.showsMessage(new RegExp(` — ${text} · `));
    }
    await monitors.clickTitleAction('Filter Monitors');
    const { value, items } = await quickInput.shows('Filter Monitors');
    assert.equal(value, 'checkout');
    assert.deepEqual(
      items.map(({ label }) => label),
      ['checkout', 'checkout', 'type:http'],
    );
    await quickInput.choose('type:http');
    await monitors.showsMessage(/ — type:http · /);
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.shows('Filter Monitors');
    await quickInput.clickButton('Show Problems Only');
    await monitors.showsMessage(/ — status:problem · 2 in 10 of 34 · /);
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.answer('Filter Monitors', '');
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    assert.equal(service.callCount(), 0);
  });

  it('a row opens the monitor in the service, first of all where an address is set for that', async () => {
    const service = await browseProblems();
    const { tree } = stage.workbench.monitors;
    const [first] = names(service);
    assert.deepEqual(await tree.inlineActions(first!), ['Open URL']);
    await changeSettings(stage.workbench, {
      'monitorExplorer.monitorUrl': 'https://app.example.com/monitors/{id}',
    });
    await eventually(
      'Open in Service in the row',
      () => tree.inlineActions(first!),
      (actions) => actions.join() === 'Open in Service',
    );
    const menu = await tree.openContextMenu(first!);
    assert.deepEqual((await menu.items()).slice(0, 3), ['Open in Service', 'Show Details', 'Open URL']);
    await menu.close();
    await changeSettings(stage.workbench, { 'monitorExplorer.monitorUrl': undefined });
  });

  it('the browser gets the address of a monitor, and its target, byte for byte', async () => {
    const encoded = 'https://shop.example/a%2Fb%20c?next=%26x%3D1%2B2&q=%23+%25#%2F';
    const monitors = [
      { id: '../../account/close', target: encoded, page: '..%2F..%2Faccount%2Fclose' },
      { id: 'a&b=c+d#e?f%2F', target: 'https://shop.example/?q=ü%C3%BC', page: 'a%26b%3Dc%2Bd%23e%3Ff%252F' },
    ];
    const service = await stage.visit();
    monitors.forEach(({ id, target }, index) => {
      service.updateMonitor(index, { id, name: `Opened ${index}`, url: target });
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
        ['Open URL', new URL(target).href],
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

  it('the palette offers what needs a monitor only while one is selected, and only what can be done with it', async () => {
    const service = await browseProblems();
    const { monitors } = stage.workbench;
    const offered = async (text: string): Promise<string[]> =>
      (await stage.workbench.paletteCommands(`Monitor Explorer: ${text}`)).filter((name) =>
        /^Monitor Explorer: (Show Details|Copy (Name|ID)|Pin|Unpin|Mute|Unmute|Open URL)/.test(name),
      );
    assert.deepEqual(await offered('Show'), []);
    assert.deepEqual(await offered('Copy'), []);
    assert.deepEqual(await offered('Pin'), []);
    await monitors.tree.click(names(service)[0]!);
    await eventually(
      'Show Details in the palette',
      () => offered('Show'),
      (found) => found.join() === 'Monitor Explorer: Show Details',
    );
    assert.deepEqual(await offered('Badge'), ['Monitor Explorer: Hide from Badge…']);
    assert.deepEqual(await offered('Copy'), ['Monitor Explorer: Copy ID', 'Monitor Explorer: Copy Name']);
    assert.deepEqual(await offered('Pin'), ['Monitor Explorer: Pin']);
    await stage.workbench.runCommand('Monitor Explorer: Pin');
    await monitors.tree.shows('Pinned');
    await eventually(
      'Unpin in the palette',
      () => offered('Unpin'),
      (found) => found.join() === 'Monitor Explorer: Unpin',
    );
    assert.deepEqual(await offered('Pin'), []);
    await stage.workbench.runCommand('Monitor Explorer: Unpin');
    await monitors.tree.hides('Pinned');
    assert.equal(service.callCount(), 0);
  });

  it('all that is down or degraded is copied by one entry of the title', async () => {
    const service = await browseProblems();
    const { monitors } = stage.workbench;
    const [first, , , fourth] = names(service);
    await (await monitors.openTitleMenu()).choose('Copy All Problems as Markdown');
    await eventually(
      'The copied lines',
      clipboard,
      (text) =>
        /^- \*\*down\*\*.*? `(.*?)`/m.exec(text)?.[1] === first &&
        /^- \*\*degraded\*\*.*? `(.*?)`/m.exec(text)?.[1] === fourth,
    );
    assert.equal(service.callCount(), 0);
  });

  it('a filter that nothing matches offers to load the rest, with its cost, and then shows what it finds', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.answer('Filter Monitors', 'phone system');
    await monitors.showsMessage(/ — phone system · 0 in 10 of 34 · /);
    await monitors.tree.click('Load the rest (3 calls)');
    await monitors.tree.shows(/^Phone system/);
    await monitors.showsMessage(/ — phone system · 1 of 34 · /);
    assert.equal(service.callCount(), 3);
  });

  it('Go to Monitor picks among what is loaded, also behind a filter, and loads the others where that is wanted', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.answer('Filter Monitors', 'checkout');
    await monitors.showsMessage(/ — checkout · 1 in 10 of 34 /);
    await stage.workbench.runCommand('Monitor Explorer: Go to Monitor');
    const { items } = await quickInput.shows('Go to Monitor');
    assert.match(items[0]!.ariaLabel, /Checkout API – Frankfurt, down · /);
    assert.match(items[1]!.ariaLabel, /, degraded · /, 'the fourth of the service');
    await quickInput.type('status page');
    await eventually(
      'One monitor, and the way to the others',
      () => quickInput.items(),
      (now) => now.map(({ label }) => label).join() === 'Status page – Dublin,Load the other 24 (3 calls)',
    );
    await quickInput.accept();
    await eventually(
      'The row that was picked',
      () => monitors.tree.rows(),
      (rows) => rows.some(({ label, isSelected }) => isSelected && label === 'Status page – Dublin'),
    );
    await monitors.showsMessage(/^1 down · 1 degraded — 10 of 34 /);
    assert.equal(service.callCount(), 0);
    await stage.workbench.runCommand('Monitor Explorer: Go to Monitor');
    await quickInput.choose('Load the other 24 (3 calls)');
    await monitors.showsMessage(/ — all 34 · /);
    assert.equal(service.callCount(), 3);
  });

  it('the filter and Go to Monitor find a name in any case, width and normal form', async () => {
    const service = await stage.visit();
    const { name } = service.updateMonitor(5, { name: 'ＣＡＦE\u0301\u00a0Zu\u0308rich' });
    await signIn(stage.workbench, service);
    const { monitors, quickInput } = stage.workbench;
    await monitors.clickTitleAction('Filter Monitors');
    await quickInput.answer('Filter Monitors', '"café zürich"');
    await monitors.showsMessage(/ · 1 in 10 of 34 · /);
    await stage.workbench.runCommand('Monitor Explorer: Go to Monitor');
    await quickInput.shows('Go to Monitor');
    await quickInput.type('zürich café');
    await eventually(
      'The monitor, and the way to the others',
      () => quickInput.items(),
      (items) => items.length === 2 && items[0]!.label === name.replace('\u00a0', ' '),
    );
    await quickInput.cancel();
  });

  it('a monitor is copied from the menu of its row, as a name or as a line for a chat', async () => {
    const service = await stage.browse();
    const { monitors } = stage.workbench;
    const { label } = await monitors.tree.shows(/^Checkout API/);
    const copy = async (how: string): Promise<void> => {
      const menu = await monitors.tree.openContextMenu(label);
      await (await menu.openSubmenu('Copy')).choose(how);
    };
    await copy('Copy as Markdown');
    await eventually('The copied line', clipboard, (text) =>
      /^- \*\*\w+\*\* `Checkout API[^`]*` `https:\/\/checkout/.test(text),
    );
    await copy('Copy Name');
    await eventually('The copied name', clipboard, (text) => text === label);
    assert.equal(service.callCount(), 0);
    await stage.noErrors();
  });

  it('monitors are exported as a table into a new editor, which says what part of all they are', async () => {
    const service = await stage.browse();
    const { quickInput, page } = stage.workbench;
    await (await stage.workbench.monitors.openTitleMenu()).choose('Export Monitors…');
    await quickInput.shows(/10 of 34 loaded, read /);
    await quickInput.choose('CSV');
    await quickInput.choose('New Editor');
    const lines = page.locator('.editor-group-container.active .monaco-editor .view-lines');
    const readEditor = async (): Promise<string> => (await lines.innerText()).replaceAll('\u00a0', ' ');
    await eventually('The lines of a CSV', readEditor, (now) => now.includes('name,status,serviceStatus,'));
    await lines.click();
    await stage.workbench.press('Control+s');
    await quickInput.shows('Save As');
    await quickInput.cancel();
    await quickInput.isClosed();
    await stage.workbench.runCommand('Monitor Explorer: Export Monitors');
    await quickInput.shows(/10 of 34 loaded, read /);
    await quickInput.choose('Markdown');
    await quickInput.choose('New Editor');
    const text = await eventually(
      'The table',
      readEditor,
      (now) => now.includes('10 of 34 loaded, read ') && now.includes('| Status | Since | Name |'),
    );
    assert.match(text, /\| (up|down|degraded|paused|pending) \| [^|]*\| `/);
    assert.equal(service.callCount(), 0);
    await quickInput.isClosed();
    await lines.click();
    await stage.workbench.runCommand('View: Revert and Close Editor');
    await stage.workbench.runCommand('View: Revert and Close Editor');
  });

  it('a pinned monitor stands on top, also where no loaded page has it any more, until it is unpinned', async () => {
    const service = await browseProblems();
    const { monitors } = stage.workbench;
    await (await monitors.tree.openContextMenu('Status page – Dublin')).choose('Pin');
    const top = async () => (await monitors.tree.rows()).slice(0, 2).map(({ label }) => label);
    await eventually('The pin', top, (rows) => rows.join() === 'Pinned,Status page – Dublin');
    const { ariaLabel } = await monitors.tree.shows('Pinned');
    assert.equal(ariaLabel, 'Pinned, 1 monitor');
    service.removeMonitor(1);
    await monitors.clickTitleAction('Refresh');
    await eventually(
      'A pin that is not loaded',
      () => monitors.tree.rows(),
      (rows) =>
        rows.some(
          ({ label, description }) => label === 'Status page – Dublin' && description === 'not loaded',
        ),
    );
    await (await monitors.tree.openContextMenu('Status page – Dublin')).choose('Unpin');
    await monitors.tree.hides('Pinned');
    await monitors.tree.hides('Status page – Dublin');
  });

  it('a problem that is known can be muted with a note, until it recovers, and is still told', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    await monitors.showsBadge('1 down in 10 of 34, read now');
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
    for (const status of ['up', 'down'] as const) {
      service.updateMonitor(0, { status });
      await monitors.clickTitleAction('Refresh');
      await monitors.showsMessage(status === 'up' ? /^1 degraded — / : /^1 down · 1 degraded — /);
    }
    await monitors.showsBadge('1 down in 10 of 34, read now');
    assert.equal(service.callCount(), 2, 'the two refreshes');
  });

  it('groups and order are chosen from one list in the menu of the title, where a mark shows what is chosen', async () => {
    const service = await browseProblems();
    const { monitors, quickInput } = stage.workbench;
    const openChoices = async (): Promise<string[]> => {
      await (await monitors.openTitleMenu()).choose('Arrange Monitors…');
      const { items } = await quickInput.shows('Arrange Monitors');
      return items.map(({ ariaLabel }) => ariaLabel);
    };
    assert.deepEqual(await openChoices(), [
      ...[
        'Group by Status, current, Group by',
        'Group by Type',
        'Group by Tag',
        'Group by Host',
        'No Grouping',
      ],
      ...['Service Order, current, Order by', 'Order by Status', 'Order by Name', 'Order by Last Check'],
    ]);
    await quickInput.choose('Group by Type');
    await eventually(
      'Headings by type',
      () => monitors.tree.rows(),
      (rows) =>
        rows
          .filter(({ level, isExpanded }) => level === 1 && isExpanded)
          .map(({ label, description }) => `${label} ${description}`)
          .join() === 'http 4 · 1 down · 1 degraded,dns 1,heartbeat 1,ping 1,ssl 1,tcp 2',
    );
    for (const grouping of ['Group by Tag', 'Group by Host']) {
      await openChoices();
      await quickInput.choose(grouping);
      await eventually(
        `${grouping}: what holds the worst first, with its icon`,
        () => monitors.tree.rows(),
        (rows) =>
          /^error,(error,)*warning,(warning,)*pass/.test(
            rows
              .filter(({ isExpanded }) => isExpanded !== undefined)
              .map(({ icon }) => icon)
              .join(),
          ),
      );
    }
    await openChoices();
    await quickInput.choose('No Grouping');
    await openChoices();
    await quickInput.choose('Order by Name');
    await showsRows([...names(service).sort((a, b) => a.localeCompare(b, 'en')), 'Load more (1 call)']);
    assert.deepEqual(
      (await openChoices()).filter((choice) => choice.endsWith(', current')),
      ['No Grouping, current', 'Order by Name, current'],
    );
    await quickInput.cancel();
    assert.equal(service.callCount(), 0);
  });
});
