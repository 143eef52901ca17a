import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../host/browser';

/**
 * A page in a browser, and the port at which VS Code is to stand in it. A new page, and the same page at another port,
 * compile VS Code's twenty megabytes of code anew, which takes longer than many a test. So a screen is used again.
 */
export class Screen {
  private constructor(
    readonly page: Page,
    readonly port: number,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<Screen> {
    const browser = await launchBrowser();
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    return new Screen(await context.newPage(), await findFreePort(), browser);
  }

  /** Leaves VS Code, and has the browser forget all that it has stored: whoever comes next is a new user. */
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

/** Below the ports that systems give to whoever asks for any, so that it stays free between one server and the next. */
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
