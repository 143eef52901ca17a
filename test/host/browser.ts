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
];

/** For a test, whose code runs only for seconds. */
const WITHOUT_OPTIMIZING = '--js-flags=--no-opt --no-maglev';

function findProgram(headless: boolean): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return LINUX_BROWSERS.filter((name) => headless || name !== HEADLESS_SHELL)
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
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
  await (process.platform === 'linux' && findBrowser(true).catch(() => undefined));
}

/**
 * Finds the browser's program on Linux. As root on Debian and its relatives, installs one.
 * @throws Error that names the command to install one
 */
async function findBrowser(headless: boolean): Promise<string> {
  let why = '';
  if (findProgram(headless) === undefined && process.getuid?.() === 0 && existsSync(APT_GET)) {
    await install(headless ? HEADLESS_SHELL : CHROMIUM)
      .catch(() => install(CHROMIUM))
      .catch((error: Error) => (why = ` (apt-get: ${error.message.trim().split('\n').at(-1)})`));
  }
  const found = findProgram(headless);
  if (found === undefined) {
    throw new Error(
      `No Chromium, Chrome or Edge is on the PATH${why}. Install one, for example: sudo apt-get install -y chromium`,
    );
  }
  return found;
}

/**
 * Starts the browser that shows VS Code, and installs one if that is possible.
 * @param headless false for a window
 */
export async function launchBrowser(headless = true): Promise<Browser> {
  const args = [...ARGUMENTS];
  if (headless) {
    args.push(WITHOUT_OPTIMIZING);
  }
  if (process.getuid?.() === 0) {
    args.push('--no-sandbox');
  }
  // A user's Ctrl-C also stops VS Code's server, so the caller handles it.
  const signals = { handleSIGINT: headless, handleSIGTERM: headless, handleSIGHUP: headless };
  const options = { headless, args, ...signals };
  if (process.platform === 'linux') {
    return chromium.launch({ ...options, executablePath: await findBrowser(headless) });
  }
  return chromium
    .launch({ ...options, channel: 'chrome' })
    .catch(() => chromium.launch({ ...options, channel: 'msedge' }));
}
