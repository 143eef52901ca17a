import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { toCopyText, toCsvExport } from '../../../src/ui/export/exportText';
import { aMonitor } from '../../support/aMonitor';
import { anExport } from '../../support/anExport';

// A service's text can attack a spreadsheet or a Markdown renderer. These are popular parsers, not our own.

const pieces = fc.constantFrom(
  ...'=+-@＝＠;,\t"\' \n\r|\\`<>&*_#~![](){}$\u200b\u2028a1',
  ...['-19+cmd|calc', 'x;', 'https://evil.example', 'www.evil.example', 'ines@evil.example'],
  ...[
    '![x](https://evil.example/p.png)',
    '[x](https://evil.example)',
    '<img src=https://evil.example>',
  ],
  ...['<b>', '<!--', '&#124;', '\\|', '``', '---', '\n\n# x'],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** A monitor in which each text, and the filter, is `text`. */
function toContent(text: string) {
  const monitor = aMonitor({
    ...{ id: text, name: text, status: 'unknown', rawStatus: text, target: text, type: text },
    tags: [text, text],
    lastError: text,
  });
  return anExport([monitor], { filter: text, fieldsOf: () => ({ [text]: text }) });
}

const toCsv = (text: string) => toCsvExport(toContent(text), toContent(text).list.loaded.monitors);

function toMarkdown(text: string): string {
  const content = toContent(text);
  return toCopyText('markdown', content.list.loaded.monitors, content);
}

describe('A CSV document, for any text of the service,', () => {
  for (const delimiter of [',', ';', '\t']) {
    it(`starts no formula in a spreadsheet that separates cells by ${JSON.stringify(delimiter)}`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const rows: string[][] = parse(toCsv(text), {
            delimiter,
            relax_quotes: true,
            relax_column_count: true,
            record_delimiter: '\r\n',
          });
          for (const cell of rows.flat()) {
            const isNumber = /^-\d+(?:\.\d+)?(?:e-?\d+)?$/.test(cell);
            const isFormula = !isNumber && /^[\s"]*[=+\-@＝＋－＠\t\r]/.test(cell);
            assert.ok(!isFormula, JSON.stringify({ text, cell }));
          }
        }),
        {
          numRuns: 500,
          examples: [['-1'], ['z;"-19+cmd|calc'], ['"=1'], [';;"";=1'], ["';\"'=1"]],
        },
      );
    });
  }

  it('has the same cells when it is read again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rows: string[][] = parse(toCsv(text), { record_delimiter: '\r\n' });
        const [head, row, ...others] = rows;
        assert.deepEqual([row!.length, others], [head!.length, []]);
      }),
    );
  });
});

describe('A copy as Markdown, for any text of the service,', () => {
  const renderers = {
    'markdown-it': (source: string) =>
      new MarkdownIt({ html: true, linkify: true, typographer: true }).render(source),
    marked: (source: string) => new Marked({ gfm: true, async: false }).parse(source) as string,
  };
  /** Elements of the document. */
  const OWN_TAGS = /<\/?(?:p|ul|li|strong|code)>/g;

  for (const [name, render] of Object.entries(renderers)) {
    it(`is free of links, images and HTML when ${name} renders it`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const html = render(toMarkdown(text));
          assert.doesNotMatch(html.replace(OWN_TAGS, ''), /[<>]/, JSON.stringify({ text, html }));
        }),
        { numRuns: 500, examples: [['a\\| ![x](https://evil.example/p.png) '], ['\\'], ['`|`']] },
      );
    });
  }
});
