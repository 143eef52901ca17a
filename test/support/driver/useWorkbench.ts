import { Screen } from './screen';
import { Workbench, type WorkbenchOptions } from './workbench';

/**
 * Themes, icons and JSON. VS Code needs more time for its other hundred extensions than for the rest of its start.
 */
const BUILTIN_EXTENSIONS = ['theme-defaults', 'theme-seti', 'json'];

/** Unused screens, for the next VS Code of this process. */
const freeScreens: Screen[] = [];

/**
 * Opens a VS Code before the tests of a `describe`, and closes it after them. If a test fails, keeps a picture and the
 * logs in out/screenshots.
 * @returns the workbench, inside a test
 */
export function useWorkbench(options: () => WorkbenchOptions | Promise<WorkbenchOptions>): () => Workbench {
  const opened: Workbench[] = [];
  let screen: Screen | undefined;

  before(async () => {
    screen = freeScreens.pop() ?? (await Screen.open());
    opened.push(
      await Workbench.open({ builtinExtensions: BUILTIN_EXTENSIONS, ...(await options()) }, screen),
    );
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      for (const workbench of opened) {
        const title = this.currentTest.fullTitle();
        // A hook that throws would end the file.
        const picture = await workbench.keepEvidence(title).catch(String);
        const logs = await workbench.keepLogs(title).catch(String);
        console.log(`The screen then: ${picture}, and what was logged: ${logs}`);
      }
    }
  });

  after(async () => {
    for (const workbench of opened.splice(0)) {
      await workbench.close();
      freeScreens.push(screen!);
    }
  });

  return () => {
    const [workbench] = opened;
    if (workbench === undefined) {
      throw new Error('The workbench is there inside tests and after `before`, not earlier.');
    }
    return workbench;
  };
}
