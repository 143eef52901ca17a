import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../host/browser';

/**
 * A browser page and the port of VS Code in it. It's reused, because in a new page or at another port the browser
 * compiles VS Code's twenty megabytes of code again.
 */
export class Screen {
  private constructor(
    readonly page: Page,
    readonly port: number,
    private readonly browser: Browser,
  ) {}

  /** @param pixels of the screen for each CSS pixel */
  static async open(pixels = 1): Promise<Screen> {
    const browser = await launchBrowser();
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      deviceScaleFactor: pixels,
    });
    return new Screen(await context.newPage(), await findFreePort(), browser);
  }

  /** Leaves VS Code, and clears the browser's storage, for a new user. */
  async clear(): Promise<void> {
    const context = this.page.context();
    for (const other of context.pages().filter((page) => page !== this.page)) {
      await other.close();
    }
    await this.page.goto('about:blank');
    const session = await context.newCDPSession(this.page);
    const origin = `http://127.0.0.1:${this.port}`;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** Below the ports that systems assign, so that it stays free between two servers. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      server.close();
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
        throw error;
      }
    }
  }
}
