import { Screen } from './screen';
import { Workbench, type WorkbenchOptions } from './workbench';

/**
 * Colors, icons and the language of the settings. The other hundred, of languages and tools, have nothing to do with the
 * extension, and VS Code takes longer to read them than for all else at its start.
 */
const BUILTIN_EXTENSIONS = ['theme-defaults', 'theme-seti', 'json'];

/** Empty, for the next VS Code of this process. */
const freeScreens: Screen[] = [];

/**
 * Opens a VS Code before the tests of the surrounding `describe` and closes it after them. A picture of the screen at
 * the moment a test failed is kept in out/screenshots, with the logs. Returns how to get at the workbench from inside a
 * test.
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
        // A hook that throws would end the file: the tests that follow are to be run without a picture too.
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
