import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { packOtherExtension } from '../support/driver/otherExtension';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';
import { SMALL_PAGES } from '../support/stage';

const OURS = 'monitor-explorer.monitor-explorer';

interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** Source files whose code the extension host has loaded. */
async function loadedSources(workbench: Workbench): Promise<string[]> {
  const { notifications } = workbench;
  await workbench.runCommand('Other: Tell Loaded Parts');
  const { text } = await notifications.shows(/^Loaded: /);
  await notifications.click(text, 'OK');
  const parts = text.slice('Loaded: '.length).split(' ');
  const { outputs } = JSON.parse(readFileSync(join(checkout(), 'dist', 'metafile.json'), 'utf8')) as Metafile;
  return Object.entries(outputs)
    .filter(([output]) => parts.some((part) => basename(part) === basename(output)))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

describe('A new window', () => {
  let service: SimulatedService;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    service = await SimulatedService.start({ monitors: 34 });
    for (let index = 0; index < 34; index++) {
      service.updateMonitor(index, { status: index === 0 ? 'down' : index === 3 ? 'degraded' : 'up' });
    }
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const workbench = useWorkbench(async () => ({
    settings: {
      ...SMALL_PAGES,
      'monitorExplorer.baseUrl': service.baseUrl,
      'monitorExplorer.statusBar': true,
      'monitorExplorer.dailyCallLimit': 10,
    },
    otherVsixes: [await packOtherExtension(folder)],
  }));

  it('loads only what registers commands and views while everyone is signed out', async () => {
    const sources = await loadedSources(workbench());
    assert.ok(sources.includes('src/extension.ts'));
    assert.deepEqual(
      sources.filter((source) =>
        /^(node_modules|src\/(credits|core|monitors|service|session|storage))/.test(source),
      ),
      [],
    );
    assert.ok(!sources.includes('src/ui/start.ts'));
  });

  it('shows saved counts in badge and status bar while the view is hidden, and a click shows the problems', async () => {
    const { monitors, statusBar } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 34'));
    await service.idle();
    service.forgetCalls();
    await monitors.hide();
    await workbench().restart();
    await monitors.showsBadge(/^1 down in 10 of 34, read /);
    await statusBar.shows(OURS, /^1 down · 1 degraded · /);
    assert.match(await statusBar.hover(OURS, /^1 down/), /2 of 10 calls today, resets at .* 20% Show Calls$/);
    assert.equal(await monitors.isOpen(), false);
    await statusBar.click(OURS, /^1 down/);
    await monitors.showsMessage(/ — status:problem · 2 in 10 of 34/);
    assert.equal(service.callCount(), 0);
  });
});
