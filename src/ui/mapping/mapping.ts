import * as vscode from 'vscode';
import type { ResponseMapping } from '../../explorer/responseMapping';
import { t } from '../l10n';
import type { OpenWebPage } from '../webview/webPages';
import { window } from '../window';
import type { MappingCommands } from './mappingCommands';
import { toCopiedSettings } from './copiedSettings';
import type { MappingAction } from './mappingPage';

/** The name under which the page is found again after a reload. */
export const MAPPING_PAGE = 'mapping';

/** The page that shows what was learned of the service. Costs no call. */
export function createMappingPage(mapping: ResponseMapping, commands: MappingCommands): OpenWebPage {
  return () => ({
    render: async () => {
      const { toMappingPage } = await import('./mappingPage.js');
      return toMappingPage(t, {
        explanation: await mapping.explain(),
        problems: await mapping.findProblems(),
      });
    },
    run: (action) => run(action as MappingAction, mapping, commands),
    onDidChange: mapping.onDidChange,
  });
}

async function run(
  action: MappingAction,
  mapping: ResponseMapping,
  commands: MappingCommands,
): Promise<void> {
  switch (action) {
    case 'copySettings': {
      const known = await mapping.explain();
      await vscode.env.clipboard.writeText(toCopiedSettings(known.mapping, known.token));
      void window.showInformationMessage(t('Copied.'));
      break;
    }
    case 'mapStatusValues':
      await commands.mapStatusValues();
      break;
    case 'reset':
      await commands.reset();
      break;
    case 'openSettings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'monitorExplorer.reading');
      break;
  }
}
