import type { PanelContent } from '../../src/ui/panels/panel';

const toText = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a panel in one line. */
export const textOf = ({ body }: PanelContent): string => toText(body.toString());

/** The texts of all elements with this name. */
export const textsOf = ({ body }: PanelContent, element: string): string[] =>
  [...body.toString().matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'))].map(
    ([, inner]) => toText(inner!),
  );

/** Values with their notes, by their terms. */
export function factsOf(content: PanelContent): Readonly<Record<string, string>> {
  const values = textsOf(content, 'dd');
  return Object.fromEntries(textsOf(content, 'dt').map((term, index) => [term, values[index]!]));
}

/** The labels of the buttons. */
export const buttonsOf = ({ body }: PanelContent): string[] =>
  [...body.toString().matchAll(/<a\s[^>]*>(.*?)<\/a/gs)].map(([, label]) => toText(label!));
