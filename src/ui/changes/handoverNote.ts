import type { Translate } from '../../base/text';
import type { Monitor } from '../../monitors/monitor';
import { toCode, toMarkdownLine, toScopeText, toUtcText, type ExportContent } from '../export/exportText';
import type { ChangeLine } from '../texts/changeTexts';

export interface MutedMonitor {
  readonly monitor: Monitor;
  readonly note: string | undefined;
}

/** Returns Markdown for the next person on duty. @param since epoch milliseconds */
export function toHandoverNote(
  t: Translate,
  lines: readonly ChangeLine[],
  content: ExportContent,
  since: number,
  muted: readonly MutedMonitor[],
): string {
  const { sinceOf } = content;
  const toLine = ({ text, name, monitor }: ChangeLine): string =>
    monitor ? toMarkdownLine(monitor, sinceOf(monitor), text) : `- ${toCode(text)} ${toCode(name)}`;
  const heading = `# ${t('Changes since {0}', toUtcText(since))}`;
  const mutes = muted.map(({ monitor, note }) => toMarkdownLine(monitor, sinceOf(monitor), note));
  return [
    ...[heading, '', toScopeText(t, content), '', ...lines.map(toLine), ''],
    ...(mutes.length === 0 ? [] : [`## ${t('Muted on this machine')}`, '', ...mutes, '']),
  ].join('\n');
}
