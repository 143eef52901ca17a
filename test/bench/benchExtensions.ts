import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { EXTENSION_OF_ONE_FILE, packVsix } from '../support/packVsix';

/** Registers what our extension declares, and does nothing else. */
const DECLARED = `
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
`;

/** Its names differ from ours, because both are installed. */
function readContributions(): object {
  const ours = readFileSync(join(checkout(), 'package.json'), 'utf8');
  const { contributes } = JSON.parse(ours.replaceAll('monitorExplorer', 'declared')) as {
    contributes: object;
  };
  const viewsContainers = { activitybar: [{ id: 'declared', title: 'Declared', icon: '$(pulse)' }] };
  return { ...contributes, viewsContainers, walkthroughs: [] };
}

/**
 * Packs an extension that measures, and one that shows VS Code's own time for an extension of our size.
 * @param portFile receives the port of the measuring extension
 */
export async function packBenchExtensions(folder: string, portFile: string): Promise<string[]> {
  const common = { ...EXTENSION_OF_ONE_FILE, publisher: 'bench' };
  const script = JSON.stringify(join(__dirname, 'inExtensionHost.js'));
  // Activated while VS Code starts, and before ours.
  const bench = { ...common, name: 'bench', activationEvents: ['*'] };
  return [
    await packVsix(
      folder,
      { ...common, name: 'declared', contributes: readContributions() } as { name: string },
      DECLARED,
    ),
    await packVsix(
      folder,
      bench,
      `exports.activate = (context) => require(${script}).activate(require('vscode'), context, ${JSON.stringify(portFile)});`,
    ),
  ];
}
