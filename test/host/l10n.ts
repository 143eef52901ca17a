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

/** Every message of `t(…)` in src/, sorted, by the key by which VS Code finds the text. */
function readMessages(): Texts {
  const folder = join(checkout(), 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const messages: [key: string, text: Texts[string]][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 't') {
      const [message] = node.arguments;
      if (message && ts.isStringLiteralLike(message)) {
        messages.push([message.text, message.text]);
      } else if (message && ts.isObjectLiteralExpression(message)) {
        const text = textOf(message, 'message');
        const comment = textOf(message, 'comment');
        messages.push([`${text}/${comment}`, { message: text, comment: [comment] }]);
      }
    }
    node.forEachChild(visit);
  };
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  }
  return Object.fromEntries(messages.sort(([one], [other]) => (one < other ? -1 : 1)));
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

function findProblems(messages: Texts): string[] {
  const [, code] = KINDS;
  const isCurrent = JSON.stringify(readTexts(fileOf(code))) === JSON.stringify(messages);
  const gaps = KINDS.flatMap((kind) => {
    const english = kind === code ? messages : readTexts(fileOf(kind));
    const files = languagesOf(kind).map((language) => fileOf(kind, language));
    return files.flatMap((file) => findGaps(file, english, readTexts(file)));
  });
  return isCurrent ? gaps : [`${fileOf(code)} is out of date: npm run l10n`, ...gaps];
}

if (require.main === module) {
  const messages = readMessages();
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  if (values.check) {
    const problems = findProblems(messages);
    console.log(problems.join('\n') || 'All texts are translated.');
    process.exitCode = problems.length === 0 ? 0 : 1;
  } else {
    const file = join(checkout(), fileOf(KINDS[1]));
    writeFileSync(file, `${JSON.stringify(messages, undefined, 2)}\n`);
  }
}
