import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SimulatedService } from '../simulator/simulatedService';
import { LEAK, leakyFields } from '../support/leakyRecord';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import { changeSettings } from '../support/driver/userSettings';

describe('pages that were paid for', () => {
  let service: SimulatedService;
  before(async () => {
    service = await SimulatedService.start();
    service.updateMonitor(0, { ...leakyFields, status: 'down' });
  });
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  /** The files of saved pages, the first page first. */
  const savedPages = (): string[] =>
    workbench()
      .output.files()
      .filter((file) => /[\\/]saved-pages[\\/].*[\\/]\d+-\d+\.page$/.test(file))
      .sort((one, other) => parseInt(basename(one), 10) - parseInt(basename(other), 10));

  before(async () => {
    const { monitors } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
  });

  it('are one call for ten clicks', async () => {
    const { monitors, page } = workbench();
    service.forgetCalls();
    const gate = service.holdResponses();
    const arrived = service.nextCall();
    const row = page.locator(
      `[id="${(await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'))).elementId}"]`,
    );
    const { x, y } = (await row.boundingBox())!;
    for (let click = 0; click < 10; click++) {
      await page.mouse.click(x + 60, y + 8);
    }
    await arrived;
    await monitors.tree.showsAtEnd('Loading page 2…');
    gate.release();
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.equal(service.callCount(), 1);
  });

  it('cost nothing after a restart while the view is hidden, nor when it is looked at; their age is told', async () => {
    const { monitors, quickInput } = workbench();
    service.forgetCalls();
    await monitors.hide();
    await passTime(workbench(), service, 2 * 60 * 60_000);
    await workbench().restart();
    assert.equal(await monitors.isOpen(), false);
    // The extension is at work, and still nobody has looked at the view. Not by its log: in the first moments of a window
    // VS Code knows no log of an extension, and drops the wish to see it.
    await workbench().runByKey('signIn', /^e-mail of your account/i);
    await quickInput.cancel();
    assert.equal(service.callCount(), 0, 'hidden');
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    await monitors.showsMessage(/ — 100 of 340 · 2 hr old$/);
    assert.equal(service.callCount(), 0, 'restored');
  });

  it('hold no secret of a monitor, nor does any other file; Open Target says how to get the address', async () => {
    const { monitors, notifications, output, page, quickInput } = workbench();
    const filter = async (text: string): Promise<void> => {
      await monitors.clickTitleAction('Filter Monitors');
      await quickInput.answer('Filter Monitors', text);
    };
    await filter('shop.example');
    const row = await monitors.tree.shows(/^Checkout password=•••/);
    assert.match(row.ariaLabel, /shop\.example/);
    await monitors.tree.tooltip(/^Checkout password=•••/);
    await monitors.tree.clickInlineAction(/^Checkout password=•••/, 'Open Target');
    const text = /^The target has a secret in it, which isn't saved\. To open it, refresh its page first/;
    await notifications.shows(text);
    await notifications.dismiss(text);
    await monitors.tree.click(/^Checkout password=•••/);
    const contents = await eventually(
      'The details page',
      () => Promise.all(page.frames().map((frame) => frame.content().catch(() => ''))),
      (frames) => frames.some((html) => html.includes('Server=db.example')),
    );
    assert.doesNotMatch(contents.join(), LEAK);
    const leaks = output.files().filter((file) => LEAK.test(readFileSync(file, 'latin1')));
    assert.deepEqual(leaks, []);
    assert.ok(savedPages().length > 0);
    await filter('');
  });

  it('are there in a second window at no call, and what one window reads the other shows', async () => {
    const { monitors } = workbench();
    service.forgetCalls();
    const second = await workbench().openWindow();
    try {
      await second.monitors.open();
      await second.monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
      assert.equal(service.callCount(), 0);
      await second.monitors.tree.clickAtEnd(loadMoreRow('100 of 340'));
      await second.monitors.tree.showsAtEnd(loadMoreRow('150 of 340'));
      await workbench().page.bringToFront();
      await monitors.tree.showsAtEnd(loadMoreRow('150 of 340'));
      assert.equal(service.callCount(), 1);
    } finally {
      await second.close();
    }
  });

  it('are all there where the window is reloaded while many are being read', async () => {
    const { monitors, quickInput } = workbench();
    service.forgetCalls();
    const gate = service.holdResponses({ fromPage: 6 });
    await workbench().runCommand('Monitor Explorer: Load All');
    await quickInput.shows('Load All takes 4 calls');
    await quickInput.choose('Load All');
    await eventually(
      'The last call, and all pages but its own on disk',
      () => Promise.resolve([service.callCount(), savedPages().length]),
      ([calls, pages]) => calls === 4 && pages === 6,
    );
    await workbench().reloadAtOnce();
    await monitors.tree.showsAtEnd(loadMoreRow('300 of 340'));
    gate.release();
    assert.equal(service.callCount(), 4);
  });

  it('are set aside quietly where they are damaged', async () => {
    const { monitors, notifications } = workbench();
    service.forgetCalls();
    const [file] = savedPages();
    await workbench().page.goto('about:blank');
    writeFileSync(file!, '{"version":1,"pages":[');
    await workbench().restart();
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.equal(service.callCount(), 1);
    assert.deepEqual(await notifications.list(), []);
    await eventually(
      'The log of the page that was set aside',
      () => Promise.resolve(workbench().output.log('Monitor Explorer')),
      (log) => log.includes('A saved page could not be used and was set aside'),
    );
  });

  it('are not kept where the user does not want that', async () => {
    const { monitors } = workbench();
    await changeSettings(workbench(), { 'monitorExplorer.keepSnapshot': false });
    await eventually(
      'No saved page',
      () => Promise.resolve(savedPages()),
      (files) => files.length === 0,
    );
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    await monitors.clickTitleAction('Load More');
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.deepEqual(savedPages(), []);
    await changeSettings(workbench(), { 'monitorExplorer.keepSnapshot': undefined });
    await monitors.clickTitleAction('Load More');
    await monitors.tree.showsAtEnd(loadMoreRow('150 of 340'));
    await eventually(
      'Saved pages',
      () => Promise.resolve(savedPages()),
      (files) => files.length === 3,
    );
  });

  it('are left at a sign-out where the user wants that, and are there after the next sign-in at no call', async () => {
    const { dialog, monitors, quickInput } = workbench();
    await workbench().runCommand('Monitor Explorer: Sign Out');
    const { buttons } = await dialog.shows(/^Sign out /);
    assert.deepEqual([...buttons].sort(), ['Cancel', 'Sign Out', 'Sign Out and Keep Saved Rows']);
    await dialog.click('Sign Out and Keep Saved Rows');
    await monitors.showsWelcome(/aren't signed in/);
    assert.equal(savedPages().length, 3);
    service.forgetCalls();
    await workbench().runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^password of ada@example\.com/i, service.password);
    await monitors.tree.showsAtEnd(loadMoreRow('150 of 340'));
    assert.deepEqual([service.callCount('token'), service.callCount('list')], [1, 0]);
  });

  it('are removed at a sign-out', async () => {
    await signOut(workbench());
    await workbench().monitors.showsWelcome(/aren't signed in/);
    await eventually(
      'No saved page',
      () => Promise.resolve(savedPages()),
      (files) => files.length === 0,
    );
  });
});
