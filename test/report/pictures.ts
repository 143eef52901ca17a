/**
 * Takes pictures of the real screen:
 *   npm run pictures                           those of the README and of the walkthrough, into media/
 *   npm run pictures -- --states [FOLDER]      every state in every theme and width, to be looked at; into out/states
 * `--theme NAME` takes those of one theme alone, and can be given several times.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../host/browser';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import { changeSettings } from '../support/driver/userSettings';
import { WebPage } from '../support/driver/webPage';
import { Workbench } from '../support/driver/workbench';

const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  hc: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
} as const;
type Theme = keyof typeof THEMES;

/** Of the side bar, in pixels. */
const WIDTHS = [250, 350, 500] as const;
const WALKTHROUGH_SIZE = { width: 640, height: 400 };
const HOUR = 60 * 60_000;
/** How long the newest outage of the pictures has lasted. */
const OUTAGE_MS = 11 * 60_000;

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
  { height }: { readonly height: number },
  play: (scene: Scene) => Promise<T>,
): Promise<T> {
  const service = await SimulatedService.start({ tellsOutages: true });
  const workbench = await Workbench.open({
    settings: { 'workbench.colorTheme': THEMES[theme], 'window.commandCenter': false },
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

async function loadTwoPages({ workbench }: Scene): Promise<void> {
  const { tree } = workbench.monitors;
  await tree.showsAtEnd(/^Load more .* 50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  await tree.showsAtEnd(/^Load more .* 100 of/);
  await tree.showsAtStart(/^Down/);
}

async function filter({ workbench }: Scene, text: string): Promise<void> {
  await workbench.runCommand('Monitor Explorer: Filter Monitors…');
  await workbench.quickInput.type(text);
  await workbench.quickInput.accept();
  await workbench.quickInput.isClosed();
}

/** Where it shows no tooltip. */
async function moveMouseAway(page: Page): Promise<void> {
  await page.mouse.move(page.viewportSize()!.width / 2, 2);
}

interface State {
  readonly name: string;
  /** The view alone unless given. */
  readonly part?: 'window';
  readonly reach: () => Promise<unknown>;
}

/** In an order in which each follows from the one before. */
function statesOf(scene: Scene): State[] {
  const { workbench, service } = scene;
  const { monitors, quickInput } = workbench;
  const { tree } = monitors;
  const web = new WebPage(workbench.page);
  const run = (command: string): Promise<void> => workbench.runCommand(`Monitor Explorer: ${command}`);
  return [
    { name: '01 no address', reach: () => monitors.showsWelcome(/lists the monitors/) },
    {
      name: '02 signed out',
      reach: async () => {
        await changeSettings(workbench, { 'monitorExplorer.baseUrl': service.baseUrl });
        await monitors.showsWelcome(/signed in/);
      },
    },
    {
      name: '03 first page failed',
      reach: async () => {
        service.failNext({ kind: 'status', status: 503, message: 'Down for repair' }, { of: 'list' });
        await signIn(workbench, service);
        await monitors.showsMessage(/service failed/);
      },
    },
    {
      name: '04 by status',
      reach: async () => {
        await monitors.tree.click('Retry');
        await loadTwoPages(scene);
      },
    },
    { name: '05 last row', reach: () => tree.showsAtEnd(/^Load more .* 100 of/) },
    {
      name: '06 filtered',
      reach: async () => {
        await filter(scene, 'status:down');
        await monitors.showsMessage(/ — status:down · /);
      },
    },
    {
      name: '07 no match',
      reach: async () => {
        await filter(scene, 'no name has this');
        await tree.shows(/^Load the rest/);
      },
    },
    {
      name: '08 page failed',
      reach: async () => {
        await run('Clear Filter');
        service.failNext({ kind: 'status', status: 503, message: 'Down for repair' });
        await run('Load More');
        await tree.showsAtEnd(/^Page 3 failed/);
      },
    },
    {
      name: '09 details',
      part: 'window',
      reach: async () => {
        service.updateMonitor(0, { status: 'down' });
        service.updateMonitor(3, { status: 'degraded' });
        service.updateMonitor(10, { status: 'up' });
        await run('Refresh');
        await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
        await tree.showsAtStart(/./);
        await tree.click(/^Checkout API – Frankfurt/);
        await web.shows(/All fields/);
      },
    },
    {
      name: '11 changes',
      part: 'window',
      reach: async () => {
        await run('Show Changes');
        await quickInput.shows(/^Changed since /);
      },
    },
    {
      name: '12 daily limit',
      reach: async () => {
        await quickInput.cancel();
        await changeSettings(workbench, { 'monitorExplorer.dailyCallLimit': service.callCount() });
        await tree.showsAtStart(/^Daily limit|notices$/);
      },
    },
    {
      name: '13 stopped by the daily limit',
      reach: async () => {
        await run('Load More');
        await tree.showsAtEnd(/^Page \d+ failed/);
      },
    },
    {
      name: '14 calls',
      part: 'window',
      reach: async () => {
        await run('Show Calls');
        await web.shows(/Calls by action/);
      },
    },
    {
      name: '15 stale',
      reach: async () => {
        await changeSettings(workbench, { 'monitorExplorer.dailyCallLimit': undefined });
        await run('Refresh');
        await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
        await passTime(workbench, service, 2 * HOUR);
        await monitors.showsMessage(/^2 hr old/);
        await tree.showsAtStart(/./);
      },
    },
    {
      name: '16 session over',
      reach: async () => {
        await passTime(workbench, service, 25 * HOUR);
        await tree.showsAtStart(/^Session ended|notices$/);
      },
    },
  ];
}

/** A state that can't be reached is told, and the others are taken all the same. */
async function takeStates(folder: string, themes: readonly Theme[]): Promise<void> {
  const pictures: Picture[] = [];
  for (const theme of themes) {
    await stageScene(theme, { height: 900 }, async (scene) => {
      for (const state of statesOf(scene)) {
        try {
          await scene.workbench.page.setViewportSize({ width: 1100, height: state.part ? 900 : 480 });
          await scene.workbench.monitors.setWidth(300);
          await state.reach();
          pictures.push(...(await takeState(scene, state, join(folder, theme))));
        } catch (error) {
          console.error(`${theme}, ${state.name}:`, error);
          process.exitCode = 1;
        }
      }
    });
  }
  await makeContactSheets(folder, pictures);
}

async function takeState(
  { workbench: { page, monitors } }: Scene,
  state: State,
  folder: string,
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const width of WIDTHS) {
    await monitors.setWidth(width);
    await moveMouseAway(page);
    const { x, y, width: shown, height } = (await page.locator('.part.sidebar').boundingBox())!;
    const clip = state.part === 'window' ? {} : { clip: { x: 0, y, width: x + shown, height } };
    const path = join(folder, `${state.name} ${width}.png`);
    pictures.push({ state: state.name, png: await page.screenshot({ ...clip, path }) });
  }
  return pictures;
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
      const rows = Array.from({ length: Math.ceil(images.length / WIDTHS.length) }, (_, row) =>
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

/** Eight days: a refresh or two on each, an outage on the last, and pages that are still there after a restart. */
async function useForDays({ workbench, service }: Scene, outageOf: number): Promise<void> {
  const { monitors } = workbench;
  for (const [day, refreshes] of [1, 2, 1, 1, 3, 1, 2, 2].entries()) {
    await passTime(workbench, service, 24 * HOUR);
    if (day === 2 || day === 5) {
      await workbench.reload();
      await monitors.tree.showsAtEnd(/^Load more/);
    }
    // Only on the last day: whenever the user last looked, it was up.
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
  await stageScene(theme, { height: 640 }, async (scene) => {
    const { workbench, service } = scene;
    const { page, monitors, quickInput } = workbench;
    const run = (command: string): Promise<void> => workbench.runCommand(`Monitor Explorer: ${command}`);
    const takeForReadme = async (name: string): Promise<void> => {
      // The README has those in the light theme alone.
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

    // It all ends now, so that ages and check times are as they are.
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
    await new WebPage(page).shows(/All fields/);
    await takeForReadme('details');

    await filter(scene, 'status:down');
    await monitors.showsMessage(/ — status:down · /);
    await takeForReadme('filter');
    await run('Clear Filter');

    await run('Show Calls');
    await new WebPage(page).shows(/Calls by action/);
    await takeForReadme('calls');
    await monitors.hide();
    await takeForWalkthrough('calls', 560);
  });
}

/** A fifth of a PNG's size: these pictures are part of the package. */
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
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { states: { type: 'boolean' }, theme: { type: 'string', multiple: true } },
  });
  const wanted = (Object.keys(THEMES) as Theme[]).filter((theme) => values.theme?.includes(theme) ?? true);
  packExtension(packedExtension());
  if (values.states) {
    const folder = positionals[0] ?? join(checkout(), 'out', 'states');
    mkdirSync(folder, { recursive: true });
    await takeStates(folder, wanted);
    console.log(`The pictures are in ${folder}.`);
    return;
  }
  for (const theme of wanted.filter((theme) => theme === 'light' || theme === 'dark')) {
    await takeMediaPictures(theme);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
