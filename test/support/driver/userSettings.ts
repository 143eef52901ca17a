import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../host/server';
import { eventually } from './eventually';
import type { Workbench } from './workbench';

/**
 * Runs in the page: whether what was behind the settings, if anything, has the focus. A web page takes it late, which
 * would close a pick list. VS Code keeps web pages in frames outside the editors.
 */
const IS_BACK = `(() => {
  const { activeElement } = document;
  const tab = document.querySelector('.editor-group-container.active .tab.active');
  const isInEditor = activeElement.tagName === 'IFRAME' || activeElement.closest('.editor-group-container') !== null;
  return tab === null || (tab.dataset.resourceName !== 'settings.json' && isInEditor);
})()`;

const read = (workbench: Workbench): Settings =>
  JSON.parse(readFileSync(workbench.server.settingsFile, 'utf8')) as Settings;

/**
 * Changes user settings while VS Code runs, in its own editor, because it doesn't notice other writers. A value of
 * undefined removes a setting.
 */
export async function changeSettings(workbench: Workbench, changes: Settings): Promise<void> {
  const { page } = workbench;
  const text = JSON.stringify({ ...read(workbench), ...changes });
  const editor = await workbench.openSettings();
  // Not the line, whose middle may be out of view.
  await editor.locator('.view-line').first().waitFor();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  // Pasted, because the editor closes typed quotes and brackets.
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('ControlOrMeta+S');
  await eventually(
    'The saved settings',
    () => Promise.resolve(read(workbench)),
    // One by one, because VS Code rewrites settings of older versions.
    (now) => Object.entries(changes).every(([key, value]) => isDeepStrictEqual(now[key], value)),
  );
  // By the palette, which takes longer than the extension needs to receive the change.
  await workbench.runCommand('View: Close Editor');
  await eventually(
    'The focus in what was behind the settings',
    () => page.evaluate<boolean>(IS_BACK),
    Boolean,
  );
}
