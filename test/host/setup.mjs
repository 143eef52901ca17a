// Prepares a fresh checkout for a task, and runs the task:
//   node test/host/setup.mjs TASK [arguments of the task]
// Plain JavaScript without packages, because it runs before anything is installed or compiled.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './endWithParent.mjs';

const OLDEST_NODE = [20, 19, 0];

const TASKS = {
  start: { entry: 'out/test/host/start.js' },
  test: { entry: 'out/test/host/runTests.js', bundle: true },
  check: {
    entry: 'out/test/host/runTests.js',
    args: ['--cache', '--only', 'unit,format,lint,types'],
  },
  service: { entry: 'out/test/simulator/main.js' },
  // Their output depends on no version of Node, and a release runs only what package-lock.json names.
  format: {
    entry: 'node_modules/prettier/bin/prettier.cjs',
    args: ['--write', '.'],
    onOwnNode: true,
  },
  l10n: { entry: 'out/test/host/l10n.js', onOwnNode: true },
  package: { entry: 'out/test/host/package.js', onOwnNode: true },
  bench: { entry: 'out/test/bench/bench.js' },
  'reading-report': { entry: 'out/test/report/readingReport.js' },
  pictures: { entry: 'out/test/report/pictures.js' },
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function requireNode() {
  const [major, minor, patch] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor, wantedPatch] = OLDEST_NODE;
  const difference = major - wantedMajor || minor - wantedMinor || patch - wantedPatch;
  if (difference < 0) {
    stop(
      `Monitor Explorer is built with Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.`,
    );
  }
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/**
 * npm writes node_modules/.package-lock.json last. After an interrupted install it's missing, and in an outdated one
 * it has other versions than package-lock.json.
 */
function packagesAreInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return (
    wanted !== undefined &&
    installed !== undefined &&
    Object.entries(wanted).every(
      ([place, { version, optional }]) =>
        place === '' ||
        installed[place]?.version === version ||
        (optional && installed[place] === undefined),
    )
  );
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'], shell: true });
}

function installPackages() {
  if (packagesAreInstalled()) {
    return;
  }
  console.log('Installing packages (npm ci) …');
  if (npm('ci', '--no-audit', '--no-fund').status !== 0 || !packagesAreInstalled()) {
    stop('npm ci did not install the packages; what npm said above tells why.');
  }
}

/** Removes the output of deleted files, because mocha would run deleted tests. */
function removeOrphans() {
  for (const file of readdirSync('out', { recursive: true })) {
    if (/^(src|test)\b.*\.js$/.test(file) && !existsSync(file.replace(/\.js$/, '.ts'))) {
      rmSync(join('out', file));
    }
  }
}

/** Compiles without checking types, in a second. */
async function compile() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['src/**/*.ts', 'test/**/*.ts'],
    outdir: 'out',
    outbase: '.',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  }).catch(() => stop('The sources do not compile; what esbuild said above tells where.'));
  removeOrphans();
}

/** The Node of the oldest VS Code, because the extension runs on it. */
async function getNode() {
  const { getNode } = await import(
    pathToFileURL(join(root, 'out', 'test', 'host', 'nodeBuild.js')).href
  );
  return getNode('minimum').catch((error) => stop(error.message));
}

function run(node, script, args) {
  const endWithParent = pathToFileURL(join(root, 'test', 'host', 'endWithParent.mjs')).href;
  // For `node:sqlite`, which this Node calls experimental.
  const options = ['--disable-warning=ExperimentalWarning', '--import', endWithParent];
  const child = spawn(node, [...options, script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('exit', (code) => process.exit(code ?? 1));
  let isEnding = false;
  const end = () => {
    // Once, because Ctrl-C comes from the terminal and from npm, and a second signal would end it early.
    if (!isEnding) {
      isEnding = true;
      child.kill('SIGTERM');
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, end);
  }
}

requireNode();
const [name, ...args] = process.argv.slice(2);
const task =
  TASKS[name] ??
  stop(`Usage: node test/host/setup.mjs ${Object.keys(TASKS).join('|')} [arguments]`);
process.chdir(root);
installPackages();
await compile();
if (task.bundle && spawnSync(process.execPath, ['esbuild.js'], { stdio: 'inherit' }).status !== 0) {
  stop('The extension could not be bundled; what esbuild said above tells why.');
}
run(task.onOwnNode ? process.execPath : await getNode(), task.entry, [
  ...(task.args ?? []),
  ...args,
]);
