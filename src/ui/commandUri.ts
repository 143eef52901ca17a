import { toPlainText, type PlainText } from '../base/text';

/** Returns a link to a command of ours, which must check its arguments. */
export function toCommandUri(command: string, args: readonly string[] = []): PlainText {
  // VS Code decodes arguments twice, and a parenthesis would end a link in Markdown.
  const json = JSON.stringify(args).replace(
    /[%()]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  const uri = `command:monitorExplorer.${command}?${encodeURIComponent(json)}`;
  return toPlainText(uri, uri.length);
}
