import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkout } from '../host/places';

/** js-yaml has no types of its own. */
const { load } = createRequire(__filename)('js-yaml') as { load: (text: string) => unknown };

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly uses?: string;
        readonly steps?: readonly WorkflowStep[];
        readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
      }
    >
  >;
}

const read = (...path: string[]): string => readFileSync(join(checkout(), ...path), 'utf8');
const readYaml = (...path: string[]): unknown => load(read(...path));
const yamlFiles = (...folder: string[]): string[] =>
  readdirSync(join(checkout(), ...folder)).filter((name) => name.endsWith('.yml'));
const workflow = (name: string): Workflow => readYaml('.github', 'workflows', name) as Workflow;

const scripts = (): Readonly<Record<string, string>> =>
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

describe('The workflows', () => {
  const names = yamlFiles('.github', 'workflows');

  it('pin each action to a major version or a commit', () => {
    const used = names.flatMap((name) =>
      Object.values(workflow(name).jobs).flatMap(({ uses, steps = [] }) => [
        ...(uses === undefined ? [] : [uses]),
        ...steps.flatMap((step) => step.uses ?? []),
      ]),
    );
    assert.ok(used.length > 5);
    const unpinned = used.filter((uses) => !/^\.\/|@v\d+$|@[0-9a-f]{40}$/.test(uses));
    assert.deepEqual(unpinned, []);
  });

  it('may read the repository, and no more unless a job says so', () => {
    for (const name of names) {
      assert.deepEqual(workflow(name).permissions, { contents: 'read' }, name);
    }
  });

  it('put nothing that others can name, such as a branch, into a script', () => {
    for (const name of names) {
      const steps = Object.values(workflow(name).jobs).flatMap((job) => job.steps ?? []);
      assert.deepEqual(
        steps.filter(({ run }) => run?.includes('${{')),
        [],
        name,
      );
    }
  });

  it('test on three systems, before a release too', () => {
    const systems = workflow('ci.yml').jobs['test']!.strategy!.matrix.os.map((name) => name.split('-')[0]);
    assert.deepEqual(systems, ['ubuntu', 'macos', 'windows']);
    const { jobs } = workflow('release.yml');
    assert.equal(jobs['test']!.uses, './.github/workflows/ci.yml');
    const untested = Object.entries(jobs).filter(
      ([name, { needs }]) => name !== 'test' && needs === undefined,
    );
    assert.deepEqual(untested, []);
  });
});

describe('The forms of the repository', () => {
  it('are YAML with what GitHub asks of them', () => {
    for (const name of yamlFiles('.github', 'ISSUE_TEMPLATE').filter((file) => file !== 'config.yml')) {
      const form = readYaml('.github', 'ISSUE_TEMPLATE', name) as Readonly<Record<string, unknown>>;
      assert.equal(typeof form['name'], 'string', name);
      assert.equal(typeof form['description'], 'string', name);
      assert.ok(Array.isArray(form['body']), name);
    }
    assert.equal((readYaml('.github', 'dependabot.yml') as { version: number }).version, 2);
  });
});

describe('The tasks of the editor', () => {
  interface Task {
    readonly label: string;
    readonly type?: string;
    readonly script?: string;
    readonly dependsOn?: readonly string[];
    readonly problemMatcher: unknown;
  }
  const tasks = (): readonly Task[] =>
    (JSON.parse(read('.vscode', 'tasks.json')) as { tasks: readonly Task[] }).tasks;

  it('name scripts and tasks that exist, as does what F5 starts', () => {
    const labels = new Set(tasks().map(({ label }) => label));
    const { configurations } = JSON.parse(read('.vscode', 'launch.json')) as {
      configurations: readonly { preLaunchTask: string }[];
    };
    const wanted = [
      ...tasks().flatMap(({ dependsOn = [] }) => dependsOn),
      ...configurations.map(({ preLaunchTask }) => preLaunchTask),
    ];
    assert.deepEqual(
      wanted.filter((label) => !labels.has(label)),
      [],
    );
    const run = tasks().flatMap(({ type, script }) => (type === 'npm' && script ? [script] : []));
    assert.ok(run.length > 4);
    assert.deepEqual(
      run.filter((script) => scripts()[script] === undefined),
      [],
    );
  });

  it('understand what the bundler prints when it watches', () => {
    const { problemMatcher } = tasks().find(({ label }) => label === 'watch bundle')! as {
      problemMatcher: {
        pattern: { regexp: string };
        background: { beginsPattern: string; endsPattern: string };
      };
    };
    const { pattern, background } = problemMatcher;
    assert.match('Bundling …', new RegExp(background.beginsPattern));
    assert.match('Bundled with 2 errors.', new RegExp(background.endsPattern));
    const match = new RegExp(pattern.regexp).exec(
      'src/extension.ts:3:14: error: Could not resolve "./nothing"',
    );
    assert.deepEqual(match?.slice(1), [
      'src/extension.ts',
      '3',
      '14',
      'error',
      'Could not resolve "./nothing"',
    ]);
    const bundler = read('esbuild.js');
    assert.ok(
      bundler.includes("'Bundling …'") && bundler.includes('`Bundled with ${errors.length} errors.`'),
    );
  });
});

describe('The scripts', () => {
  it('check the types before anything is packaged', () => {
    assert.match(
      scripts()['vscode:prepublish']!,
      /^tsc -p src && tsc -p src\/webview && node esbuild\.js --production$/,
    );
  });

  it('are run by the Node that .nvmrc names or a newer one', () => {
    const oldest = /OLDEST_NODE = \[(\d+), (\d+), 0\]/.exec(read('test', 'host', 'setup.mjs'))!;
    assert.equal(read('.nvmrc').trim(), `${oldest[1]}.${oldest[2]}`);
  });
});
