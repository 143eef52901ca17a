import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  removeAbandonedInstalls();
  if (existsSync(target)) {
    return target;
  }
  console.log(`Getting ${npmPackage} into .vscode-test …`);
  const partial = `${target}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
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

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function removeAbandonedInstalls(): void {
  for (const name of existsSync(vscodeCache()) ? readdirSync(vscodeCache()) : []) {
    const pid = /\.partial-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !processIsAlive(Number(pid))) {
      rmSync(join(vscodeCache(), name), { recursive: true, force: true });
    }
  }
}
