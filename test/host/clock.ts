// Loaded into VS Code's server (node --require), which passes it on to its processes. Sets the clock of the extension
// host ahead by the milliseconds in a file, so that a test needn't wait for the end of a session.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder that the server writes to. */
const CLOCK_FILE = 'clock-ahead';
const VARIABLE = 'MONITOR_EXPLORER_CLOCK_FILE';
/** Milliseconds between two looks into the file. */
const LOOK_EVERY_MS = 50;

export const clockFile = (home: string): string => join(home, CLOCK_FILE);

function readAhead(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    // The clock isn't set.
    return 0;
  }
}

function setClock(file: string): void {
  const RealDate = Date;
  let ahead = 0;
  let nextLook = 0;
  const now = (): number => {
    const real = performance.now();
    if (real >= nextLook) {
      nextLook = real + LOOK_EVERY_MS;
      ahead = readAhead(file);
    }
    return RealDate.now() + ahead;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self) as Date,
    get: (target, key, self): unknown => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
}

const home = process.argv[process.argv.indexOf('--server-data-dir') + 1];
if (process.argv[1]?.endsWith('server-main.js') && home !== undefined) {
  process.env[VARIABLE] = clockFile(home);
}
const file = process.env[VARIABLE];
if (file !== undefined && process.argv.includes('--type=extensionHost')) {
  setClock(file);
}
