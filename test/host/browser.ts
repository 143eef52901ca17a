import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { installPackage } from '../support/systemPackages';

const CHROMIUM = 'chromium';

const LINUX_BROWSERS = [
  'google-chrome-stable',
  'google-chrome',
  CHROMIUM,
  'chromium-browser',
  'microsoft-edge',
];

/** Debian's Chromium without windows: the same engine, with less use of the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Without calls to the browser maker's hosts. */
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

/** Time limit for a download of some 100 MB. */
const INSTALL_WITHIN_MS = 10 * 60_000;

interface BrowserOptions {
  /** A window for a user. The caller handles signals. */
  readonly headed?: boolean;
}

/**
 * Finds the browser's program on Linux, and installs one if that is possible.
 * @throws Error that names the command to install one
 */
export async function findBrowser({ headed = false }: BrowserOptions = {}): Promise<string> {
  const names = headed ? LINUX_BROWSERS : [HEADLESS_SHELL, ...LINUX_BROWSERS];
  const found = findProgram(names);
  if (found !== undefined) {
    return found;
  }
  const install = (name: string): Promise<void> =>
    installPackage(name, "to show VS Code's screen to the tests", INSTALL_WITHIN_MS);
  try {
    await (headed ? install(CHROMIUM) : install(HEADLESS_SHELL).catch(() => install(CHROMIUM)));
    const installed = findProgram(names);
    assert(installed !== undefined, 'apt-get put none there');
    return installed;
  } catch (error) {
    const why = (error as Error).message;
    const sentence = `No Chromium, Chrome or Edge is on the PATH: ${why}. Install one, for example: sudo apt-get install -y chromium`;
    throw new Error(sentence, { cause: error });
  }
}

/** Starts the browser that shows VS Code, and installs one if that is possible. */
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
    return chromium.launch({ ...common, executablePath: await findBrowser({ headed }) });
  }
  try {
    return await chromium.launch({ ...common, channel: 'chrome' });
  } catch {
    return chromium.launch({ ...common, channel: 'msedge' });
  }
}
