/**
 * npm run pictures: takes the README's and the walkthrough's pictures of the real screen, and writes them into media/.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import { WebPage } from '../support/driver/webPage';
import { Workbench } from '../support/driver/workbench';

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
type Theme = keyof typeof THEMES;

const WALKTHROUGH_SIZE = { width: 640, height: 400 };
const HOUR = 60 * 60_000;
/** Duration of the newest outage in the pictures. */
const OUTAGE_MS = 11 * 60_000;

interface Scene {
  readonly workbench: Workbench;
  readonly service: SimulatedService;
}

async function stageScene(theme: Theme, play: (scene: Scene) => Promise<void>): Promise<void> {
  const service = await SimulatedService.start({ tellsOutages: true });
  const workbench = await Workbench.open({
    settings: { 'workbench.colorTheme': THEMES[theme], 'window.commandCenter': false },
    size: { width: 1100, height: 640 },
  });
  try {
    await workbench.monitors.open();
    await play({ workbench, service });
  } finally {
    await workbench.close();
    await service.stop();
  }
}

async function loadTwoPages({ workbench }: Scene): Promise<void> {
  const { tree } = workbench.monitors;
  await tree.showsAtEnd(/^Load more .* 50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Load more .* 100 of/);
  await tree.showsAtStart(/^Down/);
}

/** So that no tooltip shows. */
async function moveMouseAway(page: Page): Promise<void> {
  await page.mouse.move(page.viewportSize()!.width / 2, 2);
}

/** Eight days of use, with an outage on the last day. */
async function useForDays({ workbench, service }: Scene, outageOf: number): Promise<void> {
  const { monitors } = workbench;
  for (const [day, refreshes] of [1, 2, 1, 1, 3, 1, 2, 2].entries()) {
    await passTime(workbench, service, 24 * HOUR);
    if (day === 2 || day === 5) {
      await workbench.reload();
      await monitors.tree.showsAtEnd(/^Load more/);
    }
    // Up until the last day, so that the outage is a change since the user last looked.
    const isDown = day > 6;
    service.updateMonitor(outageOf, {
      status: isDown ? 'down' : 'up',
      ...(isDown && {
        statusSince: new Date(Date.now() - OUTAGE_MS).toISOString(),
        lastError: '503 Service Unavailable',
      }),
    });
    for (let left = refreshes; left > 0; left--) {
      const before = service.callCount();
      await monitors.clickTitleAction('Refresh');
      await eventually(
        'Two calls',
        () => Promise.resolve(service.callCount()),
        (now) => now === before + 2,
      );
      await service.idle();
      await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
    }
  }
}

/** The pictures that the README and the walkthrough show. */
async function takeMediaPictures(theme: Theme): Promise<void> {
  await stageScene(theme, async (scene) => {
    const { workbench, service } = scene;
    const { page, monitors, quickInput } = workbench;
    const run = (command: string): Promise<void> => workbench.runCommand(`Monitor Explorer: ${command}`);
    const takeForReadme = async (name: string): Promise<void> => {
      // The README has light pictures only.
      if (theme === 'dark') {
        return;
      }
      await moveMouseAway(page);
      await workbench.screenshot(join(checkout(), 'media', `readme-${name}-${theme}.png`));
    };
    const takeForWalkthrough = async (name: string, height = WALKTHROUGH_SIZE.height): Promise<void> => {
      const usual = page.viewportSize()!;
      await page.setViewportSize({ ...WALKTHROUGH_SIZE, height });
      await moveMouseAway(page);
      await setTimeout(500);
      const webp = await toWebp(page.context().browser()!, await page.screenshot());
      writeFileSync(join(checkout(), 'media', `walkthrough-${name}-${theme}.webp`), webp);
      await page.setViewportSize(usual);
    };

    await monitors.showsWelcome(/lists the monitors/);
    await run('Sign In');
    await quickInput.shows(/address of the monitoring service/i);
    await quickInput.type('https://api.example.com/v1');
    await takeForWalkthrough('sign-in');
    await quickInput.cancel();
    await quickInput.isClosed();

    // The eight days end now, so that ages and check times are right.
    await passTime(workbench, service, -8 * 24 * HOUR);
    await workbench.runByKey('setServiceAddress', /address of the monitoring service/i);
    await quickInput.answer(/address of the monitoring service/i, service.baseUrl);
    await quickInput.isClosed();
    await signIn(workbench, service, '30d');
    await loadTwoPages(scene);
    await useForDays(scene, 10);
    await monitors.tree.showsAtStart(/ went down/);
    await takeForReadme('by-status');
    await takeForWalkthrough('monitors');

    await monitors.tree.click(/^Search API – Montréal/);
    await new WebPage(page).shows(/All Fields/);
    await takeForReadme('details');

    await run('Show Calls');
    await new WebPage(page).shows(/Who asked/);
    await takeForReadme('calls');
    await monitors.hide();
    await takeForWalkthrough('calls', 560);
  });
}

/** The pictures are part of the package, and a WebP has a fifth of a PNG's size. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const url = await page.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.6);
    })()`);
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await page.close();
  }
}

async function main(): Promise<void> {
  packExtension(packedExtension());
  await takeMediaPictures('light');
  await takeMediaPictures('dark');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
