/**
 * Makes text from the service, a workspace, another extension or settings safe to show. Each kind of place has its
 * function and its type, so that a VS Code API can't get another kind or a raw string by mistake (see `ui/window.ts`).
 */

declare const plain: unique symbol;
declare const safe: unique symbol;
declare const markdown: unique symbol;

/** Clean text on one line, for places that show text unchanged: `textContent` of a web page, a plain document. */
export type PlainText = string & { readonly [plain]: true };

/** {@link PlainText} without links and icons, for all other places: VS Code reads `[text](command:…)` and `$(icon)`. */
export type SafeText = PlainText & { readonly [safe]: true };

/** Markdown without links, images, icons, HTML and formatting from the text. */
export type SafeMarkdown = string & { readonly [markdown]: true };

/**
 * A string literal, or a union of them. `string` and templates aren't: an empty object can have them as index
 * signature.
 */
export type Literal<Text extends string> =
  Record<never, unknown> extends Record<Text, unknown> ? never : Text;

/** A message that needs a comment for translators, such as `by {0}`. */
export interface CommentedMessage<Message extends string> {
  readonly message: Literal<Message>;
  readonly comment: string;
}

/** Translates a message. Only safe texts and numbers can replace `{0}`, `{1}`, …. */
export type Translate = <Message extends string>(
  message: Literal<Message> | CommentedMessage<Message>,
  ...args: (SafeText | number)[]
) => SafeText;

/**
 * Characters that are invisible, look blank or change the direction of text: controls, line and paragraph separators,
 * fillers, bidi marks, tags, variation selectors except for emoji, the Braille blank, and annotations.
 * {@link STRAY_JOINER} handles the two zero-width joiners. `DI`: Default_Ignorable_Code_Point.
 */
const UNSEEN = /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{DI}\u2028\u2029\u2800\ufff9-\ufffb]/gu;

/**
 * A zero-width joiner or non-joiner that follows no letter, mark or emoji. Others belong to the spelling of words, for
 * example in Persian and Bengali, and may also end a word.
 */
const STRAY_JOINER = /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/gu;

/** `\s` without the byte order mark. */
const WHITE_SPACE = /(?:[^\S\ufeff]|\u0085)+/gu;

/** More marks on one letter would draw over other lines. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** UTF-16 units to read for each unit to show. Without this limit, a megabyte of blanks would take time. */
const READ_AHEAD = 8;

/** Printable ASCII with single spaces, as in most names and addresses. Folding it only ignores case. */
const PLAIN = /^(?:[!-~]| (?! |$))*$/;

/**
 * Returns clean text on one line, with single spaces, cut to `maxLength` UTF-16 units. Takes time in proportion to
 * `maxLength`.
 */
export function toPlainText(text: string, maxLength: number): PlainText {
  const start = text.slice(0, maxLength * READ_AHEAD);
  if (PLAIN.test(start)) {
    return cutText(start.trimStart(), maxLength) as PlainText;
  }
  const folded = start
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    .replace(STRAY_JOINER, '')
    .replace(PILED_MARKS, '$1')
    .replace(WHITE_SPACE, ' ')
    .trim();
  return cutText(folded.toWellFormed(), maxLength) as PlainText;
}

/**
 * Returns a text for searches, which is equal for texts that look equal. Ignores case, normal form, width, kinds of
 * blanks and hyphens, and invisible characters.
 */
export function toFoldedText(text: string): string {
  if (PLAIN.test(text)) {
    return text.toLowerCase();
  }
  const plain = text
    .normalize('NFKC')
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, '')
    // Joiners and variants of emoji, which a user needn't type.
    .replace(/\p{DI}/gu, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/ {2,}/g, ' ')
    .trim();
  // Because upper case makes "ß" and "SS" equal.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC');
}

/** Writes JSON with escapes for invisible characters. Parsed, it's equal. */
export function toVisibleJson(json: string): string {
  const toEscape = (character: string): string =>
    character.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return json.replace(STRAY_JOINER, toEscape).replace(UNSEEN, toEscape);
}

/** {@link toPlainText}, with a space in what VS Code would read as a link or an icon. */
export function toSafeText(text: string, maxLength = 300): SafeText {
  return toPlainText(text, maxLength).replaceAll('](', '] (').replaceAll('$(', '$ (') as SafeText;
}

/**
 * {@link toPlainText} as Markdown source. Escapes all characters with a meaning in Markdown, HTML or VS Code's icons,
 * and "://" and "www.", so that addresses don't become links.
 */
export function toSafeMarkdown(text: string, maxLength: number): SafeMarkdown {
  const source: string = toPlainText(text, maxLength);
  const escaped = source.replace(
    /[\\`*_{}[\]()#+\-!|~<>&$@.^=:"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  return escaped as SafeMarkdown;
}

/** Joins safe texts, without empty and absent ones; by default with middle dots. */
export function joinTexts<Separator extends string>(
  parts: readonly (SafeText | false | undefined)[],
  separator?: Literal<Separator>,
): SafeText {
  const joined = parts.filter((part) => part).join(separator ?? ' · ');
  return joined.replaceAll('](', '] (').replaceAll('$(', '$ (') as SafeText;
}

/** Puts an icon before a safe text. `icon` is the name of a codicon. */
export function withIcon(icon: string, text: SafeText): SafeText {
  return `$(${icon.replace(/[^a-z\d~-]/g, '')}) ${text}` as SafeText;
}

/** Cuts to `maxLength` UTF-16 units with an ellipsis, between characters as people see them. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const head = text.slice(0, maxLength);
  const end = new Intl.Segmenter().segment(head).containing(maxLength - 1)?.index;
  return `${head.slice(0, end).trimEnd()}…`;
}
