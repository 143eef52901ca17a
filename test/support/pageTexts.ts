import { toPageMarkdown } from '../../src/ui/webview/pageMarkdown';
import type { Block, PageContent } from '../../src/ui/webview/pageContent';

/** All of a page that is text, one block after the other. */
export const textOf = (content: PageContent): string => toPageMarkdown(content);

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
