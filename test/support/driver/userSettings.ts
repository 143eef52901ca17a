import { readFileSync } from 'node:fs';
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
  // VS Code shows the title when it has read the settings.
  const title = `Settings of ${Date.now()}`;
  const text = JSON.stringify({ ...read(workbench), ...changes, 'window.title': title });
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
    'The changed settings',
    () => page.title(),
    (now) => now.includes(title),
  );
  await workbench.closeEditor();
  await eventually(
    'The focus in what was behind the settings',
    () => page.evaluate<boolean>(IS_BACK),
    Boolean,
  );
}
