import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { compileExpression } from '../../../../src/service/mapping/resolve';
import { EXPRESSION_FIELDS } from '../../../../src/service/mapping/resolve';

interface Manifest {
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly properties?: Readonly<Record<string, { readonly pattern?: string }>> }>
      >;
    };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const schema = manifest.contributes.configuration.properties['monitorExplorer.reading']?.properties ?? {};
const patterns = new Set(EXPRESSION_FIELDS.map((field) => schema[field]?.pattern));
const [pattern = ''] = patterns;
/** With `u`, as VS Code compiles patterns of settings. */
const isTold = (expression: string) => !new RegExp(pattern, 'u').test(expression);
const compiles = (expression: string) => !('message' in compileExpression(expression));

/** Expressions of every kind the grammar has, after the compliance tests of JMESPath. */
const operand = fc.constantFrom('foo', '"a b;[c"', "'raw; # (text'", '`{"a": [1]}`', '@', 'length(@)', '`1`');
const selector = fc.constantFrom(
  '.bar',
  '[0]',
  '[-1]',
  '[]',
  '[*]',
  '[1:3]',
  '[::-1]',
  '.*',
  '."x-y"',
  '.[a, b]',
);
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const chain = fc
    .tuple(operand, fc.array(selector, { maxLength: 3 }))
    .map(([head, rest]) => (/^['`]/.test(head) ? head : `${head}${rest.join('')}`));
  return {
    expression: fc.oneof(
      { maxDepth: 4 },
      chain,
      fc
        .tuple(inner, fc.constantFrom(' | ', ' || ', '&&', ' == ', '!=', ' < ', '>=', ' + '), inner)
        .map((all) => all.join('')),
      inner.map((text) => `foo[?${text}]`),
      inner.map((text) => `!(${text})`),
      inner.map((text) => `sort_by(foo, &${text})`),
      fc.tuple(inner, inner).map(([a, b]) => `{a: ${a}, "b c": ${b}}`),
      fc.tuple(inner, inner).map(([a, b]) => `[${a}, ${b}]`),
    ),
  };
});

describe('telling wrong expressions while they are typed', () => {
  it('has one pattern for every expression', () => {
    assert.equal(patterns.size, 1);
    assert.notEqual(pattern, '');
  });

  it('raises no false alarm on an expression that compiles', () => {
    fc.assert(
      fc.property(expression, (text) => {
        if (compiles(text)) {
          assert.ok(!isTold(text), text);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('lets pass what people write', () => {
    for (const text of [
      'result.checks',
      'data[].attributes',
      '"@odata.count"',
      "join('/', [group, name])",
      'status == `2`',
      "checks[?enabled && type != 'tcp'].{id: key, name: title}",
      'max_by(results, &timestamp).success',
      'foo ? bar : baz',
      'let $a = b in $a',
      ' foo . bar [ 0 ] ',
      '$.data',
    ]) {
      assert.ok(compiles(text), text);
      assert.ok(!isTold(text), text);
    }
  });

  it('tells what people get wrong', () => {
    for (const text of [
      '',
      'foo bar',
      'foo.',
      '.foo',
      'foo..bar',
      'data.items[0',
      'items]',
      'length(foo',
      'foo)',
      '{a: b',
      'a ==',
      '|| a',
      'foo;',
      '# all',
      'data->id',
      '/data/id',
      '$.data[*].id..x',
      'foo.1',
      '"abc',
      'foo[?a==`1`',
      'https://monitors.example',
    ]) {
      assert.ok(!compiles(text) || text === '', text);
      assert.ok(isTold(text), text);
    }
  });

  // A pattern that backtracks without end would keep this from ending, and VS Code from answering while one types.
  it('comes to an end on what nobody writes', () => {
    for (const piece of ['[', 'a[b', 'in ', 'let ', 'a.', "a''", ' ', 'a[ ', '"\\\\', '((', '! ', 'a[?']) {
      assert.ok(isTold(`${piece.repeat(2_000 / piece.length)};`), piece);
    }
  });
});
