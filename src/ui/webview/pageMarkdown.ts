import { toPlainText, toSafeMarkdown } from '../../base/text';
import type { Block, Cell, Column, PageContent } from './pageContent';

const MAX_TEXT = 8_000;

/** What a page shows, as Markdown for an issue or a message. Buttons are left out. */
export function toPageMarkdown({ title, subtitle, sections }: PageContent): string {
  const parts = [
    `# ${toText(title)}`,
    subtitle === undefined ? '' : toText(subtitle),
    ...sections.flatMap(({ heading, blocks }) => [
      heading === undefined ? '' : `## ${toText(heading)}`,
      ...blocks.map(toBlock),
    ]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return toText(block.text);
    case 'list':
      return toList(block.items);
    case 'facts':
      return toList(
        block.facts.map(({ term, value, note }) =>
          note ? `${term}: ${value} (${note})` : `${term}: ${value}`,
        ),
      );
    case 'table':
      return toTable(block.columns, block.rows);
    case 'code':
      // Longer than any run of backticks within.
      return ['````text', block.text.replaceAll('````', '```'), '````'].join('\n');
  }
}

function toList(items: readonly string[]): string {
  return items.map((item) => `- ${toText(item)}`).join('\n');
}

function toTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    toRow(columns.map(({ title }) => toText(title))),
    toRow(columns.map(({ isNumber }) => (isNumber ? '--:' : ':--'))),
    ...rows.map((cells) => toRow(cells.map((cell, index) => toCell(cell, columns[index])))),
  ].join('\n');
}

function toCell(cell: Cell, column: Column | undefined): string {
  const lines = typeof cell === 'string' ? [cell] : 'share' in cell ? [cell.text] : cell;
  return lines.map((line) => (column?.isCode ? toCode(line) : toText(line))).join('<br>');
}

/** A code span can't hold backticks, nor a table's cell a bar. */
function toCode(text: string): string {
  return text === '—' ? text : `\`${text.replace(/[`|]/g, ' ').trim() || ' '}\``;
}

/** Our own sentences stay readable as source; whatever could be markup is escaped. */
function toText(text: string): string {
  return /^[\p{L}\p{N} ,.:;%()?'"/–—…-]*$/u.test(text) && !/:\/\/|www\./i.test(text)
    ? toPlainText(text, MAX_TEXT)
    : toSafeMarkdown(text, MAX_TEXT);
}
