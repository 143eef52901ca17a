import * as vscode from 'vscode';
import type { CommentedMessage, SafeText, Translate } from '../base/text';
import { createFormats } from './formats';

/** Numbers, times and durations in VS Code's language. */
export const formats = createFormats(vscode.env.language);

/**
 * Translates our own messages. Accepts only numbers, which it groups, and safe texts. In unit tests,
 * `test/support/inNode` stands in for VS Code.
 */
export const t = ((
  message: string | CommentedMessage<string>,
  ...values: (SafeText | number)[]
) => {
  const args = values.map((value) => (typeof value === 'number' ? formats.number(value) : value));
  return typeof message === 'string'
    ? vscode.l10n.t(message, ...args)
    : vscode.l10n.t({ ...message, args });
}) as Translate;
