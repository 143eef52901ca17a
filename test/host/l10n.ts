// npm run l10n: writes the English texts of the sources to l10n/bundle.l10n.json
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { checkout } from './places';

const bundleFile = (): string => join(checkout(), 'l10n', 'bundle.l10n.json');

/** Every message of `t('…')` in src/, sorted, as a bundle in which each message is its own key. */
export function readMessages(): Record<string, string> {
  const folder = join(checkout(), 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const messages = names.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return messagesIn(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  });
  return Object.fromEntries([...new Set(messages)].sort().map((message) => [message, message]));
}

function messagesIn(node: ts.Node): string[] {
  const own: string[] = [];
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
    const [message] = node.arguments;
    if (message && ts.isStringLiteralLike(message)) {
      own.push(message.text);
    }
  }
  node.forEachChild((child) => void own.push(...messagesIn(child)));
  return own;
}

// Not `require.main`: setup.mjs imports it.
if (process.argv[1] === __filename) {
  writeFileSync(bundleFile(), `${JSON.stringify(readMessages(), undefined, 2)}\n`);
}
