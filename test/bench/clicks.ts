import type { Locator, Page } from 'playwright-core';

/** A row whose click costs nothing. */
const NO_ACTION = /^(?!.*\b(load|loading|failed|cancel|retry)\b)/i;

const ROW = '.part.sidebar .monaco-list-row';
const GIVE_UP_MS = 20_000;

// The view's description is between its name and the word "Section".
const ourRows = (page: Page): Locator =>
  page
    .locator('.part.sidebar .pane', {
      has: page.locator('.pane-header[aria-label^="Monitors"][aria-label*="Section"]'),
    })
    .locator('.monaco-list[role=tree] .monaco-list-row');

/**
 * Runs in the page before a click. Counts from the event's own time, which is before any queue. Compares labels, because
 * rows move while pages arrive.
 */
const TIME_CLICK = `void (window.benchClick = new Promise((resolve) => {
  document.addEventListener('mousedown', ({ target, timeStamp }) => {
    const clicked = target.closest('${ROW}')?.querySelector('.label-name')?.textContent;
    const look = () => {
      const ms = performance.now() - timeStamp;
      const selected = document.querySelectorAll('${ROW}[aria-selected="true"] .label-name');
      if (ms > ${GIVE_UP_MS} || [...selected].some(({ textContent }) => textContent === clicked)) {
        resolve(ms > ${GIVE_UP_MS} ? null : ms);
      } else {
        setTimeout(look, 4);
      }
    };
    look();
  }, { capture: true, once: true });
}))`;

/**
 * Milliseconds from a click on a visible row until it is selected, or nothing if that takes too long. Each `turn` clicks
 * another row.
 */
export async function timeSelection(page: Page, turn: number): Promise<number[]> {
  const rows = ourRows(page).filter({ hasText: NO_ACTION });
  const count = await rows.count();
  if (count === 0) {
    return [];
  }
  await page.evaluate(TIME_CLICK);
  const row = rows.nth(turn % Math.min(count, 6));
  await row.click({ position: { x: 60, y: 8 }, noWaitAfter: true, timeout: GIVE_UP_MS });
  const ms = await page.evaluate<number | null>('window.benchClick');
  return ms === null ? [] : [ms];
}

/** Gives the whole side bar to our view. */
export async function closeBareView(page: Page): Promise<void> {
  const header = page.locator('.part.sidebar .pane-header[aria-label^="Bare"]');
  if ((await header.getAttribute('aria-expanded')) === 'true') {
    await header.click();
  }
}
