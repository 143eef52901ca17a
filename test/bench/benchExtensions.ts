import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { EXTENSION_OF_ONE_FILE, packVsix } from '../support/packVsix';
import { BARE_VIEW } from './inExtensionHost';

const COMMON = { ...EXTENSION_OF_ONE_FILE, publisher: 'bench' };

/**
 * An extension that only declares what ours declares. It shows how much time VS Code itself needs. Its names differ,
 * because both are installed.
 */
function toDeclared() {
  const ours = readFileSync(join(checkout(), 'package.json'), 'utf8').replaceAll(
    'monitorExplorer',
    'declared',
  );
  const { contributes } = JSON.parse(ours) as { contributes: Record<string, unknown> };
  const viewsContainers = {
    activitybar: [{ id: 'declared', title: 'Declared', icon: '$(pulse)' }],
  };
  return {
    manifest: {
      ...COMMON,
      name: 'declared',
      contributes: { ...contributes, viewsContainers, walkthroughs: [] },
    },
    code: `
const { commands, lm, window } = require('vscode');
const nothing = () => undefined;
const treeDataProvider = { getChildren: () => [], getTreeItem: (row) => row };
exports.activate = ({ extension, subscriptions }) => {
  const declared = extension.packageJSON.contributes;
  subscriptions.push(
    window.createOutputChannel('Declared', { log: true }),
    ...Object.values(declared.views).flat().map(({ id }) => window.createTreeView(id, { treeDataProvider })),
    ...declared.commands.map(({ command }) => commands.registerCommand(command, nothing)),
    ...declared.languageModelTools.map(({ name }) => lm.registerTool(name, { invoke: nothing })),
  );
};
`,
  };
}

/**
 * The measuring extension. Its bare view is in our container, so that both views have the same space. It activates when
 * VS Code starts, and delays the rest of the start until the activation is measured.
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

/** Packs the bench's own extensions into `folder`. @param portFile receives the port of the measuring extension */
export async function packBenchExtensions(folder: string, portFile: string): Promise<string[]> {
  const declared = toDeclared();
  const bench = toBench(portFile);
  return [
    await packVsix(folder, declared.manifest, declared.code),
    await packVsix(folder, bench.manifest, bench.code),
  ];
}
