import * as vscode from 'vscode';
import { isOpenable } from '../../base/openable';
import type { Monitor } from '../../monitors/monitor';
import { MappedMonitor } from '../../monitors/mappedMonitor';

/** The address of a monitor as something a browser may be sent to: http and https alone. */
export function toOpenable(monitor: Monitor): vscode.Uri | undefined {
  const address = MappedMonitor.addressOf(monitor);
  return isOpenable(address) ? vscode.Uri.parse(new URL(address).href, true) : undefined;
}
