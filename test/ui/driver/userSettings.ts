import { readFileSync } from 'node:fs';
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
  await editor.locator('.view-line').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(wanted);
  await page.keyboard.press('ControlOrMeta+S');
  await eventually(
    'The saved settings',
    () => Promise.resolve(JSON.stringify(read(workbench))),
    (now) => now === wanted,
  );
  await workbench.runCommand('View: Close Editor');
}
