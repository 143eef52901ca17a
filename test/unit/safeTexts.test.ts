import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { checkout } from '../host/places';

/** Ways in which a text of a service could be shown as it came. Each has `name`, such a text, in scope. */
const EDITS: Readonly<Record<string, string>> = {
  'a text as a message': 'void window.showWarningMessage(t(name));',
  'a text as the separator':
    'void window.showWarningMessage(joinTexts([t("Down"), t("Up")], name));',
  'indexing the namespace': "void vscode['window'].showWarningMessage(name);",
  'another name for the namespace':
    'const code = vscode; void code.window.showWarningMessage(name);',
  'importing later': "void import('vscode').then((code) => code.window.showWarningMessage(name));",
  'an API that has no safe twin':
    "vscode.languages.createLanguageStatusItem('id', '*').text = name;",
  'the title of a web page':
    "window.createWebviewPanel('id', t('Down'), { viewColumn: 1 }, {}).title = name;",
  'an assertion': 'void window.showWarningMessage(name as SafeText);',
  'an assertion to never': 'void window.showWarningMessage(name as never);',
  'an assertion of an object':
    'void window.showQuickPick([{ label: name } as SafeQuickPickItem], {});',
  'a guard that says so':
    'export const isSafe = (text: string): text is SafeText => text !== name;',
  'assigning many fields': 'Object.assign(window.createInputBox(), { title: name });',
  'an error that is expected':
    '// @ts-expect-error it is fine\nvoid window.showWarningMessage(name);',
  'a rule that is switched off':
    '/* eslint-disable no-restricted-syntax */\nvoid vscode.window.showWarningMessage(name);',
};

const IMPORTS = `import * as vscode from 'vscode';
import { joinTexts, toSafeText, type SafeText } from '../base/text';
import { t } from './l10n';
import { lm, window, type SafeQuickPickItem } from './window';
declare const name: string;
`;

const NOTHING_WRONG = "void window.showWarningMessage(t('{0} is down', toSafeText(name, 9)));";

/** Findings about the code around an edit, such as an unused import. */
const BESIDE_THE_POINT = /no-unused-vars|consistent-type-imports/;

describe('An unsafe text', function () {
  this.timeout(120_000);
  const texts = new Map<string, string>();
  /** As TypeScript writes paths, on Windows too. */
  const fileOf = (index: number): string =>
    join(checkout(), 'src', 'ui', `edit${index}.ts`).replaceAll('\\', '/');
  let program: ts.Program;
  let linter: ESLint;

  before(() => {
    [NOTHING_WRONG, ...Object.values(EDITS)].forEach((edit, index) => {
      texts.set(fileOf(index), `${IMPORTS}${edit}\n`);
    });
    const settings = ts.readConfigFile(join(checkout(), 'tsconfig.json'), (file) =>
      ts.sys.readFile(file),
    );
    const { options } = ts.parseJsonConfigFileContent(settings.config, ts.sys, checkout());
    const compilerOptions = { ...options, noEmit: true, incremental: false, noUnusedLocals: false };
    const disk = ts.createCompilerHost(compilerOptions, true);
    const host: ts.CompilerHost = {
      ...disk,
      fileExists: (file) => texts.has(file) || disk.fileExists(file),
      getSourceFile: (file, version) => {
        const text = texts.get(file);
        return text === undefined
          ? disk.getSourceFile(file, version)
          : ts.createSourceFile(file, text, version, true);
      },
    };
    program = ts.createProgram({ rootNames: [...texts.keys()], options: compilerOptions, host });
    linter = new ESLint({
      cwd: checkout(),
      overrideConfig: {
        languageOptions: { parserOptions: { projectService: false, programs: [program] } },
      },
    });
  });

  async function findMistakes(index: number): Promise<string[]> {
    const file = fileOf(index);
    const compiled = ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    const [result] = await linter.lintText(texts.get(file)!, { filePath: file });
    const linted = result!.messages.filter(({ ruleId }) => !BESIDE_THE_POINT.test(ruleId ?? ''));
    return [...compiled, ...linted.map(({ ruleId, message }) => `${ruleId}: ${message}`)];
  }

  it('is found by the compiler and the linter, without false alarms', async () => {
    assert.deepEqual(await findMistakes(0), []);
  });

  Object.keys(EDITS).forEach((title, index) => {
    it(`is not shown by ${title}`, async () => {
      const mistakes = await findMistakes(index + 1);
      assert.notDeepEqual(mistakes, []);
    });
  });
});
