import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium without windows: the same engine, with less use of the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM = 'chromium';

const LINUX_BROWSERS = [
  HEADLESS_SHELL,
  'google-chrome-stable',
  'google-chrome',
  CHROMIUM,
  'chromium-browser',
  'microsoft-edge',
];

/** Without calls to the browser maker's hosts. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The code of a test runs only for seconds.
  '--js-flags=--no-opt --no-maglev',
];

function findProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programs = LINUX_BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return programs.find((file) => existsSync(file));
}

const APT_GET = '/usr/bin/apt-get';

/** Time limit for a download of some 100 MB. */
const INSTALL_WITHIN_MS = 10 * 60_000;

/** Installs a package without asking. First it prints the package and its purpose. */
async function install(name: string): Promise<void> {
  console.log(
    `Installing ${name} on this machine (apt-get install -y ${name}), to show VS Code's screen …`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) =>
    promisify(execFile)(APT_GET, ['-o', 'DPkg::Lock::Timeout=60', ...args], {
      env,
      timeout: INSTALL_WITHIN_MS,
    });
  const begin = () => aptGet('install', '-y', name);
  // The package lists may be empty or old.
  await begin().catch(() => aptGet('update').then(begin));
}

/** Installs a browser if there is none and that is possible. Tests report what is missing. */
export async function installBrowser(): Promise<void> {
  await (process.platform === 'linux' && findBrowser().catch(() => undefined));
}

/**
 * Finds the browser's program on Linux. As root on Debian and its relatives, installs one.
 * @throws Error that names the command to install one
 */
async function findBrowser(): Promise<string> {
  let why = '';
  if (findProgram() === undefined && process.getuid?.() === 0 && existsSync(APT_GET)) {
    await install(HEADLESS_SHELL)
      .catch(() => install(CHROMIUM))
      .catch((error: Error) => (why = ` (apt-get: ${error.message.trim().split('\n').at(-1)})`));
  }
  const found = findProgram();
  if (found === undefined) {
    throw new Error(
      `No Chromium, Chrome or Edge is on the PATH${why}. Install one, for example: sudo apt-get install -y chromium`,
    );
  }
  return found;
}

/** Starts the browser that shows VS Code, and installs one if that is possible. */
export async function launchBrowser(): Promise<Browser> {
  const args = [...ARGUMENTS];
  if (process.getuid?.() === 0) {
    args.push('--no-sandbox');
  }
  if (process.platform === 'linux') {
    return chromium.launch({ args, executablePath: await findBrowser() });
  }
  return chromium
    .launch({ args, channel: 'chrome' })
    .catch(() => chromium.launch({ args, channel: 'msedge' }));
}
