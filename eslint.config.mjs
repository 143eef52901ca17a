import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Session and storage stand beside each other, as do credits and service; neither sees its neighbour. */
const forbidden = {
  base: ['ui', 'explorer', 'session', 'storage', 'credits', 'service', 'monitors'],
  monitors: ['ui', 'explorer', 'session', 'storage', 'credits', 'service'],
  service: ['ui', 'explorer', 'session', 'storage', 'credits'],
  credits: ['ui', 'explorer', 'session', 'storage', 'service'],
  storage: ['ui', 'explorer', 'session'],
  session: ['ui', 'explorer', 'storage'],
  explorer: ['ui'],
};

const upward = (room) =>
  (forbidden[room] ?? []).map((above) => ({
    regex: `^\\.\\./(?:\\.\\./)*${above}/`,
    message: 'Arrows point ui -> explorer -> session, storage -> credits, service -> monitors.',
  }));

const noHost = [
  { name: 'vscode', message: 'This folder is pure: it must run and be tested in plain Node.' },
  { name: 'node-fetch', message: 'Take a Fetch as a parameter; extension.ts alone chooses one.' },
];

const noIo = {
  regex: '^(node:|fs$|fs/|http$|https$|net$|os$|path$|child_process$)',
  message: 'This folder is pure: it takes fetch, clock and storage as parameters.',
};

/** `no-restricted-imports` of typescript-eslint also rejects `import type`, unless told otherwise. */
const restricted = (room, { host, io }) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { paths: host ? noHost.slice(1) : noHost, patterns: [...upward(room), ...(io ? [] : [noIo])] },
    ],
  },
});

/**
 * What shows text to a person is used through ui/window.ts and ui/l10n.ts, which take safe texts only, and a text is
 * declared safe in base/text.ts alone.
 */
const unsafeTexts = [
  {
    selector:
      "MemberExpression[object.name='vscode'][property.name=/^(window|l10n)$/], NewExpression[callee.object.name='vscode'][callee.property.name=/^(TreeItem|MarkdownString)$/], ImportDeclaration[source.value='vscode'] ImportSpecifier[imported.name=/^(window|l10n|TreeItem|MarkdownString)$/]",
    message: 'Use ui/window.ts and ui/l10n.ts: they take texts that are safe to show, and no others.',
  },
  {
    selector:
      'TSAsExpression > TSTypeReference[typeName.name=/^(PlainText|SafeText|SafeMarkdown)$/], TSTypeAssertion > TSTypeReference[typeName.name=/^(PlainText|SafeText|SafeMarkdown)$/]',
    message: 'Only base/text.ts makes a text safe: call toSafeText, toPlainText or toSafeMarkdown.',
  },
];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'out/', 'coverage/', '.vscode-test/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always'],
      curly: ['error', 'all'],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // A service's text can be made to take a regular expression minutes: none may be worse than linear.
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
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Program > VariableDeclaration[kind='let']",
          message: 'No module-level state: pass it in, or hold it in an object that someone disposes.',
        },
        ...unsafeTexts,
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['src/base/text.ts', 'src/ui/window.ts', 'src/ui/l10n.ts', 'src/extension.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  restricted('base', { host: false, io: false }),
  restricted('monitors', { host: false, io: false }),
  restricted('service', { host: false, io: false }),
  restricted('credits', { host: false, io: false }),
  restricted('storage', { host: false, io: true }),
  restricted('explorer', { host: false, io: true }),
  restricted('session', { host: true, io: true }),
  restricted('ui', { host: true, io: true }),
  {
    // The pure files of a folder whose other files adapt VS Code or keep secrets.
    files: ['src/session/{exchangePassword,lifetime,session,sessionClock}.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: noHost, patterns: [...upward('session'), noIo] },
      ],
    },
  },
  {
    files: ['esbuild.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
);
