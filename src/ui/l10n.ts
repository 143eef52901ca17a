import * as vscode from 'vscode';
import type { Translate } from '../base/text';

/** VS Code's translator for messages of our own; takes only texts that are safe to show. */
export const t = vscode.l10n.t as unknown as Translate;
