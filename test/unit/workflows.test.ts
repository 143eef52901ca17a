import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkout } from '../host/places';

/** js-yaml comes without types. */
const { load } = createRequire(__filename)('js-yaml') as { load: (text: string) => unknown };

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = (): string => join(checkout(), '.github', 'workflows');
const names = (): readonly string[] => readdirSync(folder());
const text = (name: string): string => readFileSync(join(folder(), name), 'utf8');
const workflow = (name: string): Workflow => load(text(name)) as Workflow;
const stepsOf = (name: string) =>
  Object.values(workflow(name).jobs).flatMap(({ steps = [] }) => steps);

describe('The workflows', () => {
  it('pin each action to a commit, with its version beside it', () => {
    const used = names().flatMap((name) => text(name).match(/uses: (?!\.\/).+/g) ?? []);
    assert.ok(used.length > 5);
    const unpinned = used.filter(
      (line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
    );
    assert.deepEqual(unpinned, []);
  });

  it('may read the repository, and more only in jobs that need it', () => {
    for (const name of names()) {
      assert.deepEqual(workflow(name).permissions, { contents: 'read' }, name);
    }
    const { jobs } = workflow('release.yml');
    const granted = Object.entries(jobs).map(([name, { permissions = {} }]) => [
      name,
      Object.keys(permissions).filter((right) => permissions[right] === 'write'),
    ]);
    assert.deepEqual(Object.fromEntries(granted), {
      test: [],
      package: [],
      attest: ['id-token', 'attestations'],
      github: ['contents'],
      marketplace: ['id-token'],
      openVsx: ['id-token'],
    });
  });

  it('keep no token of a registry, and run only packages in package-lock.json', () => {
    for (const name of names()) {
      assert.doesNotMatch(text(name), /\bsecrets\.|npx (?!--no )|npm install/, name);
    }
  });

  it('run no script of a package in jobs that make or publish a release', () => {
    const { test, ...others } = workflow('release.yml').jobs;
    assert.ok(test);
    for (const [name, { steps = [] }] of Object.entries(others)) {
      const commands = steps.flatMap(({ run = [] }) => run);
      const first = commands.findIndex((command) => /\b(npm|npx|node_modules)\b/.test(command));
      assert.match(
        commands[first] ?? 'npm ci --ignore-scripts',
        /^npm ci --ignore-scripts\b/,
        name,
      );
    }
  });

  it('put no text that others choose, such as the name of a branch, into a script', () => {
    for (const name of names()) {
      const named = stepsOf(name).filter(({ run }) => run?.includes('${{'));
      assert.deepEqual(named, [], name);
    }
  });

  it('release nothing untested', () => {
    const { jobs } = workflow('release.yml');
    assert.equal(jobs['test']!.uses, './.github/workflows/ci.yml');
    const untested = Object.keys(jobs).filter(
      (name) => name !== 'test' && jobs[name]!.needs === undefined,
    );
    assert.deepEqual(untested, []);
  });
});
