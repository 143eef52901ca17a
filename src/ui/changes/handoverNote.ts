import type { Translate } from '../../base/text';
import { sinceOfRecord } from '../../monitors/since';
import { toCode, toMarkdownLine, toScopeText, toUtcText, type ExportContent } from '../export/exportText';
import type { ChangeLine } from './changeTexts';

/** Markdown for who takes over: what is different, a line for each, below what that covers and from when it is. */
export function toHandoverNote(
  t: Translate,
  lines: readonly ChangeLine[],
  content: ExportContent,
  since: number,
): string {
  const { sinceOf = sinceOfRecord } = content;
  const toLine = ({ text, name, monitor }: ChangeLine): string =>
    monitor ? toMarkdownLine(monitor, sinceOf(monitor), text) : `- ${toCode(text)} ${toCode(name)}`;
  const heading = `# ${t('Changes since {0}', toUtcText(since))}`;
  return [heading, '', toScopeText(t, content), '', ...lines.map(toLine), ''].join('\n');
}
