import { join } from 'node:path';
import { getPackage } from './packageCache';
import { VSCODES, type Age } from './versions';

/** First version that has `node:sqlite` without a flag. */
const OLDEST_MINOR_OF_22 = 13;

function runsOn(major: number): boolean {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number) as [number, number];
  return ownMajor === major && (major !== 22 || ownMinor >= OLDEST_MINOR_OF_22);
}

/**
 * Gets the Node of a VS Code: this process's own if it has the same major version, otherwise one from an npm package.
 * @returns the path of its program
 */
export async function getNode(age: Age): Promise<string> {
  const { nodeMajor, nodePackages } = VSCODES[age];
  if (runsOn(nodeMajor)) {
    return process.execPath;
  }
  const platform = `${process.platform}-${process.arch}`;
  const npmPackage = nodePackages[platform];
  if (npmPackage === undefined) {
    throw new Error(`This needs Node ${nodeMajor} on ${platform}; this is ${process.version}.`);
  }
  const [name, version] = npmPackage.split('@') as [string, string];
  const folder = await getPackage(`node-${version}`, npmPackage);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folder, 'node_modules', name, 'bin', program);
}
