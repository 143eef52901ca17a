import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { checkout } from '../host/places';
import { BARE_VIEW } from './inExtensionHost';

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
    contributes: { commands: [{ command: 'nothing.hello', title: 'Hello' }] },
  },
  code: `
const vscode = require('vscode');
exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('nothing.hello', () => undefined));
};
`,
};

/**
 * Registers what ours declares, with nothing behind it: what VS Code alone takes to activate an extension of this size.
 * Both are installed, so its names are others.
 */
function toDeclared() {
  const ours = readFileSync(join(checkout(), 'package.json'), 'utf8').replaceAll(
    'monitorExplorer',
    'declared',
  );
  const { contributes } = JSON.parse(ours) as { contributes: Record<string, unknown> };
  const viewsContainers = { activitybar: [{ id: 'declared', title: 'Declared', icon: '$(pulse)' }] };
  return {
    manifest: {
      ...COMMON,
      name: 'declared',
      contributes: { ...contributes, viewsContainers, walkthroughs: [] },
    },
    code: `
const { authentication, commands, EventEmitter, lm, window } = require('vscode');
const nothing = () => undefined;
const treeDataProvider = { getChildren: () => [], getTreeItem: (row) => row };
const onDidChangeSessions = new EventEmitter().event;
const provider = { onDidChangeSessions, getSessions: () => [], createSession: nothing, removeSession: nothing };
exports.activate = ({ extension, subscriptions }) => {
  const declared = extension.packageJSON.contributes;
  subscriptions.push(
    window.createOutputChannel('Declared', { log: true }),
    ...Object.values(declared.views).flat().map(({ id }) => window.createTreeView(id, { treeDataProvider })),
    ...declared.commands.map(({ command }) => commands.registerCommand(command, nothing)),
    ...declared.languageModelTools.map(({ name }) => lm.registerTool(name, { invoke: nothing })),
    ...declared.authentication.map(({ id, label }) => authentication.registerAuthenticationProvider(id, label, provider)),
  );
};
`,
  };
}

/**
 * What measures, with the bare view in the same container as ours, so that both have the same room. It is activated
 * before VS Code has started, and keeps that from ending until what is activated then was measured.
 */
const toBench = (portFile: string) => ({
  manifest: {
    ...COMMON,
    name: 'bench',
    activationEvents: ['*'],
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
  { manifest, code }: typeof NOTHING | ReturnType<typeof toDeclared> | ReturnType<typeof toBench>,
): Promise<string> {
  const source = join(folder, manifest.name);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'extension.js'), code);
  const file = join(folder, `${manifest.name}.vsix`);
  await createVSIX({
    cwd: source,
    packagePath: file,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return file;
}

/** Packs the bench's own extensions into `folder`. @param portFile where the bench's extension says its port */
export async function packBenchExtensions(folder: string, portFile: string): Promise<string[]> {
  return [
    await pack(folder, NOTHING),
    await pack(folder, toDeclared()),
    await pack(folder, toBench(portFile)),
  ];
}
