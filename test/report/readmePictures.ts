// Takes the pictures of the README from the real screen: npm run pictures
import { join } from 'node:path';
import { packExtension, packedExtension } from '../host/pack';
import { checkout } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../ui/driver/signIn';
import { WebPage } from '../ui/driver/webPage';
import { Workbench } from '../ui/driver/workbench';

const picture = (name: string): string => join(checkout(), 'media', `readme-${name}.png`);

async function takeThem(service: SimulatedService, workbench: Workbench): Promise<void> {
  const { monitors, page } = workbench;
  await monitors.open();
  await signIn(workbench, service);
  await monitors.tree.showsAtEnd(/^Load more \(50 of/);
  await workbench.runCommand('Monitor Explorer: Load More');
  const { label } = await monitors.tree.showsAtEnd(/^Load more \(100 of/);
  await page.getByRole('button', { name: 'Accounts' }).first().click();
  const account = page.getByText(`${service.email} (`).first();
  await account.waitFor();
  await account.hover();
  await page.getByText('Sign Out', { exact: true }).first().waitFor();
  await workbench.screenshot(picture('accounts'));
  await workbench.press('Escape');
  await workbench.press('Escape');

  await workbench.runCommand('Monitor Explorer: Show Calls');
  await new WebPage(page).shows(/Calls by action/);
  await monitors.tree.shows(label);
  await workbench.screenshot(picture('monitors'));
}

async function main(): Promise<void> {
  const service = await SimulatedService.start();
  const workbench = await Workbench.open({
    vsix: await packExtension(packedExtension()),
    settings: {
      'monitorExplorer.baseUrl': service.baseUrl,
      'workbench.colorTheme': 'Default Dark Modern',
      'window.commandCenter': false,
    },
    size: { width: 1100, height: 640 },
  });
  try {
    await takeThem(service, workbench);
  } finally {
    await workbench.close();
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
