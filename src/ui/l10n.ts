import * as vscode from 'vscode';
import type { Translate } from '../base/text';
import { createFormats, withFormats } from './texts/formats';

/** VS Code's translator for messages of our own; takes only texts that are safe to show, and numbers. */
export const t = withFormats(vscode.l10n.t as unknown as Translate, createFormats(vscode.env.language));
