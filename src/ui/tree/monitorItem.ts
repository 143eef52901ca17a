import * as vscode from 'vscode';
import { isOpenable } from '../../base/openable';
import type { Monitor } from '../../monitors/monitor';

/** The target as something a browser may be sent to: http and https alone. */
export function toOpenable({ target }: Pick<Monitor, 'target'>): vscode.Uri | undefined {
  return isOpenable(target) ? vscode.Uri.parse(new URL(target).href, true) : undefined;
}
