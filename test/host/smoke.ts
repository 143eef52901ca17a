import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { Workbench } from '../support/driver/workbench';
import { assertCalls } from '../support/stage';

const PAGE = 50;

/**
 * Signs in and loads three pages on the real screen. Rejects if something is wrong.
 * @param screenshot a file
 */
export async function runSmoke(service: SimulatedService, screenshot?: string): Promise<void> {
  const settings = { 'monitorExplorer.baseUrl': service.baseUrl };
  const workbench = await Workbench.open({ settings });
  const { monitors, tree } = workbench;
  const total = service.accounts[0].monitors.length;
  try {
    console.log(`VS Code ${workbench.version} (server build)`);
    await monitors.open();
    await monitors.showsWelcome(/aren.t signed in/);
    await signIn(workbench, service);
    for (const pages of [1, 2]) {
      await tree.clickMore(`${pages * PAGE} of ${total}`);
    }
    await tree.showsMore(`${3 * PAGE} of ${total}`);
    for (const { label, description } of await tree.rows()) {
      console.log(`  ${label}  ${description}`);
    }
    if (screenshot !== undefined) {
      console.log(`Screenshot: ${await workbench.screenshot(resolve(screenshot))}`);
    }
    assert.deepEqual(service.violations, []);
    assertCalls(service, 'token, list 0, list 1, list 2');
    console.log('Signed in and loaded 3 pages: all is well.');
  } catch (error) {
    console.error(`The screen then: ${await workbench.keepEvidence('smoke')}`);
    throw error;
  } finally {
    await workbench.close();
  }
}
