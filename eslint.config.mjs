import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The folders above each folder. */
const forbidden = {
  base: ['ui', 'account', 'storage', 'mapping', 'service', 'monitors'],
  monitors: ['ui', 'account', 'storage', 'mapping', 'service'],
  service: ['ui', 'account', 'storage', 'mapping'],
  mapping: ['ui', 'account', 'storage'],
  storage: ['ui', 'account'],
  account: ['ui'],
};

const upward = (room) =>
  (forbidden[room] ?? []).map((above) => ({
    regex: `^\\.\\./(?:\\.\\./)*${above}/`,
    message:
      'Imports point down: ui -> account -> storage -> mapping -> service -> monitors -> base.',
  }));

const noHost = [
  { name: 'vscode', message: 'This folder is pure: it must run and be tested in plain Node.' },
  { name: 'node-fetch', message: 'Take a Fetch as a parameter; extension.ts alone chooses one.' },
];

const noIo = {
  regex: '^(node:|fs$|fs/|http$|https$|net$|os$|path$|child_process$)',
  message: 'This folder is pure: it takes fetch, clock and storage as parameters.',
};

/** `no-restricted-imports` also rejects `import type`. It doesn't see `import('…')`, which the syntax rule does. */
const restricted = (room, { host, io }) => {
  const patterns = [...upward(room), ...(io ? [] : [noIo])];
  const loads = patterns.map(({ regex, message }) => {
    return {
      selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\u002F')}/]`,
      message,
    };
  });
  return {
    files: [`src/${room}/**/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: host ? noHost.slice(1) : noHost, patterns },
      ],
      'no-restricted-syntax': ['error', ...packing, ...unsafeTexts, ...loads],
    },
  };
};

/** What may be used of VS Code by name. All else may show text, and is used through ui/window.ts and ui/l10n.ts. */
const SHOWS_NO_TEXT = [
  'ConfigurationTarget|Disposable|EventEmitter|LanguageModelTextPart|LanguageModelToolResult|ProgressLocation',
  'QuickInputButtons|QuickPickItemKind|StatusBarAlignment|TabInputWebview|ThemeColor|ThemeIcon|TreeItemCollapsibleState|UIKind|Uri',
  'ViewColumn|commands|env|version|workspace',
].join('|');

const MAKE_SAFE =
  'Only base/text.ts makes a text safe: call toSafeText, toPlainText or toSafeMarkdown.';

/** Forms that save lines, and that a reader must take apart. */
const packing = [
  {
    selector:
      ':matches(SpreadElement, SpreadElement > TSAsExpression) > :matches(ObjectExpression, ArrayExpression)',
    message: 'Write the fields, elements or arguments themselves, without a spread.',
  },
  {
    selector: [
      "VariableDeclarator[id.type='ArrayPattern'] > ArrayExpression",
      "VariableDeclarator[id.type='ArrayPattern'] > TSAsExpression > ArrayExpression",
      "VariableDeclarator[id.type='ArrayPattern'] > CallExpression > MemberExpression > ArrayExpression",
    ].join(', '),
    message: 'Declare each variable by itself.',
  },
  {
    selector: 'ConditionalExpression > ConditionalExpression',
    message: 'Write an if with a return, or a variable for the inner value.',
  },
];

const unsafeTexts = [
  {
    selector: `:not(TSClassImplements) > MemberExpression[object.name='vscode'][property.name!=/^(${SHOWS_NO_TEXT})$/]`,
    message:
      'Use ui/window.ts and ui/l10n.ts: they take texts that are safe to show, and no others.',
  },
  {
    selector: [
      "MemberExpression[object.name='vscode'][computed=true]",
      ":not(MemberExpression, TSQualifiedName, ImportNamespaceSpecifier) > Identifier[name='vscode']",
      "ImportDeclaration[source.value='vscode'][importKind!='type'] > :not(ImportNamespaceSpecifier[local.name='vscode'], Literal)",
      ":matches(ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)[source.value='vscode']",
    ].join(', '),
    message:
      "Write `import * as vscode from 'vscode'` and `vscode.name`: nothing else can be checked.",
  },
  {
    selector: "MemberExpression[object.name='Object'][property.name='assign']",
    message: 'Assign each field: here the types of the fields are not checked.',
  },
  {
    selector:
      'TSTypePredicate TSTypeReference[typeName.name=/^(PlainText|SafeText|SafeMarkdown)$/]',
    message: MAKE_SAFE,
  },
];

/** Whether a type is one of the safe texts, or is made of them, or has them in its fields. */
function holdsSafeText(checker, type, depth = 2) {
  if (
    type.isUnionOrIntersection() &&
    type.types.some((part) => holdsSafeText(checker, part, depth))
  ) {
    return true;
  }
  const fields = checker.getPropertiesOfType(type);
  return (
    fields.some(({ name }) => /^__@(plain|safe|markdown)@/.test(name)) ||
    (depth > 0 &&
      fields.some((field) => holdsSafeText(checker, checker.getTypeOfSymbol(field), depth - 1)))
  );
}

/** Rejects assertions that make a text safe. */
const safeTextByAssertion = {
  meta: { messages: { unsafe: MAKE_SAFE } },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const check = (node) => {
      const source = services.getTypeAtLocation(node.expression);
      const target = services.getTypeAtLocation(node);
      const forged =
        checker.typeToString(target) === 'never'
          ? checker.isTypeAssignableTo(source, checker.getStringType())
          : holdsSafeText(checker, target) && !checker.isTypeAssignableTo(source, target);
      if (forged) {
        context.report({ node, messageId: 'unsafe' });
      }
    };
    return { TSAsExpression: check, TSTypeAssertion: check };
  },
};

const CHANGING_METHODS =
  /^(add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;

/** Whether a variable, or something in it, is written to by this use of it. */
function isChanged({ identifier, init }) {
  let node = identifier;
  while (node.parent.type === 'MemberExpression' && node.parent.object === node) {
    node = node.parent;
  }
  const { parent } = node;
  switch (parent.type) {
    case 'AssignmentExpression':
      // `lastIndex` of a sticky expression is set before each use.
      return parent.left === node && !init && node.property?.name !== 'lastIndex';
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'CallExpression':
      return (
        parent.callee === node && node !== identifier && CHANGING_METHODS.test(node.property.name)
      );
    default:
      return false;
  }
}

/** Rejects module-level values that change: maps, sets, arrays, objects and `let`. */
const moduleState = {
  meta: {
    messages: {
      state: 'No module-level state: pass it in, or hold it in an object that someone disposes.',
    },
  },
  create: (context) => ({
    Program(program) {
      const { variables } = context.sourceCode.getScope(program).childScopes[0];
      for (const { identifier } of variables.flatMap(({ references }) =>
        references.filter(isChanged),
      )) {
        context.report({ node: identifier, messageId: 'state' });
      }
    },
  }),
};

/** This project's own rules. Oxlint has the usual ones (.oxlintrc.json), and is ten times as fast. */
export default tseslint.config(
  { ignores: ['**', '!src/', '!src/**'] },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  {
    // A hostile text could keep a regular expression busy for minutes, so all must be linear.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignoreSticky: true, ignorePartial: false },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    // All exceptions are in this file.
    linterOptions: { noInlineConfig: true },
    plugins: {
      local: {
        rules: { 'module-state': moduleState, 'safe-text-by-assertion': safeTextByAssertion },
      },
    },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      'local/module-state': 'error',
      'local/safe-text-by-assertion': 'error',
      'no-restricted-syntax': ['error', ...packing, ...unsafeTexts],
      'no-console': 'error',
    },
  },
  {
    // A page has a document of its own, and `deactivate` gets no argument.
    files: ['src/webview/**/*.ts', 'src/extension.ts'],
    rules: { 'local/module-state': 'off' },
  },
  restricted('base', { host: false, io: false }),
  restricted('monitors', { host: false, io: false }),
  restricted('service', { host: false, io: false }),
  restricted('mapping', { host: false, io: false }),
  restricted('storage', { host: false, io: true }),
  restricted('account', { host: false, io: true }),
  restricted('ui', { host: true, io: true }),
  {
    // What makes texts safe, and what takes safe ones only.
    files: ['src/base/text.ts', 'src/ui/window.ts', 'src/ui/l10n.ts'],
    rules: {
      'local/safe-text-by-assertion': 'off',
      'no-restricted-syntax': ['error', ...packing],
    },
  },
);
