import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { GuardedProgram } from './guardedProgram';
import { vscodeCache } from './places';
import { SERVER_PINS, type Age, type ServerPin } from './versions';

/** VS Code as a server with a page to open in a browser: workbench, extension host and all, but no desktop window. */
export interface ServerBuild {
  readonly version: string;
  /** The Node to run it with. */
  readonly node: string;
  /** The folder with out/server-main.js. */
  readonly folder: string;
}

const platform = `${process.platform}-${process.arch}`;

function nodePackage(pin: ServerPin): string | undefined {
  if (Number(process.versions.node.split('.')[0]) === pin.nodeMajor) {
    return undefined;
  }
  const found = pin.nodePackages[platform];
  if (found === undefined) {
    throw new Error(
      `VS Code's server build ${pin.version} needs Node ${pin.nodeMajor} on ${platform}; this is ${process.version}.`,
    );
  }
  return found;
}

async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  const cli = process.env['npm_execpath'];
  const [command, first] = cli?.endsWith('.js')
    ? [process.execPath, [cli]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  // No scripts: they build or download what only the server's own login page and terminals need.
  const all = [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...args];
  const program = new GuardedProgram(command, all, { folder: '', cwd: folder });
  if ((await program.ended()) !== 0) {
    throw new Error(`npm install in ${folder} failed:\n${program.output.slice(-4000)}`);
  }
}

const serverFolder = (installed: string): string =>
  join(installed, 'node_modules', 'code-server', 'lib', 'vscode');

/**
 * Installs npm packages into a folder of the cache, unless it is there.
 * @param finish what else is done in the folder before it counts as installed.
 * @returns the folder.
 */
export async function getPackages(
  name: string,
  packages: readonly string[],
  finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const target = join(vscodeCache(), name);
  removeAbandonedInstalls();
  if (existsSync(target)) {
    return target;
  }
  console.log(`Getting ${packages[0]} into .vscode-test …`);
  const partial = `${target}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n');
  await npmInstall(partial, ...packages);
  await finish(partial);
  try {
    // The name is the stamp: only what was installed completely ever has it, whoever installs at the same time.
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) {
      throw error;
    }
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

async function finishServer(folder: string): Promise<void> {
  takePublishedPackages(serverFolder(folder));
  await npmInstall(serverFolder(folder), '--omit=dev');
  putLogFilesInPlace(serverFolder(folder));
}

interface Shrinkwrap {
  readonly packages: Record<
    string,
    { version?: string; resolved?: string; integrity?: string; dependencies?: Record<string, string> }
  >;
}

/** A package that is locked to a commit of a repository needs git and that host; its published version does as well. */
function takePublishedPackages(server: string): void {
  const shrinkwrapFile = join(server, 'npm-shrinkwrap.json');
  const manifestFile = join(server, 'package.json');
  const shrinkwrap = JSON.parse(readFileSync(shrinkwrapFile, 'utf8')) as Shrinkwrap;
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { dependencies: Record<string, string> };
  for (const [place, locked] of Object.entries(shrinkwrap.packages)) {
    const name = place.replace(/^node_modules\//, '');
    if (locked.resolved?.startsWith('git+') && locked.version !== undefined) {
      delete locked.resolved;
      delete locked.integrity;
      manifest.dependencies[name] = locked.version;
      shrinkwrap.packages['']!.dependencies![name] = locked.version;
    }
  }
  writeFileSync(shrinkwrapFile, JSON.stringify(shrinkwrap));
  writeFileSync(manifestFile, JSON.stringify(manifest));
}

function putLogFilesInPlace(server: string): void {
  const standIn = join(server, 'node_modules', '@vscode', 'spdlog', 'index.js');
  rmSync(standIn);
  copyFileSync(join(__dirname, 'logFiles.js'), standIn);
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

/** Installs the pinned server build into the cache, unless it is there. */
export async function getServerBuild(age: Age): Promise<ServerBuild> {
  const pin = SERVER_PINS[age];
  const node = nodePackage(pin);
  const packages = [`code-server@${pin.codeServer}`, ...(node === undefined ? [] : [node])];
  // Another Node on the same machine needs another install.
  const name = `server-${pin.version}-node${node === undefined ? '-own' : pin.nodeMajor}`;
  const target = await getPackages(name, packages, finishServer);
  const packageName = node?.replace(/@[^@]*$/, '');
  return {
    version: pin.version,
    node:
      packageName === undefined ? process.execPath : join(target, 'node_modules', packageName, 'bin', 'node'),
    folder: serverFolder(target),
  };
}
