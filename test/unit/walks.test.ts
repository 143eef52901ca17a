import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** A step of a walk in docs/architecture.md. */
interface Step {
  /** `Class.method`, or a function. */
  readonly name: string;
  /** Path below src. */
  readonly file: string;
  /** The step that calls this one: the one before unless said otherwise. */
  readonly caller: string | undefined;
  /** What the call is written as, where the function is passed in under another name. */
  readonly as: string;
  /** The event by which it is called, if it is. */
  readonly event: string | undefined;
  /** The error that it catches, where what leads to it is that error and no call. */
  readonly caught: string | undefined;
}

/**
 * Reads the numbered steps below a heading: `name` (`file`), called by `caller`, as `other name`, by the event `event`,
 * where `error` is caught.
 */
function readWalk(document: string, heading: string): Step[] {
  const section = document.split(`\n### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const steps: Step[] = [];
  for (const line of section.split('\n').filter((text) => /^\d+\. /.test(text))) {
    const name = /`([^`]+)`/.exec(line)![1]!;
    const file = /\(`([\w/]+\.ts)`\)/.exec(line)?.[1] ?? steps.at(-1)!.file;
    const caller = /called by `([^`]+)`/.exec(line)?.[1] ?? steps.at(-1)?.name;
    const as = /, as `([^`]+)`/.exec(line)?.[1] ?? name.split('.').at(-1)!;
    const event = /by the event `([^`]+)`/.exec(line)?.[1];
    const caught = /, where `([^`]+)` is caught/.exec(line)?.[1];
    steps.push({ name, file, caller, as, event, caught });
  }
  return steps;
}

function parse(file: string): ts.SourceFile {
  const text = readFileSync(join(process.cwd(), 'src', file), 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** All nodes below one that fulfil a condition. */
function findAll<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) {
      found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

type Named = ts.MethodDeclaration | ts.FunctionDeclaration | ts.VariableDeclaration | ts.PropertyAssignment;

/** The method, function or property of this name. */
function findStep(source: ts.SourceFile, name: string): ts.Node | undefined {
  const [own, owner] = name.split('.').reverse();
  const isNamed = (node: ts.Node): node is Named =>
    (ts.isMethodDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isPropertyAssignment(node)) &&
    node.name?.getText(source) === own &&
    (owner === undefined || (ts.isClassDeclaration(node.parent) && node.parent.name?.text === owner));
  return findAll(source, isNamed)[0];
}

/** The names of what is called within a node, without what stands before their last dot. */
function callsIn(node: ts.Node): string[] {
  return findAll(node, ts.isCallExpression).map(({ expression }) =>
    ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(),
  );
}

/** What doesn't hold of a walk. */
function findBreaks(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    const { name, file, caller, as, event, caught } = step;
    const node = findStep(parse(file), name);
    if (node === undefined) {
      return [`${name} is not in ${file}`];
    }
    if (caller === undefined) {
      return [];
    }
    if (caught !== undefined) {
      const clauses = findAll(node, ts.isCatchClause).map((clause) => clause.getText());
      const tests = clauses.some((text) => text.includes(`instanceof ${caught}`));
      return tests ? [] : [`${name} does not catch ${caught}`];
    }
    const body = findStep(parse(steps.find((other) => other.name === caller)?.file ?? file), caller);
    if (body === undefined) {
      return [`${caller}, which is to call ${name}, is neither a step nor in ${file}`];
    }
    const wanted = event === undefined ? as : 'fire';
    const breaks = callsIn(body).includes(wanted) ? [] : [`${caller} does not call ${wanted}`];
    const listens = findAll(parse(file), ts.isCallExpression).some(
      (call) =>
        call.expression.getText().split('.').at(-1) === event &&
        call.arguments.some((listener) => callsIn(listener).includes(as)),
    );
    return event === undefined || listens ? breaks : [...breaks, `${file} does not call ${as} on ${event}`];
  });
}

describe('a walk in docs/architecture.md', () => {
  const document = readFileSync(join(process.cwd(), 'docs', 'architecture.md'), 'utf8');

  for (const heading of ['Load more', 'Sign-in', '401']) {
    it(`names only steps that exist, each called by the one before: ${heading}`, () => {
      const steps = readWalk(document, heading);
      assert.ok(steps.length > 5);
      assert.deepEqual(findBreaks(steps), []);
    });

    it(`says how many steps it has, and in how many files: ${heading}`, () => {
      const steps = readWalk(document, heading);
      const files = new Set(steps.map(({ file }) => file));
      const section = document.split(`\n### ${heading}\n`)[1]!;
      assert.match(section.split('\n1. ')[0]!, new RegExp(`\\b${steps.length} steps in ${files.size} files`));
    });
  }

  it('would not pass with a step that is gone, or that nobody calls', () => {
    const broken = [
      '\n### Broken',
      '1. `MonitorList.loadMore` (`monitors/monitorList.ts`)',
      '2. `MonitorList.#conclude`',
      '3. `MonitorList.gone`',
      '4. `MonitorList.loadMore`, where `Error` is caught',
    ].join('\n');
    assert.deepEqual(findBreaks(readWalk(broken, 'Broken')), [
      'MonitorList.loadMore does not call #conclude',
      'MonitorList.gone is not in monitors/monitorList.ts',
      'MonitorList.loadMore does not catch Error',
    ]);
  });
});
