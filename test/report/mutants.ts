// npm run mutants [-- FOLDER …]: changes the sources in small ways, and tells which changes no unit test notices
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from '../host/places';
import { getServerBuild } from '../host/serverBuild';

/** Stryker's oldest Node. Where this is an older one, the Node of VS Code's server build runs it. */
const OLDEST_NODE = 22;

/** Folders of src/ without VS Code and Node's modules, whose unit tests are in folders of the same names. */
const FOLDERS = ['base', 'monitors', 'credits', 'service', 'session'];

/** What is used of https://github.com/stryker-mutator/mutation-testing-elements, the schema of the report. */
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

const outputFile = (folder: string, name: string): string => {
  const target = join(checkout(), 'out', 'mutants', folder);
  mkdirSync(target, { recursive: true });
  return join(target, name);
};

async function findNode(): Promise<string> {
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
  return isNewEnough ? process.execPath : (await getServerBuild('newest')).node;
}

function runStryker(node: string, folder: string, concurrency: number): Report {
  const report = outputFile(folder, 'report.json');
  const config = outputFile(folder, 'stryker.json');
  const options = {
    mutate: [`src/${folder}/**/*.ts`],
    buildCommand: 'npx --no tsc -p .',
    testRunner: 'mocha',
    mochaOptions: { spec: [`out/test/unit/${folder}/**/*.test.js`] },
    coverageAnalysis: 'perTest',
    concurrency,
    incremental: true,
    incrementalFile: outputFile(folder, 'incremental.json'),
    ignorePatterns: ['/.vscode-test', '/coverage', '/dist', '/media', '/out'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: 'out/stryker',
  };
  writeFileSync(config, JSON.stringify(options, undefined, 2));
  const stryker = join(checkout(), 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(node, [stryker, 'run', config], { cwd: checkout(), stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`Stryker ended with ${status ?? 'a signal'} in src/${folder}.`);
  }
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

const isSurvivor = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';

function toScore({ files }: Report): string {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const killed = mutants.filter(isKilled).length;
  const survived = mutants.filter(isSurvivor).length;
  return `${((100 * killed) / Math.max(1, killed + survived)).toFixed(1)} % (${killed} of ${killed + survived})`;
}

function toSurvivors({ files }: Report): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isSurvivor).map(({ location, mutatorName, replacement = '', status }) => {
      const line = source.split('\n')[location.start.line - 1]?.trim();
      return `${file}:${location.start.line}:${location.start.column} ${mutatorName}, ${status}: \`${line}\` becomes \`${replacement}\``;
    }),
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { concurrency: { type: 'string', default: '2' } },
  });
  const node = await findNode();
  const scores: string[] = [];
  for (const folder of positionals.length > 0 ? positionals : FOLDERS) {
    const report = runStryker(node, folder, Number(values.concurrency));
    const survivors = outputFile(folder, 'survivors.txt');
    writeFileSync(survivors, `${toSurvivors(report).join('\n')}\n`);
    scores.push(`${folder}: ${toScore(report)}. Survivors: ${survivors}`);
  }
  console.log(`\n${scores.join('\n')}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
