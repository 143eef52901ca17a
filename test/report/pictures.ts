/**
 * Takes pictures of the real screen:
 *   npm run pictures                           those of the README and of the walkthrough, into media/
 *   npm run pictures -- --states [FOLDER]      every state in every theme and width, to be looked at; into out/states
 * `--theme NAME` takes those of one theme alone, and can be given several times.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../host/browser';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import type { Settings } from '../host/server';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../ui/driver/eventually';
import { passTime } from '../ui/driver/passTime';
import { signIn } from '../ui/driver/signIn';
import { changeSettings } from '../ui/driver/userSettings';
import { WebPage } from '../ui/driver/webPage';
import { Workbench } from '../ui/driver/workbench';

const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  hc: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
} as const;
type Theme = keyof typeof THEMES;

/** Of the side bar, in pixels. */
const WIDTHS = [250, 300, 500] as const;
const HOUR = 60 * 60_000;

interface Scene {
  readonly workbench: Workbench;
  readonly service: SimulatedService;
}

interface Picture {
  readonly state: string;
  readonly png: Buffer;
}

async function stageScene<T>(
  theme: Theme,
  { settings, height }: { readonly settings?: Settings; readonly height: number },
  play: (scene: Scene) => Promise<T>,
): Promise<T> {
  const service = await SimulatedService.start();
  const workbench = await Workbench.open({
    settings: { 'workbench.colorTheme': THEMES[theme], 'window.commandCenter': false, ...settings },
    size: { width: 1100, height },
  });
  try {
    await workbench.monitors.open();
    return await play({ workbench, service });
  } finally {
    await workbench.close();
    await service.stop();
  }
}

/** Signs in, and loads two pages of 50. */
async function browse({ workbench, service }: Scene): Promise<void> {
  const { tree } = workbench.monitors;
  await signIn(workbench, service);
  await tree.showsAtEnd(/^Load more \(50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Load more \(100 of/);
  await tree.showsAtStart(/^(Down|Pinned)/);
}

async function filter({ workbench }: Scene, text: string): Promise<void> {
  await workbench.runCommand('Monitor Explorer: Filter Monitors…');
  await workbench.quickInput.type(text);
  await workbench.quickInput.accept();
  await workbench.quickInput.isClosed();
}

async function setSideBarWidth(page: Page, width: number): Promise<void> {
  const sideBar = page.locator('.part.sidebar');
  await eventually(
    `A side bar of ${width} pixels`,
    async () => {
      const { x, y, width: now } = (await sideBar.boundingBox())!;
      if (Math.abs(now - width) > 2) {
        await page.mouse.move(x + now, y + 300);
        await page.mouse.down();
        await page.mouse.move(x + width, y + 300, { steps: 3 });
        await page.mouse.up();
      }
      return (await sideBar.boundingBox())!.width;
    },
    (now) => Math.abs(now - width) <= 2,
  );
}

/** Where it shows no tooltip. */
async function moveMouseAway(page: Page): Promise<void> {
  await page.mouse.move(page.viewportSize()!.width / 2, 2);
}

/** Plays through the states of one window, in an order in which each follows from the one before. */
async function playStates(
  scene: Scene,
  take: (state: string, part: 'view' | 'window') => Promise<void>,
): Promise<void> {
  const { workbench, service } = scene;
  const { monitors, quickInput } = workbench;
  const { tree } = monitors;
  const web = new WebPage(workbench.page);

  await monitors.showsWelcome(/Set Service Address/);
  await take('01 no address', 'view');
  await changeSettings(workbench, { 'monitorExplorer.baseUrl': service.baseUrl });
  await monitors.showsWelcome(/signed in/);
  await take('02 signed out', 'view');
  service.failNext({ kind: 'status', status: 503, message: 'Down for repair' }, { of: 'list' });
  await signIn(workbench, service);
  await monitors.showsWelcome(/service failed/);
  await take('03 first page failed', 'view');
  await monitors.clickWelcome('Retry');
  await tree.showsAtEnd(/^Load more \(50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Load more \(100 of/);
  await tree.showsAtStart(/^Down/);
  await take('04 by status', 'view');
  await tree.showsAtEnd(/^Load more \(100 of/);
  await take('05 last row', 'view');

  await filter(scene, 'status:down');
  await monitors.showsMessage(/match/);
  await take('06 filtered', 'view');
  await filter(scene, 'nothing has this name');
  await tree.shows(/^Load the rest/);
  await take('07 no match', 'view');
  await workbench.runCommand('Monitor Explorer: Clear Filter');

  service.failNext({ kind: 'status', status: 503, message: 'Down for repair', retryAfter: 90 });
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Page 3 failed/);
  await take('08 page failed', 'view');
  await tree.showsAtStart(/^Down/);
  await take('09 page failed, first rows', 'view');

  service.updateMonitor(0, { status: 'down' });
  service.updateMonitor(3, { status: 'degraded' });
  service.updateMonitor(10, { status: 'up' });
  await workbench.runCommand('Monitor Explorer: Refresh');
  await service.idle();
  const { label } = await tree.shows(/^Checkout API – Frankfurt/);
  await tree.click(label);
  await web.shows(/All fields/);
  await take('10 details', 'window');
  await workbench.runCommand('Monitor Explorer: Show Response Mapping');
  await web.shows(/no values and no secrets/);
  await take('11 response mapping', 'window');
  await workbench.runCommand('Monitor Explorer: Show Changes');
  await quickInput.shows(/changed/);
  await take('12 changes', 'window');
  await quickInput.cancel();

  await changeSettings(workbench, { 'monitorExplorer.dailyCallLimit': service.callCount() });
  await tree.showsAtStart(/^Daily limit|notices$/);
  await take('13 daily limit reached', 'view');
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Page \d+ failed/);
  await take('14 stopped by the daily limit', 'view');
  await workbench.runCommand('Monitor Explorer: Show Calls');
  await web.shows(/Calls by action/);
  await take('15 calls', 'window');

  await passTime(workbench, service, 2 * HOUR);
  await monitors.showsMessage(/^2 hours old/);
  await tree.showsAtStart(/./);
  await take('16 stale', 'view');
  await passTime(workbench, service, 25 * HOUR);
  await tree.showsAtStart(/^Session ended|notices$/);
  await take('17 session over', 'view');
}

async function takeStates(folder: string, themes: readonly Theme[]): Promise<void> {
  const pictures: Picture[] = [];
  for (const theme of themes) {
    await stageScene(theme, { height: 900 }, async (scene) => {
      const { page } = scene.workbench;
      await playStates(scene, async (state, part) => {
        for (const width of WIDTHS) {
          await setSideBarWidth(page, width);
          await moveMouseAway(page);
          const { x, y, width: shown } = (await page.locator('.part.sidebar').boundingBox())!;
          const clip = part === 'view' ? { clip: { x: 0, y, width: x + shown, height: 420 } } : {};
          const png = await page.screenshot({ ...clip, path: join(folder, theme, `${state} ${width}.png`) });
          pictures.push({ state, png });
        }
      });
    });
  }
  await makeContactSheets(folder, pictures);
}

/** One picture for each state, with a row for each theme and a column for each width. */
async function makeContactSheets(folder: string, pictures: readonly Picture[]): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    for (const state of new Set(pictures.map((picture) => picture.state))) {
      const images = pictures
        .filter((picture) => picture.state === state)
        .map(({ png }) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
      const rows = Array.from({ length: images.length / WIDTHS.length }, (_, row) =>
        images.slice(row * WIDTHS.length, (row + 1) * WIDTHS.length).join(''),
      );
      await page.setContent(
        `<body style="margin: 0; width: max-content; white-space: nowrap">${rows.join('<br>')}</body>`,
      );
      await page.locator('body').screenshot({ path: join(folder, `${state}.png`) });
    }
  } finally {
    await browser.close();
  }
}

/** The pictures that the README shows. */
async function takeReadmePictures(theme: Theme): Promise<void> {
  await stageScene(theme, { height: 640 }, async (scene) => {
    const { workbench, service } = scene;
    const { page, monitors } = workbench;
    const take = (name: string): Promise<unknown> =>
      workbench.screenshot(join(checkout(), 'media', `readme-${name}-${theme}.png`));
    await changeSettings(workbench, { 'monitorExplorer.baseUrl': service.baseUrl });
    await browse(scene);
    await take('by-status');

    const { label } = await monitors.tree.shows(/^Search API/);
    await monitors.tree.click(label);
    await new WebPage(page).shows(/All fields/);
    await take('details');

    await filter(scene, 'status:down');
    await monitors.showsMessage(/match/);
    await take('filter');
    await workbench.runCommand('Monitor Explorer: Clear Filter');

    await workbench.runCommand('Monitor Explorer: Show Calls');
    await new WebPage(page).shows(/Calls by action/);
    await take('calls');
  });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { states: { type: 'boolean' }, theme: { type: 'string', multiple: true } },
  });
  const wanted = (Object.keys(THEMES) as Theme[]).filter((theme) => values.theme?.includes(theme) ?? true);
  await packExtension(packedExtension());
  if (values.states) {
    const folder = positionals[0] ?? join(checkout(), 'out', 'states');
    mkdirSync(folder, { recursive: true });
    await takeStates(folder, wanted);
    console.log(`The pictures are in ${folder}.`);
    return;
  }
  for (const theme of wanted) {
    await takeReadmePictures(theme);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
