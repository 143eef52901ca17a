import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../host/server';
import { eventually } from './eventually';
import type { Workbench } from './workbench';

/**
 * Runs in the page: whether what stood behind the settings, if anything, has the keyboard. A web page takes it some time
 * after it is in sight, and closes a question that has come up by then. VS Code keeps it in a frame outside of the editors.
 */
const IS_BACK = `(() => {
  const { activeElement } = document;
  const tab = document.querySelector('.editor-group-container.active .tab.active');
  const isInEditor = activeElement.tagName === 'IFRAME' || activeElement.closest('.editor-group-container') !== null;
  return tab === null || (tab.dataset.resourceName !== 'settings.json' && isInEditor);
})()`;

const read = (workbench: Workbench): Settings =>
  JSON.parse(readFileSync(workbench.server.settingsFile, 'utf8')) as Settings;

/** Changes user settings while VS Code runs. A value of undefined takes a setting back to its default. */
export async function changeSettings(workbench: Workbench, changes: Settings): Promise<void> {
  // Not compared as a whole: VS Code itself rewrites settings of older versions.
  const isSaved = (text: string): boolean => {
    const now = JSON.parse(text) as Settings;
    return Object.entries(changes).every(([key, value]) => isDeepStrictEqual(now[key], value));
  };
  await replaceSettings(workbench, JSON.stringify({ ...read(workbench), ...changes }), isSaved);
}

/**
 * Makes the file of the user's settings one that VS Code can't write to: it has text after its end. They hold all the
 * same. Returns what puts it right again.
 */
export async function breakSettings(workbench: Workbench): Promise<() => Promise<void>> {
  const good = readFileSync(workbench.server.settingsFile, 'utf8');
  const isBroken = (text: string): boolean => text.endsWith(' x');
  await replaceSettings(workbench, `${good} x`, isBroken);
  return () => replaceSettings(workbench, good, (text) => !isBroken(text));
}

/** Writes the whole file in VS Code's own editor: it does not notice what others write to it. */
async function replaceSettings(
  workbench: Workbench,
  text: string,
  isSaved: (now: string) => boolean,
): Promise<void> {
  const { page } = workbench;
  const editor = await workbench.openSettings();
  // The editor and not its line: the middle of a long line may lie outside of what is in sight.
  await editor.locator('.view-line').first().waitFor();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  // Pasted, because the editor closes typed quotes and brackets once more.
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('ControlOrMeta+S');
  await eventually(
    'The saved settings',
    () => Promise.resolve(readFileSync(workbench.server.settingsFile, 'utf8')),
    isSaved,
  );
  // By the palette, which takes longer than the extension needs to hear of the change.
  await workbench.runCommand('View: Close Editor');
  await eventually(
    'The keyboard in what stood behind the settings',
    () => page.evaluate<boolean>(IS_BACK),
    Boolean,
  );
}
