// npm start [-- [--service NAME] [--smoke [--screenshot FILE]]]
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { services, type ServiceName } from '../simulator/services';
import { SimulatedService } from '../simulator/simulatedService';
import { getDesktop, openDesktop } from './desktop';
import { packExtension, packedExtension } from './pack';
import { VsCodeServer, type Settings } from './server';
import { getServerBuild } from './serverBuild';
import { runSmoke } from './smoke';

/** Opens the desktop VS Code, or a server, and stops it when the user has closed it or `signal` resolves. */
async function runVsCode(
  settings: Settings,
  vsix: string,
  signal: Promise<unknown>,
): Promise<void> {
  const desktop = await getDesktop('newest');
  if ('executable' in desktop) {
    const program = await openDesktop(desktop.executable, vsix, settings);
    console.log('A window of VS Code with Monitor Explorer is opening.');
    await Promise.race([signal, program.ended()]);
    return program.stop();
  }
  console.log(`Not the desktop VS Code: ${desktop.missing}. Its server build instead.`);
  const server = await VsCodeServer.start(await getServerBuild('newest'), { vsix, settings });
  console.log(`VS Code ${server.build.version} with Monitor Explorer is at\n\n  ${server.url}\n`);
  console.log('Open it in a browser on this machine.');
  await signal;
  return server.stop();
}

function stayOpen(service: SimulatedService, vsix: string): Promise<void> {
  const signal = Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    once(process, 'SIGHUP'),
  ]);
  void signal.then(() => console.log('Stopping …'));
  console.log(`
The address of a simulated monitoring service is set: ${service.baseUrl}
Press F1, choose "Monitor Explorer: Sign In" and type
  e-mail    ${service.email}
  password  ${service.password}

Ctrl-C ends it all.
`);
  return runVsCode({ 'monitorExplorer.baseUrl': service.baseUrl }, vsix, signal);
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
    await (values.smoke ? runSmoke(service, values.screenshot) : stayOpen(service, vsix));
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
