// Prepares a checkout, however fresh, for one of the project's tasks, and runs the task:
//   node test/host/setup.mjs start|test|test:unit|service|package|bench|pictures|reading-report|calls-report|faults|models [arguments of the task]
// Plain JavaScript without packages: it runs before anything is installed or compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = [20, 19, 0];

const TASKS = {
  start: { entry: 'out/test/host/start.js' },
  // A type error is one of the results of `test`, so it does not stop it here.
  test: { entry: 'out/test/host/runTests.js', bundle: true, despiteTypeErrors: true },
  'test:unit': { entry: 'out/test/host/unitTests.js' },
  service: { entry: 'out/test/simulator/main.js' },
  l10n: { entry: 'out/test/host/l10n.js' },
  package: { entry: 'out/test/host/package.js' },
  bench: { entry: 'out/test/bench/bench.js' },
  'reading-report': { entry: 'out/test/report/readingReport.js' },
  pictures: { entry: 'out/test/report/pictures.js' },
  faults: { entry: 'out/test/faults/faults.js' },
  models: { entry: 'out/test/models/models.js' },
  'calls-report': { entry: 'out/test/report/callsReport.js' },
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
 * npm writes node_modules/.package-lock.json last, when everything else is in place: an install that was cut short
 * has none, and one that is outdated has other versions in it than package-lock.json.
 */
function packagesAreInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return (
    wanted !== undefined &&
    installed !== undefined &&
    Object.entries(wanted).every(
      ([place, { version, optional }]) =>
        place === '' || installed[place]?.version === version || (optional && installed[place] === undefined),
    )
  );
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: true });
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

function node(...args) {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  );
}

/** tsc leaves the output of deleted files behind, and mocha would go on running deleted tests. */
function removeOrphans(folder) {
  if (!existsSync(join(root, 'out', folder))) {
    return;
  }
  for (const entry of readdirSync(join(root, 'out', folder), { withFileTypes: true })) {
    const inside = join(folder, entry.name);
    if (entry.isDirectory()) {
      removeOrphans(inside);
    } else if (inside.endsWith('.js') && !existsSync(join(root, inside.replace(/\.js$/, '.ts')))) {
      rmSync(join(root, 'out', inside));
    }
  }
}

function compile({ despiteTypeErrors = false }) {
  const clean = node('node_modules/typescript/bin/tsc', '-p', '.');
  if (!clean && !despiteTypeErrors) {
    stop('The sources do not compile; what tsc said above tells where.');
  }
  removeOrphans('src');
  removeOrphans('test');
}

requireNode();
const [name, ...args] = process.argv.slice(2);
const task =
  TASKS[name] ?? stop(`Usage: node test/host/setup.mjs ${Object.keys(TASKS).join('|')} [arguments]`);
process.chdir(root);
installPackages();
compile(task);
if (task.bundle && !node('esbuild.js')) {
  stop('The extension could not be bundled; what esbuild said above tells why.');
}
// A signal to npm ends npm and the shell between, and may not come through to here.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();
// In this process, so that Ctrl-C and signals reach the task itself.
const entry = join(root, task.entry);
process.argv = [process.execPath, entry, ...args];
await import(pathToFileURL(entry).href);
