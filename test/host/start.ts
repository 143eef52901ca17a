// npm start [-- [--service NAME] [--smoke [--screenshot FILE]]]
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { services, type ServiceName } from '../simulator/services';
import { SimulatedService } from '../simulator/simulatedService';
import { launchBrowser } from './browser';
import { getDesktop, openDesktop } from './desktop';
import { packExtension, packedExtension } from './pack';
import { VsCodeServer } from './server';
import { getServerBuild } from './serverBuild';
import { runSmoke } from './smoke';

/** A VS Code for a user. */
interface Running {
  /** Its name and address. */
  readonly description: string;
  /** Resolves when the user has closed it; never for a page in the user's own browser. */
  readonly closed: Promise<unknown>;
  stop(): Promise<void>;
}

const never = new Promise<never>(() => undefined);

async function runDesktop(executable: string, vsix: string, settings: object): Promise<Running> {
  const program = await openDesktop(executable, vsix, settings);
  return {
    description: 'A window of VS Code with Monitor Explorer is opening.',
    closed: program.ended(),
    stop: () => program.stop(),
  };
}

async function runServer(vsix: string, settings: Record<string, unknown>): Promise<Running> {
  const build = await getServerBuild('newest');
  const server = await VsCodeServer.start(build, { vsix, settings });
  const what = `VS Code ${build.version} with Monitor Explorer`;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    const description = `${what} is at\n\n  ${server.url}\n\nOpen it in a browser on this machine.`;
    return { description, closed: never, stop: () => server.stop() };
  }
  const browser = await launchBrowser({ headed: true });
  const page = await browser.newPage({ viewport: null });
  await page.goto(server.url);
  return {
    description: `${what} is in the browser window that has opened.`,
    closed: once(page as unknown as NodeJS.EventEmitter, 'close'),
    stop: async () => {
      await browser.close();
      await server.stop();
    },
  };
}

async function startVsCode(vsix: string, settings: Record<string, unknown>): Promise<Running> {
  const desktop = await getDesktop('newest');
  if ('executable' in desktop) {
    return runDesktop(desktop.executable, vsix, settings);
  }
  console.log(`Not the desktop VS Code: ${desktop.missing}. Its server build instead.`);
  return runServer(vsix, settings);
}

async function stayOpen(service: SimulatedService, vsix: string): Promise<void> {
  const signal = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  const running = await startVsCode(vsix, { 'monitorExplorer.baseUrl': service.baseUrl });
  try {
    console.log(`
${running.description}

The address of a simulated monitoring service is set: ${service.baseUrl}
Press F1, choose "Monitor Explorer: Sign In" and type
  e-mail    ${service.email}
  password  ${service.password}

Ctrl-C ends it all.`);
    await Promise.race([signal, running.closed]);
  } finally {
    console.log('Stopping …');
    await running.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      service: { type: 'string', default: 'uptime' },
      smoke: { type: 'boolean' },
      screenshot: { type: 'string' },
    },
  });
  if (!Object.hasOwn(services, values.service)) {
    throw new Error(`--service must be one of ${Object.keys(services).join(', ')}.`);
  }
  const vsix = packExtension(packedExtension());
  const service = await SimulatedService.start({ tellsOutages: true });
  service.listShape = services[values.service as ServiceName];
  try {
    await (values.smoke
      ? runSmoke(service, { vsix, screenshot: values.screenshot })
      : stayOpen(service, vsix));
  } finally {
    await service.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
