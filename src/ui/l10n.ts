import * as vscode from 'vscode';
import type { CommentedMessage, SafeText, Translate } from '../base/text';
import { createFormats, withFormats } from './texts/formats';

/** VS Code's translator for messages of our own; takes only texts that are safe to show, and numbers. */
export const t = withFormats(
  ((message: string | CommentedMessage<string>, ...args: SafeText[]) =>
    typeof message === 'string'
      ? vscode.l10n.t(message, ...args)
      : vscode.l10n.t({ ...message, args })) as unknown as Translate,
  createFormats(vscode.env.language),
);
