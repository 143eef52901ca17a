import * as vscode from 'vscode';
import type { CommentedMessage, SafeText, Translate } from '../base/text';
import { createFormats, withFormats } from './formats';

/** Translates our own messages. Accepts only numbers and safe texts. In unit tests, `test/support/inNode` stands in for VS Code. */
export const t = withFormats(
  ((message: string | CommentedMessage<string>, ...args: SafeText[]) =>
    typeof message === 'string'
      ? vscode.l10n.t(message, ...args)
      : vscode.l10n.t({ ...message, args })) as unknown as Translate,
  createFormats(vscode.env.language),
);
