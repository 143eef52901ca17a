import * as vscode from 'vscode';
import { MASK } from '../../base/maskText';
import { splitAddress } from '../../monitors/addressIndex';
import type { MonitorsView } from '../tree/monitorsView';

/** Opens VS Code's search for host and path of a monitor's address, up to a masked part. */
export async function findInWorkspace(view: MonitorsView, row: unknown) {
  const [monitor] = view.monitorsFor(row);
  const { host, rest } = splitAddress(monitor?.target ?? '');
  const [path = ''] = rest.split('?');
  const [query] = `${host}${path}`.split(MASK);
  if (query) {
    await vscode.commands.executeCommand('workbench.action.findInFiles', {
      query,
      isRegex: false,
      triggerSearch: true,
    });
  }
}
