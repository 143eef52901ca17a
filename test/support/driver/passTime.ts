import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clockFile } from '../../host/clock';
import type { SimulatedService } from '../../simulator/simulatedService';
import type { Workbench } from './workbench';

/**
 * Runs in the page: makes VS Code believe that its window lost and got the focus. The first event is needed if a web
 * page has the focus.
 */
const LOOK_AWAY_AND_BACK = `new Promise((resolve) => {
  window.dispatchEvent(new Event('focus'));
  document.hasFocus = () => false;
  window.dispatchEvent(new Event('blur'));
  setTimeout(() => {
    delete document.hasFocus;
    window.dispatchEvent(new Event('focus'));
    setTimeout(resolve, 100);
  }, 200);
})`;

/** Milliseconds by which the clock of the extension host is ahead. */
export function clockAhead({ server }: Workbench): number {
  const file = clockFile(server.home);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

/**
 * Moves the clocks of the extension host and the service, as if the machine slept, and then looks at the window again.
 */
export async function passTime(
  workbench: Workbench,
  service: SimulatedService,
  ms: number,
): Promise<void> {
  writeFileSync(clockFile(workbench.server.home), String(clockAhead(workbench) + ms));
  service.advanceClock(ms);
  // Windows also look then whether another window has signed in or out.
  await workbench.page.evaluate(LOOK_AWAY_AND_BACK);
}
