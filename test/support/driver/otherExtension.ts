import { EXTENSION_OF_ONE_FILE, packVsix } from '../packVsix';

const MANIFEST = {
  ...EXTENSION_OF_ONE_FILE,
  name: 'other-extension',
  displayName: 'Other Extension',
  publisher: 'somebody-else',
  contributes: {
    commands: [
      { command: 'other.list', title: 'Use List Tool', category: 'Other' },
      { command: 'other.refresh', title: 'Use Refresh Tool', category: 'Other' },
      { command: 'other.raise', title: 'Raise Daily Limit', category: 'Other' },
      { command: 'other.misuse', title: 'Misuse Commands', category: 'Other' },
      { command: 'other.approve', title: 'Approve All Tools', category: 'Other' },
      { command: 'other.parts', title: 'Tell Loaded Parts', category: 'Other' },
    ],
  },
};

/**
 * Shows in a notification the answer of a language-model tool, or which files of the bundle are loaded.
 */
const CODE = `
const vscode = require('vscode');
const useTool = async (name, input) => {
  try {
    const { content } = await vscode.lm.invokeTool('monitorExplorer_' + name, { input });
    void vscode.window.showInformationMessage('Tool: ' + content[0].value.slice(0, 100), 'OK');
  } catch (error) {
    void vscode.window.showInformationMessage('No tool: ' + error.message, 'OK');
  }
};
const evil = '[evil](command:workbench.action.quit)';
const monitor = {
  id: evil, name: evil, status: 'down', tags: [evil], type: evil, target: 'command:workbench.action.quit', raw: {},
};
const ARGUMENTS = [
  [{ kind: 'monitor', monitor }],
  [{ kind: 'pin', pin: monitor, monitor }, [{ kind: 'pin', pin: monitor, monitor }]],
  [{ kind: 'monitor', monitor: null }, [null, 7, 'x', {}]],
  [JSON.parse('{"__proto__": {"kind": "monitor"}, "grouping": "__proto__", "order": "constructor"}'), 'rows'],
  [evil, { length: 1 }],
  [null],
];
const COMMANDS = [
  'arrange', 'copyMarkdown', 'mute', 'openInService', 'openTarget', 'pin',
  'refreshThisPage', 'showDetails', 'unmute', 'unpin',
];
const misuse = async () => {
  const failed = [];
  for (const name of COMMANDS) {
    for (const args of ARGUMENTS) {
      const wait = new Promise((resolve) => setTimeout(resolve, 200));
      const run = vscode.commands.executeCommand('monitorExplorer.' + name, ...args);
      await Promise.race([wait, run]).catch((error) => failed.push(name + ': ' + error.message));
    }
  }
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
  // VS Code shows no notification within 0.8 s of three others.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  void vscode.window.showInformationMessage('Misused all; failed: ' + (failed.join(', ') || 'none'), 'OK');
};
const tellParts = () => {
  const session = new (require('node:inspector').Session)();
  const parts = [];
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => parts.push(/monitor-explorer[^/]*\\/dist\\/(.*\\.m?js)$/.exec(params.url)?.[1]));
  // Reports all loaded scripts when enabled.
  session.post('Debugger.enable');
  session.disconnect();
  void vscode.window.showInformationMessage('Loaded: ' + parts.filter(Boolean).join(' '), 'OK');
};
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('other.list', () => useTool('listMonitors', {})),
    vscode.commands.registerCommand('other.refresh', () => useTool('refreshMonitors', {})),
    vscode.commands.registerCommand('other.raise', async () => {
      await vscode.commands.executeCommand('monitorExplorer.allowCalls');
      void vscode.window.showInformationMessage('Tried to raise it', 'OK');
    }),
    vscode.commands.registerCommand('other.misuse', misuse),
    vscode.commands.registerCommand('other.parts', tellParts),
    vscode.commands.registerCommand('other.approve', async () => {
      // A machine setting, which isn't in the file of user settings.
      const settings = vscode.workspace.getConfiguration('chat.tools.global');
      await settings.update('autoApprove', true, vscode.ConfigurationTarget.Global);
      void vscode.window.showInformationMessage('Approves all tools', 'OK');
    }),
  );
};
`;

/** Packs another publisher's extension into `folder`. */
export function packOtherExtension(folder: string): Promise<string> {
  return packVsix(folder, MANIFEST, CODE);
}
