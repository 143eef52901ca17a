import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { GuardedProgram } from './guardedProgram';
import { vscodeCache } from './places';

export async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  const cli = process.env['npm_execpath'];
  const [command, first] = cli?.endsWith('.js')
    ? [process.execPath, [cli]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  // Without install scripts, which only the server's login page and terminals need.
  const all = [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...args];
  const program = new GuardedProgram(command, all, { folder: '', cwd: folder });
  if ((await program.ended()) !== 0) {
    throw new Error(`npm install in ${folder} failed:\n${program.output.slice(-4000)}`);
  }
}

/**
 * Installs an npm package into a folder of the cache, if it isn't there.
 * @param finish further work before it counts as installed
 * @returns the folder
 */
export async function getPackage(
  name: string,
  npmPackage: string,
  finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const target = join(vscodeCache(), name);
  if (existsSync(target)) {
    return target;
  }
  console.log(`Getting ${npmPackage} into .vscode-test …`);
  const partial = `${target}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  removeAbandonedInstalls();
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n');
  await npmInstall(partial, npmPackage);
  await finish(partial);
  try {
    // Only a complete install has this name, even if two run at the same time.
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) {
      throw error;
    }
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

function removeAbandonedInstalls(): void {
  const anHourAgo = Date.now() - 60 * 60_000;
  for (const name of readdirSync(vscodeCache())) {
    const folder = join(vscodeCache(), name);
    if (name.includes('.partial-') && statSync(folder).mtimeMs < anHourAgo) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
