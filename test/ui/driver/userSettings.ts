import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../host/server';
import { eventually } from './eventually';
import type { Workbench } from './workbench';

const read = (workbench: Workbench): Settings =>
  JSON.parse(readFileSync(workbench.server.settingsFile, 'utf8')) as Settings;

/**
 * Changes user settings while VS Code runs, in its own editor: it does not notice what others write to the file.
 * A value of undefined takes a setting back to its default.
 */
export async function changeSettings(workbench: Workbench, changes: Settings): Promise<void> {
  const { page } = workbench;
  const wanted = JSON.stringify({ ...read(workbench), ...changes });
  await workbench.runCommand('Preferences: Open User Settings (JSON)');
  const editor = page.locator('.editor-group-container.active .monaco-editor').first();
  // The editor and not its line: the middle of a long line may lie outside of what is in sight.
  await editor.locator('.view-line').first().waitFor();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  // Pasted, because the editor closes typed quotes and brackets once more.
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(wanted)})`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('ControlOrMeta+S');
  await eventually(
    'The saved settings',
    () => Promise.resolve(read(workbench)),
    // Not compared as a whole: VS Code itself rewrites settings of older versions.
    (now) => Object.entries(changes).every(([key, value]) => isDeepStrictEqual(now[key], value)),
  );
  await workbench.runCommand('View: Close Editor');
}
