// npm run service [-- --monitors N --port N --latency MS]
import { parseArgs } from 'node:util';
import { SimulatedService } from './simulatedService';

async function main(): Promise<void> {
  const options = {
    monitors: { type: 'string', default: '340' },
    port: { type: 'string', default: '0' },
    latency: { type: 'string', default: '0' },
  } as const;
  const { monitors, port, latency } = parseArgs({ options }).values;
  const service = await SimulatedService.start({
    monitors: Number(monitors),
    port: Number(port),
    tellsOutages: true,
  });
  service.latency = Number(latency);
  console.log(
    `Simulated monitoring service. Ctrl-C stops it.
  address   ${service.baseUrl}
  e-mail    ${service.email}
  password  ${service.password}`,
  );
}

void main();
