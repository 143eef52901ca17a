// npm run mutants [-- PART …]: changes the pure folders in each way that Stryker knows, and tells what no test notices
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { TESTS_TIME_ZONE } from './mochaRun';
import { checkout } from './places';
import { getPackages, getServerBuild } from './serverBuild';

/** The newest that has a runner for mocha. With its 75 MB it isn't among the packages that each checkout installs. */
const STRYKER_VERSION = '10.0.0';
/** The oldest Node that it runs in; VS Code's server has one that is newer. */
const STRYKER_NODE_MAJOR = 22;

interface Part {
  readonly sources: string;
  /** Folders of unit tests: those that are about these sources. */
  readonly tests: readonly string[];
  /** Percent of the mutants that the tests notice at the least. */
  readonly goal: number;
  /** Leaves out the slow tests, all of which a mutant that no test notices would meet: that takes hours. */
  readonly quickTestsOnly?: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  monitors: { sources: 'monitors', tests: ['monitors', 'storage'], goal: 90 },
  credits: { sources: 'credits', tests: ['credits'], goal: 90 },
  session: { sources: 'session', tests: ['session'], goal: 90 },
  wire: { sources: 'service', tests: ['service', 'service/mapping'], goal: 90 },
  read: { sources: 'service/mapping/read', tests: ['service/mapping'], goal: 90 },
  learn: { sources: 'service/mapping/learn', tests: ['service/mapping'], goal: 80, quickTestsOnly: true },
};

/** Tests that read the whole corpus, or texts at random: they come last, as the first test that notices a mutant ends it. */
const SLOW = /(?:corpus|cutLists|generatedServices|robustness)\.test\.js$/;

function testFilesIn(folder: string, quickTestsOnly: boolean): string[] {
  const path = `out/test/unit/${folder}`;
  const files = readdirSync(path).filter((file) => file.endsWith('.test.js'));
  const last = files.filter((file) => SLOW.test(file));
  const first = files.filter((file) => !last.includes(file));
  return [...first, ...(quickTestsOnly ? [] : last)].map((file) => `${path}/${file}`);
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly replacement: string;
  /** Lines and columns from 1. */
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const NOTICED = ['Killed', 'Timeout', 'RuntimeError'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** Runs Stryker for a part. What it has found before is taken from its last run where nothing has changed since. */
async function runStryker(name: string, { sources, tests, quickTestsOnly = false }: Part): Promise<Report> {
  const node =
    Number(process.versions.node.split('.')[0]) >= STRYKER_NODE_MAJOR
      ? process.execPath
      : (await getServerBuild('newest')).node;
  const packages = ['core', 'mocha-runner'].map((each) => `@stryker-mutator/${each}@${STRYKER_VERSION}`);
  const stryker = await getPackages(`stryker-${STRYKER_VERSION}`, packages);
  const folder = join('out', 'mutants');
  const report = join(folder, `${name}.json`);
  const config = join(folder, `${name}.config.json`);
  mkdirSync(folder, { recursive: true });
  const compiled = readdirSync('out').filter((entry) => entry !== 'test');
  const options = {
    testRunner: 'mocha',
    mochaOptions: { spec: tests.flatMap((folder) => testFilesIn(folder, quickTestsOnly)) },
    coverageAnalysis: 'perTest',
    mutate: [`src/${sources}/*.ts`],
    // What a module makes when it is loaded, as a table of words: each of these would take all tests in a new process.
    ignoreStatic: true,
    // The compiled tests are compared with those of the last run; the sandbox compiles them anew.
    ignorePatterns: ['dist', 'docs', 'media', '.vscode-test', ...compiled.map((entry) => `out/${entry}`)],
    buildCommand: 'tsc -p . --noCheck',
    // A core is left for who works meanwhile.
    concurrency: Math.max(1, availableParallelism() - 1),
    tempDirName: join(folder, 'sandboxes'),
    incremental: true,
    incrementalFile: join(folder, `${name}.incremental.json`),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // What goes round without an end is known by its count; a machine that is busy isn't taken for that.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
  };
  writeFileSync(config, JSON.stringify(options, undefined, 2));
  const program = join(stryker, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const files = join(__dirname, 'mochaFiles.js').replaceAll('\\', '/');
  const child = spawn(node, [program, 'run', config], {
    cwd: checkout(),
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: TESTS_TIME_ZONE,
      NODE_OPTIONS: `--require "${files}"`,
      PATH: [dirname(node), process.env['PATH']].join(delimiter),
    },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) {
    throw new Error(`Stryker ended with ${exitCode ?? 'a signal'}; what it said above tells why.`);
  }
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** Mutants that no test is to notice, a line each as {@link tell} prints it, below the reason. */
const EXPLAINED = join('test', 'host', 'mutants.txt');

/** Characters of a text that a line of the list shows. */
const MAX_TEXT = 120;

function toLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}

/** What is changed, into what, and in which line: the same wherever the line moves to. */
function toText(file: string, source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const line = lines[0]!;
  // The end first, as both may be in one line.
  lines.push(lines.pop()!.slice(0, end.column - 1));
  lines[0] = lines[0]!.slice(start.column - 1);
  return `${file}: ${toLine(lines.join(' '))} -> ${toLine(replacement)} in ${toLine(line)}`;
}

/** @returns whether the goal is reached, and all that is left is explained. */
function tell(name: string, { goal }: Part, { files }: Report): boolean {
  const explained = readFileSync(EXPLAINED, 'utf8').split('\n');
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length;
  const unnoticed = Object.entries(files).flatMap(([file, { source, mutants: own }]) =>
    own.filter(({ status }) => UNNOTICED.includes(status)).map((mutant) => toText(file, source, mutant)),
  );
  const unexplained = unnoticed.filter((text) => !explained.includes(text));
  for (const text of unexplained) {
    console.log(`Not explained: ${text}`);
  }
  for (const text of explained.filter((text) => text.split(': ')[0]! in files && !unnoticed.includes(text))) {
    console.log(`Explained, but noticed: ${text}`);
  }
  const score = (100 * noticed) / (noticed + unnoticed.length);
  console.log(
    `${name}: ${score.toFixed(1)} % (${noticed} of ${noticed + unnoticed.length} mutants), where ${goal} % is the goal; ${unexplained.length} not explained`,
  );
  return score >= goal && unexplained.length === 0;
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`There are the parts ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`);
  }
  let missed = 0;
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length === 0 || wanted.includes(name)) {
      missed += tell(name, part, await runStryker(name, part)) ? 0 : 1;
    }
  }
  return missed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
