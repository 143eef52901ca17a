import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from '../support/driver/otherExtension';
import { signIn, signOut } from '../support/driver/signIn';
import { changeSettings } from '../support/driver/userSettings';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';
import { callsOf, SMALL_PAGES, TALL } from '../support/stage';

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>
  >;
}

/** Source files whose code the extension host has loaded. */
async function loadedSources(workbench: Workbench): Promise<string[]> {
  const { notifications } = workbench;
  await workbench.runCommand('Other: Tell Loaded Parts');
  const { text } = await notifications.shows(/^Loaded: /);
  await notifications.click(text, 'OK');
  const parts = text.slice('Loaded: '.length).split(' ');
  const { outputs } = JSON.parse(
    readFileSync(join(checkout(), 'dist', 'metafile.json'), 'utf8'),
  ) as Metafile;
  return Object.entries(outputs)
    .filter(([output]) => parts.some((part) => basename(part) === basename(output)))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

describe('another extension', () => {
  let service: SimulatedService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    service = await SimulatedService.start();
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const workbench = useWorkbench(async () => ({
    settings: { ...SMALL_PAGES, 'monitorExplorer.baseUrl': service.baseUrl },
    size: TALL,
    otherVsixes: [await packOtherExtension(folder)],
  }));

  it('finds only the start loaded, and no other part, while everyone is signed out', async () => {
    const sources = await loadedSources(workbench());
    assert.ok(sources.includes('src/extension.ts'));
    assert.deepEqual(
      sources.filter((source) =>
        /^(node_modules|src\/(account|mapping|monitors|service|storage))/.test(source),
      ),
      [],
    );
    assert.ok(!sources.includes('src/ui/start.ts'));
  });

  describe('while somebody is signed in,', () => {
    beforeEach(async () => {
      const { monitors } = workbench();
      await monitors.open();
      await signIn(workbench(), service);
      await monitors.tree.showsAtEnd(loadMoreRow('10 of 340'));
      await service.idle();
      service.forgetCalls();
    });
    afterEach(async () => {
      await signOut(workbench());
      await workbench().monitors.showsWelcome(/aren't signed in/);
    });

    it('reads loaded monitors with a language-model tool, and refreshes only if the user allows the cost', async () => {
      const { dialog, notifications } = workbench();
      await workbench().runCommand('Other: Use List Tool');
      const { text } = await notifications.shows(/^Tool: Only 10 of 340 monitors are loaded/);
      await notifications.click(text, 'OK');
      assert.equal(callsOf(service), '');
      await workbench().runCommand('Other: Use Refresh Tool');
      const { text: question, buttons } = await dialog.shows(/Allow an agent/);
      assert.match(question, /Allow an agent to refresh monitors\? This takes 1 call\./);
      assert.match(question, /Account: ada@example\.com at http/);
      assert.deepEqual([...buttons].sort(), ['Allow', 'Cancel']);
      await dialog.click('Cancel');
      const { text: declined } = await notifications.shows(/^Tool: The user declined\./);
      await notifications.click(declined, 'OK');
      assert.equal(callsOf(service), '');
      await workbench().runCommand('Other: Use Refresh Tool');
      await dialog.shows(/Allow an agent/);
      await dialog.click('Allow');
      const { text: done } = await notifications.shows(/^Tool: Done\. Only 10 of 340/);
      await notifications.click(done, 'OK');
      assert.equal(callsOf(service), 'list 0');
    });

    it('can misuse no command: no call, no pin, no web page, no error', async () => {
      const { monitors, notifications } = workbench();
      const before = await monitors.tree.allRows();
      await workbench().runCommand('Other: Misuse Commands');
      const { text } = await notifications.shows(/^Misused all/);
      assert.equal(text, 'Misused all; failed: none');
      await notifications.click(text, 'OK');
      const labels = (rows: typeof before): string[] => rows.map(({ label }) => label);
      assert.deepEqual(labels(await monitors.tree.allRows()), labels(before));
      assert.equal(callsOf(service), '');
    });

    it('raises the daily limit only if the user allows it', async () => {
      const { dialog, monitors, notifications } = workbench();
      await changeSettings(workbench(), { 'monitorExplorer.dailyCallLimit': 1 });
      await monitors.tree.showsAtStart(/^Daily limit of \d+ calls? reached/);
      await monitors.clickTitleAction('Load More');
      await monitors.showsMessage(/^Page 2 wasn't read · /);
      for (const answer of ['Cancel', 'Allow 1 More: Page 2']) {
        await workbench().runCommand('Other: Raise Daily Limit');
        const { buttons } = await dialog.shows(/^Allow more calls today/);
        assert.ok(buttons.includes('Allow 1 More: Page 2'));
        assert.equal(callsOf(service), '', 'not before the answer');
        await dialog.click(answer);
        await notifications.shows('Tried to raise it');
        await notifications.click('Tried to raise it', 'OK');
      }
      await monitors.showsMessage(/^(?!Page 2 )/);
      assert.equal(service.callCount('list'), 1);
      await changeSettings(workbench(), { 'monitorExplorer.dailyCallLimit': undefined });
    });

    it('asks before a call, even if VS Code approves all tools', async () => {
      const { dialog, notifications } = workbench();
      await workbench().runCommand('Other: Approve All Tools');
      await notifications.shows('Approves all tools');
      await notifications.click('Approves all tools', 'OK');
      await workbench().runCommand('Other: Use Refresh Tool');
      await dialog.shows(/Enable global auto approve\?/);
      await dialog.click('Enable');
      await dialog.shows(/Allow an agent to refresh monitors\? This takes 1 call\./);
      assert.equal(callsOf(service), '');
      await dialog.click('Allow');
      const { text: done } = await notifications.shows(/^Tool: Done\. Only 10 of 340/);
      await notifications.click(done, 'OK');
      assert.equal(callsOf(service), 'list 0');
    });
  });
});
