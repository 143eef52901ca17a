import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clockFile } from '../../host/clock';
import type { SimulatedService } from '../../simulator/simulatedService';
import type { Workbench } from './workbench';

/**
 * Runs in the page: VS Code takes it for a user who goes to another window and comes back after a while. First it is
 * told of the focus, as it hears of none to lose where a web page has it.
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

/**
 * The machine sleeps for a while, or for a negative one its clock is set back: the clock of the extension host and that
 * of the service move, no timer does, and then the user looks at the window again.
 */
export async function passTime(workbench: Workbench, service: SimulatedService, ms: number): Promise<void> {
  const file = clockFile(workbench.server.home);
  const ahead = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  writeFileSync(file, String(ahead + ms));
  service.advanceClock(ms);
  await lookAwayAndBack(workbench);
}

/** Also a moment in which windows look whether another has signed in or out. */
async function lookAwayAndBack(workbench: Workbench): Promise<void> {
  await workbench.page.evaluate(LOOK_AWAY_AND_BACK);
}
