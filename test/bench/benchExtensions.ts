import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { BARE_VIEW } from './inExtensionHost';

export const NOTHING_COMMAND = 'nothing.hello';

const COMMON = {
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './extension.js',
  extensionKind: ['workspace'],
  files: ['extension.js'],
};

/** An extension that does nothing, for the floor of activation. */
const NOTHING = {
  manifest: {
    ...COMMON,
    name: 'nothing',
    contributes: { commands: [{ command: NOTHING_COMMAND, title: 'Hello' }] },
  },
  code: `
const vscode = require('vscode');
exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('${NOTHING_COMMAND}', () => undefined));
};
`,
};

/** What measures, with the bare view in the same container as ours, so that both have the same room. */
const toBench = (portFile: string) => ({
  manifest: {
    ...COMMON,
    name: 'bench',
    activationEvents: ['onStartupFinished'],
    contributes: { views: { monitorExplorer: [{ id: BARE_VIEW, name: 'Bare' }] } },
  },
  code: `
exports.activate = (context) =>
  require(${JSON.stringify(join(__dirname, 'inExtensionHost.js'))})
    .activate(require('vscode'), context, ${JSON.stringify(portFile)});
`,
});

async function pack(
  folder: string,
  { manifest, code }: typeof NOTHING | ReturnType<typeof toBench>,
): Promise<string> {
  const source = join(folder, manifest.name);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'extension.js'), code);
  const file = join(folder, `${manifest.name}.vsix`);
  await createVSIX({
    ...{ cwd: source, packagePath: file, dependencies: false },
    ...{ allowMissingRepository: true, skipLicense: true },
  });
  return file;
}

/** Packs the bench's own extensions into `folder`. @param portFile where the bench's extension says its port */
export async function packBenchExtensions(folder: string, portFile: string): Promise<string[]> {
  return [await pack(folder, NOTHING), await pack(folder, toBench(portFile))];
}
