import { parseArgs } from 'node:util';
import type { Call } from './callRecord';
import { SimulatedService } from './simulatedService';

const usage = `Runs the simulated monitoring service until Ctrl-C.
  --monitors N          monitors of the account, 0 to 100000 (340)
  --port N              port on 127.0.0.1 (any free one)
  --credits N           balance of the account (10000)
  --credits-per-call N  what each call costs (1)
  --latency MS          milliseconds before each response (0)`;

const integers = { monitors: 100_000, port: 65_535, credits: 1e9, 'credits-per-call': 1e9, latency: 600_000 };
type IntegerOption = keyof typeof integers;

/** @throws Error with a sentence for the user. */
function parseOptions(args: readonly string[]): { [name in IntegerOption]?: number } & { help?: boolean } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      monitors: text,
      port: text,
      credits: text,
      'credits-per-call': text,
      latency: text,
      help: { type: 'boolean' },
    },
  });
  const { help = false, ...given } = values;
  const parsed = Object.entries(given).map(([name, value]) => {
    const maximum = integers[name as IntegerOption];
    if (!/^\d+$/.test(value) || Number(value) > maximum) {
      throw new Error(`--${name} must be an integer from 0 to ${maximum}.`);
    }
    return [name, Number(value)];
  });
  return { ...(Object.fromEntries(parsed) as { [name in IntegerOption]?: number }), help };
}

function toLine(call: Call, credits: number): string {
  const page = call.pageIndex === undefined ? '' : ` pageIndex=${call.pageIndex} pageSize=${call.pageSize}`;
  const status = call.status ?? '---';
  const ending = call.outcome === 'answered' ? '' : ` (${call.outcome})`;
  const time = new Date(call.at).toISOString().slice(11, 19);
  return `${time} ${call.method} ${call.path}${page} ${status} ${call.durationMs} ms, ${credits} credits left${ending}`;
}

async function main(): Promise<void> {
  const {
    help,
    latency = 0,
    'credits-per-call': creditsPerCall = 1,
    ...rest
  } = parseOptions(process.argv.slice(2));
  if (help) {
    return console.log(usage);
  }
  const service = await SimulatedService.start({ ...rest, creditsPerCall, tellsOutages: true });
  service.latency = latency;
  service.onCallEnded = (call) => console.log(toLine(call, service.credits));
  const stop = () => void service.stop();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  console.log(
    `Simulated monitoring service with ${service.accounts[0].monitors.count} monitors. Ctrl-C stops it.`,
  );
  console.log(
    `  address   ${service.baseUrl}\n  e-mail    ${service.email}\n  password  ${service.password}`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
