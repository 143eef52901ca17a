// npm run service [-- --monitors N --port N --latency MS]
import { parseArgs } from 'node:util';
import { SimulatedService } from './simulatedService';

/** @throws Error with a sentence for the user */
function toCount(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) {
    throw new Error(`--${name} must be an integer of at most six digits.`);
  }
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      monitors: { type: 'string', default: '340' },
      port: { type: 'string', default: '0' },
      latency: { type: 'string', default: '0' },
    },
  });
  const service = await SimulatedService.start({
    monitors: toCount('monitors', values.monitors),
    port: toCount('port', values.port),
    tellsOutages: true,
  });
  service.latency = toCount('latency', values.latency);
  const stop = () => void service.stop();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.log(
    `Simulated monitoring service. Ctrl-C stops it.
  address   ${service.baseUrl}
  e-mail    ${service.email}
  password  ${service.password}`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
