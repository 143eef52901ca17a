// npm run pictures: takes the pictures of README and walkthrough from the real screen, and writes them into media/
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { services, type ServiceName } from '../simulator/services';
import { SimulatedService } from '../simulator/simulatedService';
import { passTime } from '../support/driver/passTime';
import { goToAddress, signIn } from '../support/driver/signIn';
import { Workbench } from '../support/driver/workbench';

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
type Theme = keyof typeof THEMES;

interface SceneOptions {
  readonly service?: ServiceName;
  readonly size: { readonly width: number; readonly height: number };
  readonly pixels?: number;
}

interface Scene {
  readonly workbench: Workbench;
  readonly service: SimulatedService;
  readonly theme: Theme;
}

const media = (name: string): string => join(checkout(), 'media', name);

async function stageScene(
  theme: Theme,
  { service: name = 'uptime', ...options }: SceneOptions,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const service = await SimulatedService.start({ tellsOutages: true });
  service.listShape = services[name];
  const workbench = await Workbench.open({
    settings: {
      'workbench.colorTheme': THEMES[theme],
      'window.commandCenter': false,
      'monitorExplorer.baseUrl': service.baseUrl,
    },
    ...options,
  });
  try {
    await workbench.monitors.open();
    await play({ workbench, service, theme });
  } finally {
    await workbench.close();
    await service.stop();
  }
}

async function signInAt({ workbench, service }: Scene): Promise<void> {
  await signIn(workbench, service, '30 days');
  await workbench.monitors.tree.showsAtEnd(/^Load more/);
}

/** The screen, or a part of it, when it has come to rest and without a tooltip. */
async function take({ page }: Workbench, part?: string): Promise<Buffer> {
  await page.mouse.move(page.viewportSize()!.width / 2, 2);
  await setTimeout(700);
  return part === undefined ? page.screenshot() : page.locator(part).screenshot();
}

const SIDE_BAR = '.part.sidebar';

/** A palette makes a PNG a third as large. */
const savePng = (picture: Buffer, name: string) =>
  sharp(picture)
    .png({ palette: true })
    .toFile(media(`readme-${name}.png`));

/** Pictures of the walkthrough are part of the package, and a WebP has a fifth of a PNG's size. */
const saveWebp = (picture: Buffer, name: string) =>
  sharp(picture)
    .webp({ quality: 25, effort: 6 })
    .toFile(media(`walkthrough-${name}.webp`));

/** Wide enough for a name, how long, and why. */
const SIDE_BAR_WIDTH = 420;

async function widenSideBar({ page }: Workbench): Promise<void> {
  const { x, y, width } = (await page.locator(SIDE_BAR).boundingBox())!;
  await page.mouse.move(x + width, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + SIDE_BAR_WIDTH, y + 200, { steps: 4 });
  await page.mouse.up();
}

/** The side bar at twice its size, for the README. */
async function takeSideBar(theme: Theme, name: string, service: ServiceName): Promise<void> {
  const size = { width: 1100, height: 480 };
  await stageScene(theme, { service, size, pixels: 2 }, async (scene) => {
    await signInAt(scene);
    await widenSideBar(scene.workbench);
    await scene.workbench.monitors.tree.showsAtStart(/./);
    await savePng(await take(scene.workbench, SIDE_BAR), `${name}-${theme}`);
  });
}

async function refresh({ workbench: { monitors }, service }: Scene): Promise<void> {
  const asked = service.nextCall();
  await monitors.clickTitleAction('Refresh');
  await asked;
  await service.idle();
  await monitors.showsMessage(/^(?!Refreshing).* · just now$/);
}

const MINUTE = 60_000;

/** Reads a monitor every half an hour, which was down for one reading before, and is now. */
async function readOutages(scene: Scene, name: string): Promise<void> {
  const { workbench, service } = scene;
  const { monitors } = service.accounts[0];
  const place = monitors.findIndex((record) => record.name === name);
  const { lastError } = monitors[place]!;
  for (const status of ['up', 'up', 'down', 'up', 'down'] as const) {
    await passTime(workbench, service, 30 * MINUTE);
    // The header `Date` of the service shows the clock of this machine.
    const beganAt = new Date(Date.now() - 20 * MINUTE).toISOString();
    const isDown = status === 'down';
    service.updateMonitor(place, {
      status,
      statusSince: isDown ? beganAt : '',
      lastError: isDown ? lastError! : '',
    });
    await refresh(scene);
  }
}

const LARGE = { width: 1100, height: 640 };
/** A picture of the walkthrough. */
const SMALL = { width: 640, height: 400 };

/** Details and calls for the README, and all of the walkthrough. */
async function takePages(theme: Theme): Promise<void> {
  await stageScene(theme, { size: LARGE }, async (scene) => {
    const { workbench, service } = scene;
    const { monitors, page, quickInput, tree, webPage } = workbench;
    await goToAddress(workbench);
    await quickInput.type('https://api.example.com/v1');
    await page.setViewportSize(SMALL);
    await saveWebp(await take(workbench), `sign-in-${theme}`);
    await page.setViewportSize(LARGE);
    await quickInput.cancel();
    // Calls of some days, which end now.
    const days = [1, 2, 1, 3, 1];
    await passTime(workbench, service, -days.length * 24 * 60 * 60_000);
    await signInAt(scene);
    for (const refreshes of days) {
      await passTime(workbench, service, 24 * 60 * 60_000);
      for (let left = refreshes; left > 0; left--) {
        await refresh(scene);
      }
    }
    await readOutages(scene, 'Search API – Montréal');
    await page.setViewportSize(SMALL);
    await saveWebp(await take(workbench), `monitors-${theme}`);
    await page.setViewportSize(LARGE);
    await tree.click(/^Search API – Montréal/);
    await webPage.shows(/All Fields/);
    await savePng(await take(workbench), `details-${theme}`);
    await workbench.runCommand('Monitor Explorer: Show Calls');
    await webPage.shows(/Last calls/);
    await savePng(await take(workbench), `calls-${theme}`);
    await monitors.hide();
    await page.setViewportSize({ width: 640, height: 560 });
    await saveWebp(await take(workbench), `calls-${theme}`);
  });
}

const FRAME_MS = 1_600;

/** The README's animation: sign in, load, filter, details. */
async function recordTour(): Promise<void> {
  await stageScene(
    'light',
    { size: { width: 900, height: 520 } },
    async ({ workbench, service }) => {
      const { monitors, quickInput, tree, webPage } = workbench;
      await monitors.showsWelcome(/aren't signed in/);
      await widenSideBar(workbench);
      const frames = [await take(workbench)];
      const takeFrame = async (): Promise<void> => void frames.push(await take(workbench));
      await workbench.runByKey('signIn', /^e-mail/i);
      await quickInput.type(service.email);
      await takeFrame();
      await quickInput.accept();
      await quickInput.shows(/^password/i);
      await quickInput.type(service.password);
      await takeFrame();
      await quickInput.accept();
      await tree.showsMore('50 of 340');
      await takeFrame();
      await tree.clickMore('50 of 340');
      await tree.showsMore('100 of 340');
      await takeFrame();
      await workbench.runCommand('Monitor Explorer: Filter Monitors');
      for (const filter of ['api', 'api status:problem']) {
        await quickInput.type(filter);
        await takeFrame();
      }
      await quickInput.accept();
      await tree.click(/^Search API – Montréal/);
      await webPage.shows(/All Fields/);
      await takeFrame();
      await sharp(frames, { join: { animated: true } })
        .webp({ quality: 70, delay: frames.map(() => FRAME_MS), loop: 0 })
        .toFile(media('readme-tour.webp'));
    },
  );
}

async function main(): Promise<void> {
  packExtension(packedExtension());
  for (const theme of ['light', 'dark'] as const) {
    await takeSideBar(theme, 'monitors', 'uptime');
    await takeSideBar(theme, 'pages', 'pages');
    await takePages(theme);
  }
  await recordTour();
}

void main();
