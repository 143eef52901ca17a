import { FEW_BUILTIN_EXTENSIONS } from '../../host/server';
import { Screen } from './screen';
import { Workbench, type WorkbenchOptions } from './workbench';

interface Opened {
  readonly workbench: Workbench;
  readonly screen: Screen;
}

/** Unused screens, for the next VS Code of this process. */
const freeScreens: Screen[] = [];

/** A VS Code that the next file uses, because a start takes longer than most tests. */
let kept: (Opened & { readonly hasFailed: boolean }) | undefined;

async function close({ workbench, screen }: Opened): Promise<void> {
  await workbench.close();
  freeScreens.push(screen);
}

/**
 * Opens a VS Code before the tests of a `describe`. If a test fails, keeps a picture and the logs in out/screenshots.
 * @param needsNew false if it may be the one of an earlier file
 * @returns the workbench, inside a test
 */
export function useWorkbench(
  options: () => WorkbenchOptions | Promise<WorkbenchOptions>,
  needsNew = true,
): () => Workbench {
  let opened: Opened | undefined;
  let hasFailed = false;

  before(async () => {
    const before = kept;
    kept = undefined;
    if (before?.hasFailed === false && !needsNew) {
      opened = before;
      return;
    }
    await (before && close(before));
    const screen = freeScreens.pop() ?? (await Screen.open());
    const workbench = await Workbench.open(
      { builtinExtensions: FEW_BUILTIN_EXTENSIONS, ...(await options()) },
      screen,
    );
    opened = { workbench, screen };
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed' && opened !== undefined) {
      hasFailed = true;
      const { workbench } = opened;
      const title = this.currentTest.fullTitle();
      // A hook that throws would end the file.
      const picture = await workbench.keepEvidence(title).catch(String);
      const logs = await workbench.keepLogs(title).catch(String);
      console.log(`The screen then: ${picture}, and what was logged: ${logs}`);
    }
  });

  after(() => void (kept = opened && { ...opened, hasFailed }));

  return () => {
    if (opened === undefined) {
      throw new Error('The workbench is there inside tests and after `before`, not earlier.');
    }
    return opened.workbench;
  };
}
