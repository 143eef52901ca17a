import * as vscode from 'vscode';
import { createSettings, type Settings } from '../../src/ui/settings';

/** Sets a user setting as the settings editor does; undefined takes it back to its default. */
export async function setUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('monitorExplorer')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function loadSettings(): Settings {
  return createSettings(vscode.extensions.getExtension('monitor-explorer.monitor-explorer')!);
}
