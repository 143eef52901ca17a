/**
 * The one place that makes text from outside (the service, a workspace, another extension, a settings file) safe to
 * show. There is one function for each kind of place, and each returns a type of its own, so that a VS Code API that
 * wants one kind can't be given another, or a raw string, by mistake (see `ui/window.ts`).
 */

declare const plain: unique symbol;
declare const safe: unique symbol;
declare const markdown: unique symbol;

/** Clean text on one line, cut. For places that show text as it is: a webview's `textContent`, a plain document. */
export type PlainText = string & { readonly [plain]: true };

/**
 * {@link PlainText} in which VS Code also finds no link and no icon. For every other place: VS Code reads
 * `[text](command:…)` in input boxes and notifications, and `$(icon)` in labels of pickers, trees and the status bar.
 */
export type SafeText = PlainText & { readonly [safe]: true };

/** Markdown source in which the text stands for itself: no link, image, icon, HTML or formatting. */
export type SafeMarkdown = string & { readonly [markdown]: true };

/**
 * A string literal, or one of several. Neither `string` nor a template is one: they would make an index signature, which
 * an object without any key has, too.
 */
export type Literal<Text extends string> =
  Record<never, unknown> extends Record<Text, unknown> ? never : Text;

/** A message that isn't clear by itself, such as `by {0}`, with a comment for translators. */
export interface CommentedMessage<Message extends string> {
  readonly message: Literal<Message>;
  readonly comment: string;
}

/** Translates a message of our own; only safe texts and numbers can take the place of `{0}`, `{1}`, …. */
export type Translate = <Message extends string>(
  message: Literal<Message> | CommentedMessage<Message>,
  ...args: (SafeText | number)[]
) => SafeText;

/**
 * Characters that are not seen, look blank, or change the direction of the text around them: controls (C0, C1), soft
 * hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, Mongolian separators, zero-width
 * characters, bidi marks, embeddings, overrides and isolates, Braille blank, byte order mark, annotations, variation
 * selectors but those of emoji, tags. The zero-width joiner (U+200D) is treated apart, as it holds emoji families
 * together.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** A joiner that does not stand between two emoji. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** All that `\s` matches except the byte order mark, which is not seen. */
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu;

/** More than a few marks on one letter are no language but a way to draw over the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** UTF-16 units that are looked at for each unit that may be shown, so that megabytes of blanks cost nothing. */
const READ_AHEAD = 8;

/**
 * Clean text on one line: nothing unseen, one space between words, cut to `maxLength` UTF-16 units.
 * Takes time in proportion to `maxLength`, however long the text is.
 */
export function toPlainText(text: string, maxLength: number): PlainText {
  const folded = text
    .slice(0, maxLength * READ_AHEAD)
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    .replace(STRAY_JOINER, '')
    .replace(PILED_MARKS, '$1')
    .replace(WHITE_SPACE, ' ')
    .trim();
  return cutText(folded.toWellFormed(), maxLength) as PlainText;
}

/** Most names and addresses: only their case can differ from what a user types. */
const PLAIN = /^(?:[!-~]| (?! |$))*$/;

/** Joiners and variants of emoji, which a user may type or not. */
const EMOJI_VARIANT = /[\u200d\ufe0e\ufe0f]/g;

/**
 * A text to compare and to search in, not to show: the same for texts that look the same to a user. Case, normal form,
 * width, kinds of blanks and hyphens, and unseen characters don't count.
 */
export function toFoldedText(text: string): string {
  if (PLAIN.test(text)) {
    return text.toLowerCase();
  }
  const plain = text
    .normalize('NFKC')
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    .replace(EMOJI_VARIANT, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/ {2,}/g, ' ')
    .trim();
  // Upper case makes "ß" and "SS" the same.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC');
}

/** What no JSON needs to show: {@link UNSEEN} but the ends of lines, and what `toPlainText` makes a space of. */
const UNSEEN_IN_JSON = new RegExp(`(?!\\n)${UNSEEN.source}|${STRAY_JOINER.source}|[\\u2028\\u2029]`, 'gu');

/** JSON in which a character that isn't seen is written as an escape: it shows, and what parses it gets the same values. */
export function toVisibleJson(json: string): string {
  const toEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(UNSEEN_IN_JSON, (found) => found.split('').map(toEscape).join(''));
}

/** {@link toPlainText}, with the two beginnings that VS Code reads as a link or an icon taken apart by a space. */
export function toSafeText(text: string, maxLength: number): SafeText {
  return toPlainText(text, maxLength).replaceAll('](', '] (').replaceAll('$(', '$ (') as SafeText;
}

/**
 * {@link toPlainText} as Markdown source. Every character with a meaning in Markdown, HTML or VS Code's icons is
 * escaped. The "://" of an address and the dot of "www." are too, so that no address becomes a link by itself and
 * swallows the words after it.
 */
export function toSafeMarkdown(text: string, maxLength: number): SafeMarkdown {
  const source: string = toPlainText(text, maxLength);
  const escaped = source.replace(
    /[\\`*_{}[\]()#+\-!|~<>&$@.^=:"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  return escaped as SafeMarkdown;
}

/** Joins safe texts. A part that is absent or empty is left out together with its separator. */
export function joinTexts<Separator extends string>(
  parts: readonly (SafeText | undefined)[],
  separator: Literal<Separator>,
): SafeText {
  const joined = parts.filter((part) => part !== undefined && part !== '').join(separator);
  return joined.replaceAll('](', '] (').replaceAll('$(', '$ (') as SafeText;
}

/** A safe text in bold. */
export function toBold(text: SafeMarkdown): SafeMarkdown {
  return `**${text}**` as SafeMarkdown;
}

/** A safe text with one of VS Code's icons before it. `icon` is a codicon's name; nothing else of it is kept. */
export function withIcon(icon: string, text: SafeText): SafeText {
  return `$(${icon.replace(/[^a-z\d~-]/g, '')}) ${text}` as SafeText;
}

/** At most `maxLength` UTF-16 units, ending in an ellipsis where cut, and never within a character as people see it. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const last = new Intl.Segmenter().segment(text.slice(0, maxLength)).containing(maxLength - 1);
  const head = text.slice(0, last?.index ?? 0);
  return `${head.trimEnd()}…`;
}
