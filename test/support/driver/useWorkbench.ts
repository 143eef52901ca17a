import { FEW_BUILTIN_EXTENSIONS } from '../../host/server';
import { Screen } from './screen';
import { Workbench, type WorkbenchOptions } from './workbench';

interface Opened {
  readonly workbench: Workbench;
  readonly screen: Screen;
}

/** Unused screens, for the next VS Code of this process. */
const freeScreens: Screen[] = [];

/** A VS Code that the next file with the same `shared` uses, because a start takes longer than most tests. */
let kept: (Opened & { readonly shared: string }) | undefined;

async function close({ workbench, screen }: Opened): Promise<void> {
  await workbench.close();
  freeScreens.push(screen);
}

/**
 * Opens a VS Code before the tests of a `describe`, and closes it after them. If a test fails, keeps a picture and the
 * logs in out/screenshots.
 * @param shared name for files that may use the same VS Code one after the other
 * @returns the workbench, inside a test
 */
export function useWorkbench(
  options: () => WorkbenchOptions | Promise<WorkbenchOptions>,
  shared?: string,
): () => Workbench {
  let opened: Opened | undefined;
  let hasFailed = false;

  before(async () => {
    const before = kept;
    kept = undefined;
    if (before !== undefined && before.shared === shared) {
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

  after(async () => {
    if (opened !== undefined && shared !== undefined && !hasFailed) {
      kept = { ...opened, shared };
    } else {
      await (opened && close(opened));
    }
  });

  return () => {
    if (opened === undefined) {
      throw new Error('The workbench is there inside tests and after `before`, not earlier.');
    }
    return opened.workbench;
  };
}
