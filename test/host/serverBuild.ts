import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNode } from './nodeBuild';
import { getPackage, npmInstall } from './packageCache';
import { VSCODES, type Age } from './versions';

/** VS Code as a server with a page for a browser, and without a desktop window. */
export interface ServerBuild {
  readonly version: string;
  /** The Node that runs it. */
  readonly node: string;
  /** The folder with out/server-main.js. */
  readonly folder: string;
}

const serverFolder = (installed: string): string =>
  join(installed, 'node_modules', 'code-server', 'lib', 'vscode');

async function finishServer(folder: string): Promise<void> {
  takePublishedPackages(serverFolder(folder));
  await npmInstall(serverFolder(folder), '--omit=dev');
  putLogFilesInPlace(serverFolder(folder));
}

interface Shrinkwrap {
  readonly packages: Record<
    string,
    {
      version?: string;
      resolved?: string;
      integrity?: string;
      dependencies?: Record<string, string>;
    }
  >;
}

/** Takes published versions of packages that are locked to a git commit, which would need git and its host. */
function takePublishedPackages(server: string): void {
  const shrinkwrapFile = join(server, 'npm-shrinkwrap.json');
  const manifestFile = join(server, 'package.json');
  const shrinkwrap = JSON.parse(readFileSync(shrinkwrapFile, 'utf8')) as Shrinkwrap;
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    dependencies: Record<string, string>;
  };
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

/** Installs the pinned server build and its Node, if they aren't in the cache. */
export async function getServerBuild(age: Age): Promise<ServerBuild> {
  const { version } = VSCODES[age];
  const node = await getNode(age);
  // The npm package's version is VS Code's, with 4 instead of 1.
  const codeServer = `code-server@${version.replace(/^1/, '4')}`;
  const folder = await getPackage(`server-${version}`, codeServer, finishServer);
  return { version, node, folder: serverFolder(folder) };
}
