import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SilentReporter,
  download,
  resolveCliPathFromVSCodeExecutablePath,
  runTests,
} from '@vscode/test-electron';
import { GuardedProgram, makeTemporaryFolder } from './guardedProgram';
import { vscodeCache } from './places';
import { VSCODES, type Age } from './versions';

/** The program of the desktop VS Code, or why it's missing. */
export type Desktop = { readonly executable: string } | { readonly missing: string };

/** Whether windows can be shown. Only Linux may lack a display. */
const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Downloads the desktop VS Code if it isn't in the cache. */
export async function getDesktop(age: Age): Promise<Desktop> {
  if (!hasDisplay()) {
    return { missing: 'there is no display for its window' };
  }
  try {
    const version = age === 'newest' ? 'stable' : VSCODES[age].version;
    return {
      executable: await download({
        version,
        cachePath: vscodeCache(),
        reporter: new SilentReporter(),
      }),
    };
  } catch (error) {
    return {
      missing: `its download failed (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}

/** Electron's sandbox refuses to run as root. */
const desktopArguments = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

interface DesktopTestRun {
  readonly executable: string;
  readonly extension: string;
  readonly testsModule: string;
  readonly temporary: string;
}

/**
 * Runs the tests, and prints their output.
 * @returns the exit code
 */
export async function runTestsInDesktop(run: DesktopTestRun): Promise<number> {
  try {
    return await runTests({
      vscodeExecutablePath: run.executable,
      extensionDevelopmentPath: run.extension,
      extensionTestsPath: run.testsModule,
      launchArgs: [
        ...desktopArguments(),
        '--disable-extensions',
        '--disable-workspace-trust',
        `--user-data-dir=${run.temporary}`,
      ],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Opens a desktop window with a packed extension for a new user, who is removed when the program ends. */
export async function openDesktop(
  executable: string,
  vsix: string,
  settings: object,
): Promise<GuardedProgram> {
  const home = makeTemporaryFolder();
  mkdirSync(join(home, 'User'));
  mkdirSync(join(home, 'folder'));
  writeFileSync(join(home, 'User', 'settings.json'), JSON.stringify(settings, undefined, 2));
  const user = [`--user-data-dir=${home}`, `--extensions-dir=${join(home, 'extensions')}`];
  const cli = resolveCliPathFromVSCodeExecutablePath(executable);
  const install = new GuardedProgram(
    cli,
    [...desktopArguments(), ...user, '--install-extension', vsix],
    {
      folder: '',
    },
  );
  if ((await install.ended()) !== 0) {
    throw new Error(`VS Code did not install ${vsix}:\n${install.output}`);
  }
  const calm = [
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-workspace-trust',
    '--new-window',
  ];
  const args = [...desktopArguments(), ...user, ...calm, join(home, 'folder')];
  return new GuardedProgram(executable, args, { folder: home });
}
