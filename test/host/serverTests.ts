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

/** Prints the output of the tests, and keeps VS Code's errors, which matter only if the tests don't end. */
class PageLog {
  private printed = '';
  private errors = '';

  receive = (type: string, args: unknown[]): void => {
    const text = format(...args);
    if (type === 'error') {
      this.errors += `${text}\n`;
    } else if (this.printed !== '' || text.startsWith(FIRST_WORDS)) {
      this.printed += `${text}\n`;
      console.log(text);
    }
  };

  printErrors(): void {
    if (readTally(this.printed) === undefined) {
      console.error(`VS Code's page logged these errors:\n${this.errors.slice(-6000)}`);
    }
  }
}

async function runInPage(
  page: Page,
  address: string,
  log: PageLog,
  timeoutMs: number,
): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    page.on('crash', () => reject(new Error("VS Code's page crashed.")));
    page.exposeFunction('codeAutomationExit', resolve).catch(reject);
  });
  await page.exposeFunction('codeAutomationLog', log.receive);
  await page.goto(address);
  const timeOut = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`The tests had not ended after ${timeoutMs / 1000} s.`);
  });
  return Promise.race([ended, timeOut]);
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
  const browser = await launchBrowser();
  const log = new PageLog();
  try {
    return await runInPage(await browser.newPage(), testPage(server, run), log, run.timeoutMs);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`VS Code's server printed last:\n${server.output.slice(-2000)}`);
    return 1;
  } finally {
    log.printErrors();
    await browser.close();
    await server.stop();
  }
}
