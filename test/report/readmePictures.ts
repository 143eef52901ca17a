// Takes the pictures of the README from the real screen, in a light and a dark theme: npm run pictures
import { join } from 'node:path';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../ui/driver/signIn';
import { WebPage } from '../ui/driver/webPage';
import { Workbench } from '../ui/driver/workbench';

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;

async function takePictures(service: SimulatedService, workbench: Workbench, theme: string): Promise<void> {
  const { monitors, page, quickInput } = workbench;
  const take = (name: string): Promise<unknown> =>
    workbench.screenshot(join(checkout(), 'media', `readme-${name}-${theme}.png`));
  await monitors.open();
  await signIn(workbench, service);
  await monitors.tree.showsAtEnd(/^Load more \(50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  await monitors.tree.showsAtEnd(/^Load more \(100 of/);
  await monitors.tree.showsAtStart(/^Down/);
  await take('by-status');

  const { label } = await monitors.tree.shows(/^Search API/);
  await monitors.tree.click(label);
  await new WebPage(page).shows(/All fields/);
  await take('details');

  await workbench.runCommand('Monitor Explorer: Filter Monitors…');
  await quickInput.type('status:down');
  await quickInput.accept();
  await monitors.showsMessage(/match/);
  await take('filter');
  await workbench.runCommand('Monitor Explorer: Clear Filter');

  await workbench.runCommand('Monitor Explorer: Show Calls');
  await new WebPage(page).shows(/Calls by action/);
  await take('calls');
}

async function main(): Promise<void> {
  const vsix = await packExtension(packedExtension());
  for (const [theme, colorTheme] of Object.entries(THEMES)) {
    const service = await SimulatedService.start();
    const workbench = await Workbench.open({
      vsix,
      settings: {
        'monitorExplorer.baseUrl': service.baseUrl,
        'workbench.colorTheme': colorTheme,
        'window.commandCenter': false,
      },
      size: { width: 1100, height: 640 },
    });
    try {
      await takePictures(service, workbench, theme);
    } finally {
      await workbench.close();
      await service.stop();
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
