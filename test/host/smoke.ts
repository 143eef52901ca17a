import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { Workbench } from '../support/driver/workbench';
import { callsOf } from '../support/stage';

const PAGE = 50;

interface SmokeOptions {
  readonly vsix: string;
  readonly screenshot: string | undefined;
}

/** Signs in and loads three pages on the real screen. Rejects if something is wrong. */
export async function runSmoke(service: SimulatedService, options: SmokeOptions): Promise<void> {
  const settings = { 'monitorExplorer.baseUrl': service.baseUrl };
  const workbench = await Workbench.open({ vsix: options.vsix, settings });
  const { monitors } = workbench;
  const total = service.accounts[0].monitors.length;
  try {
    console.log(`VS Code ${workbench.version} (server build)`);
    await monitors.open();
    await monitors.showsWelcome(/aren.t signed in/);
    await signIn(workbench, service);
    for (const pages of [1, 2]) {
      await monitors.tree.clickAtEnd(loadMoreRow(`${pages * PAGE} of ${total}`));
    }
    await monitors.tree.showsAtEnd(loadMoreRow(`${3 * PAGE} of ${total}`));
    for (const { label, description } of await monitors.tree.rows()) {
      console.log(`  ${label}  ${description}`);
    }
    if (options.screenshot !== undefined) {
      console.log(`Screenshot: ${await workbench.screenshot(resolve(options.screenshot))}`);
    }
    assert.deepEqual(service.violations, []);
    assert.equal(callsOf(service), 'token, list 0, list 1, list 2');
    console.log('Signed in and loaded 3 pages: all is well.');
  } catch (error) {
    console.error(`The screen then: ${await workbench.keepEvidence('smoke')}`);
    throw error;
  } finally {
    await workbench.close();
  }
}
