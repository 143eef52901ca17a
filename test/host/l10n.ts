// npm run l10n: writes the English texts of the sources into l10n/bundle.l10n.json
// npm run l10n -- --check: lists missing and unused translations
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { checkout } from './places';

/** Texts by key, in VS Code's format. */
export type Texts = Readonly<
  Record<string, string | { readonly message: string; readonly comment: string[] }>
>;

/** English and translated texts of the manifest and of the code. */
export const KINDS = [
  { folder: '.', name: 'package.nls' },
  { folder: 'l10n', name: 'bundle.l10n' },
] as const;

type Kind = (typeof KINDS)[number];

export const fileOf = ({ folder, name }: Kind, language?: string): string =>
  join(folder, language === undefined ? `${name}.json` : `${name}.${language}.json`);

export const readTexts = (file: string): Texts =>
  JSON.parse(readFileSync(join(checkout(), file), 'utf8')) as Texts;

/** Languages besides English: "package.nls.de.json" is "de". */
export const languagesOf = ({ folder, name }: Kind): string[] =>
  readdirSync(join(checkout(), folder))
    .filter(
      (file) => file.startsWith(`${name}.`) && file.endsWith('.json') && file !== `${name}.json`,
    )
    .map((file) => file.slice(name.length + 1, -'.json'.length))
    .sort();

/** Every message of `t(…)` in src/, sorted. */
function readMessages(): Texts {
  const folder = join(checkout(), 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const messages = names.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return messagesIn(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  });
  return Object.fromEntries(messages.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The key by which VS Code finds the text. */
const toEntry = (message: string, comment?: string): [key: string, text: Texts[string]] =>
  comment === undefined
    ? [message, message]
    : [`${message}/${comment}`, { message, comment: [comment] }];

function messagesIn(node: ts.Node): [string, Texts[string]][] {
  const own: [string, Texts[string]][] = [];
  if (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 't'
  ) {
    const [message] = node.arguments;
    if (message && ts.isStringLiteralLike(message)) {
      own.push(toEntry(message.text));
    } else if (message && ts.isObjectLiteralExpression(message)) {
      own.push(toEntry(textOf(message, 'message'), textOf(message, 'comment')));
    }
  }
  node.forEachChild((child) => void own.push(...messagesIn(child)));
  return own;
}

function textOf(object: ts.ObjectLiteralExpression, name: string): string {
  const value = object.properties
    .filter((property) => ts.isPropertyAssignment(property))
    .find((property) => property.name.getText() === name)?.initializer;
  if (value === undefined || !ts.isStringLiteralLike(value)) {
    throw new Error(`In ${object.getText()}, ${name} isn't a literal.`);
  }
  return value.text;
}

/** Lists missing and unused texts of a translation, in sentences. */
export function findGaps(file: string, english: Texts, translated: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !(key in translated));
  const unused = Object.keys(translated).filter((key) => !(key in english));
  return [
    ...missing.map((key) => `${file} lacks ${JSON.stringify(key)}`),
    ...unused.map((key) => `${file} has ${JSON.stringify(key)}, which nothing uses`),
  ];
}

const isCurrent = (): boolean =>
  JSON.stringify(readTexts(fileOf(KINDS[1]))) === JSON.stringify(readMessages());

function check(): number {
  const gaps = KINDS.flatMap((kind) =>
    languagesOf(kind).flatMap((language) => {
      const english = kind === KINDS[0] ? readTexts(fileOf(kind)) : readMessages();
      return findGaps(fileOf(kind, language), english, readTexts(fileOf(kind, language)));
    }),
  );
  const problems = isCurrent()
    ? gaps
    : ['l10n/bundle.l10n.json is out of date: npm run l10n', ...gaps];
  console.log(problems.length === 0 ? 'All texts are translated.' : problems.join('\n'));
  return problems.length === 0 ? 0 : 1;
}

if (require.main === module) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  if (values.check) {
    process.exitCode = check();
  } else {
    const file = join(checkout(), fileOf(KINDS[1]));
    writeFileSync(file, `${JSON.stringify(readMessages(), undefined, 2)}\n`);
  }
}
