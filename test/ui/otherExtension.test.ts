import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from '../support/driver/otherExtension';
import { signOut } from '../support/driver/signIn';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';
import { assertCalls, SMALL_PAGES, Stage, TALL } from '../support/stage';

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

describe('Another extension', () => {
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
  const stage = new Stage(
    useWorkbench(async () => ({
      settings: { ...SMALL_PAGES, 'monitorExplorer.baseUrl': service.baseUrl },
      size: TALL,
      otherVsixes: [await packOtherExtension(folder)],
    })),
  );
  afterEach(() => stage.clear());

  /** Runs a command of the other extension, which ends with a notification. */
  async function run(command: string, ends: RegExp): Promise<void> {
    await stage.workbench.runCommand(`Other: ${command}`);
    await confirm(ends);
  }

  async function confirm(text: RegExp): Promise<void> {
    await stage.workbench.notifications.click(text, 'OK');
  }

  it('finds only the start loaded, and no other part, while everyone is signed out', async () => {
    const sources = await loadedSources(stage.workbench);
    assert.ok(sources.includes('src/extension.ts'));
    const parts = /^(node_modules|src\/(account|mapping|monitors|service|storage|ui\/start))/;
    assert.deepEqual(
      sources.filter((source) => parts.test(source)),
      [],
    );
  });

  describe('while somebody is signed in,', () => {
    const question = /Allow an agent to refresh monitors\? This takes 1 call\./;

    beforeEach(async () => {
      await stage.workbench.monitors.open();
      await stage.signIn(service);
      await stage.workbench.tree.showsMore('10 of 340');
      await service.idle();
      service.forgetCalls();
    });
    afterEach(async () => {
      await signOut(stage.workbench);
      await stage.workbench.monitors.showsWelcome(/aren't signed in/);
    });

    it('reads loaded monitors with a language-model tool, and refreshes only if the user allows the cost', async () => {
      const { dialog } = stage.workbench;
      await run('Use List Tool', /^Tool: Only 10 of 340 monitors are loaded/);
      for (const [answer, says, calls] of [
        ['Cancel', /^Tool: The user declined\./, ''],
        ['Allow', /^Tool: Done\. Only 10 of 340/, 'list 0'],
      ] as const) {
        await stage.workbench.runCommand('Other: Use Refresh Tool');
        const { text, buttons } = await dialog.shows(question);
        assert.match(text, /ada@example\.com · 127\.0\.0\.1/);
        assert.deepEqual([...buttons].sort(), ['Allow', 'Cancel']);
        assertCalls(service, '');
        await dialog.click(answer);
        await confirm(says);
        assertCalls(service, calls);
      }
    });

    it('can misuse no command: no call, no pin, no web page, no error', async () => {
      const { tree } = stage.workbench;
      const labels = async () => (await tree.allRows()).map(({ label }) => label);
      const before = await labels();
      await run('Misuse Commands', /^Misused all; failed: none$/);
      assert.deepEqual(await labels(), before);
      assertCalls(service, '');
    });

    it('raises the daily limit only if the user allows it', async () => {
      const { dialog, monitors, tree } = stage.workbench;
      await stage.set({ dailyCallLimit: 1 });
      await tree.showsAtStart(/^Daily limit of \d+ calls? reached/);
      await monitors.clickTitleAction('Load More');
      await monitors.showsMessage(/^Page 2 wasn't read · /);
      for (const answer of ['Cancel', 'Allow 1 More: Page 2']) {
        await stage.workbench.runCommand('Other: Raise Daily Limit');
        const { buttons } = await dialog.shows(/^Allow more calls today/);
        assert.ok(buttons.includes('Allow 1 More: Page 2'));
        assertCalls(service, '', 'not before the answer');
        await dialog.click(answer);
        await confirm(/^Tried to raise it$/);
      }
      await monitors.showsMessage(/^(?!Page 2 )/);
      assert.equal(service.callCount('list'), 1);
    });

    it('asks before a call, even if VS Code approves all tools', async () => {
      const { dialog } = stage.workbench;
      await run('Approve All Tools', /^Approves all tools$/);
      await stage.workbench.runCommand('Other: Use Refresh Tool');
      await dialog.shows(/Enable global auto approve\?/);
      await dialog.click('Enable');
      await dialog.shows(question);
      assertCalls(service, '');
      await dialog.click('Allow');
      await confirm(/^Tool: Done\. Only 10 of 340/);
      assertCalls(service, 'list 0');
    });
  });
});
