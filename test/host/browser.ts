import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const LINUX_BROWSERS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
];

/** Debian's Chromium without windows: the same engine, which takes a tenth less of the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Quiet, and without calls to the browser maker's hosts. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** The first of these packages that there is. */
function installBrowser(packages: readonly string[]): string {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === undefined) {
    throw new Error(
      'No Chromium, Chrome or Edge is on the PATH. Install one, for example: sudo apt-get install -y chromium',
    );
  }
  console.log(`Installing Chromium (apt-get install ${packages[0]}) …`);
  aptGet('update');
  const installed = packages.find((name) => aptGet('install', '-y', name));
  const program = installed && findProgram([installed]);
  if (!program) {
    throw new Error('apt-get could not install chromium; what it said above tells why.');
  }
  return program;
}

interface BrowserOptions {
  /** A window for a user; whoever opens it sees to signals. */
  readonly headed?: boolean;
}

/** Starts the browser that shows VS Code's page, installing one first where that can be done unasked. */
export async function launchBrowser({ headed = false }: BrowserOptions = {}): Promise<Browser> {
  const root = process.getuid?.() === 0;
  const common = {
    headless: !headed,
    handleSIGINT: !headed,
    handleSIGTERM: !headed,
    handleSIGHUP: !headed,
    args: root ? [...ARGUMENTS, '--no-sandbox'] : ARGUMENTS,
  };
  if (process.platform === 'linux') {
    const shell = headed ? [] : [HEADLESS_SHELL];
    const executablePath =
      findProgram([...shell, ...LINUX_BROWSERS]) ?? installBrowser([...shell, 'chromium']);
    return chromium.launch({ ...common, executablePath });
  }
  try {
    return await chromium.launch({ ...common, channel: 'chrome' });
  } catch {
    return chromium.launch({ ...common, channel: 'msedge' });
  }
}
