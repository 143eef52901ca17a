import type { Block, PageContent } from '../../src/ui/webview/pageContent';

/** What a page says in sentences, lists and facts, each on a line of its own. */
export function textOf(content: PageContent): string {
  const toLines = (block: Block): readonly string[] => {
    switch (block.kind) {
      case 'text':
      case 'code':
        return [block.text];
      case 'list':
        return block.items;
      case 'facts':
        return block.facts.map(({ term, value, note }) => `${term}: ${value}${note ? ` (${note})` : ''}`);
      case 'table':
        return [];
    }
  };
  const lines = content.sections.flatMap(({ heading = '', blocks }) => [heading, ...blocks.flatMap(toLines)]);
  return [content.title, content.subtitle ?? '', ...lines].join('\n');
}

/** The blocks of one kind. */
export function blocksOf<K extends Block['kind']>(
  { sections }: PageContent,
  kind: K,
): Extract<Block, { kind: K }>[] {
  return sections
    .flatMap(({ blocks }) => blocks)
    .filter((block): block is Extract<Block, { kind: K }> => block.kind === kind);
}

/** A fact's value and note, by its term. */
export function factsOf(content: PageContent): Readonly<Record<string, string>> {
  const facts = blocksOf(content, 'facts').flatMap((block) => block.facts);
  return Object.fromEntries(
    facts.map(({ term, value, note }) => [term, note === undefined ? value : `${value} (${note})`]),
  );
}
