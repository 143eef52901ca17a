import { setTimeout as wait } from 'node:timers/promises';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser';
import { FIRST_WORDS, readTally } from './mochaRun';
import { FEW_BUILTIN_EXTENSIONS, VsCodeServer } from './server';
import type { ServerBuild } from './serverBuild';

interface ServerTestRun {
  readonly build: ServerBuild;
  readonly extension: string;
  /** Module that exports `run(): Promise<void>`. */
  readonly testsModule: string;
  readonly timeoutMs: number;
}

/** Address of a page in which VS Code loads an extension from source and runs tests. */
function testPage(server: VsCodeServer, run: ServerTestRun): string {
  const remote = (path: string): string => `vscode-remote://${server.authority}${path}`;
  const payload = [
    ['extensionDevelopmentPath', remote(run.extension)],
    ['extensionTestsPath', remote(run.testsModule)],
    ['skipWelcome', 'true'],
  ];
  return `${server.url}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** The log of VS Code's page, which contains the output of the tests. */
class PageLog {
  private testsHaveStarted = false;
  private testsHaveEnded = false;
  private readonly errors: string[] = [];

  receive = (type: string, args: unknown[]): void => {
    const text = format(...args);
    this.testsHaveStarted ||= text.startsWith(FIRST_WORDS);
    if (type === 'error') {
      this.errors.push(text);
    } else if (this.testsHaveStarted) {
      this.testsHaveEnded ||= readTally(text) !== undefined;
      console.log(text);
    }
  };

  /** VS Code's errors matter only if the tests did not end. */
  printErrors(): void {
    if (this.testsHaveEnded) {
      return;
    }
    console.error(`VS Code's page logged these errors:\n${this.errors.join('\n').slice(-6000)}`);
  }
}

/** VS Code's page calls these two functions, so they must exist before it loads. */
async function listenToTests(page: Page, log: PageLog): Promise<{ readonly ended: Promise<number> }> {
  await page.exposeFunction('codeAutomationLog', log.receive);
  const ended = new Promise<number>((resolve, reject) => {
    page.on('crash', () => reject(new Error("VS Code's page crashed.")));
    page.on('close', () => reject(new Error("VS Code's page was closed before the tests had ended.")));
    page.exposeFunction('codeAutomationExit', resolve).catch(reject);
  });
  return { ended };
}

async function timeOut(ms: number, signal: AbortSignal): Promise<never> {
  await wait(ms, undefined, { signal });
  throw new Error(`The tests had not ended after ${ms / 1000} s.`);
}

async function runInPage(page: Page, server: VsCodeServer, run: ServerTestRun): Promise<number> {
  const log = new PageLog();
  const done = new AbortController();
  try {
    const { ended } = await listenToTests(page, log);
    await page.goto(testPage(server, run));
    const code = await Promise.race([ended, timeOut(run.timeoutMs, done.signal)]);
    if (code !== 0) {
      log.printErrors();
    }
    return code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    log.printErrors();
    console.error(`VS Code's server printed last:\n${server.output.slice(-2000)}`);
    return 1;
  } finally {
    done.abort();
  }
}

/**
 * Runs the tests, and prints their output.
 * @returns the exit code
 */
export async function runTestsInServer(run: ServerTestRun): Promise<number> {
  const server = await VsCodeServer.start(run.build, {
    runsTests: true,
    builtinExtensions: FEW_BUILTIN_EXTENSIONS,
  });
  try {
    const browser = await launchBrowser();
    try {
      return await runInPage(await browser.newPage(), server, run);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}
