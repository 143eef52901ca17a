import type { Locator, Page } from 'playwright-core';

/** A row whose click spends nothing. */
const NO_ACTION = /^(?!.*\b(load|loading|failed|cancel|retry)\b)/i;

const ROW = '.part.sidebar .monaco-list-row';
const GIVE_UP_MS = 20_000;

// The view's description stands between its name and the word "Section".
const ourRows = (page: Page): Locator =>
  page
    .locator('.part.sidebar .pane', {
      has: page.locator('.pane-header[aria-label^="Monitors"][aria-label*="Section"]'),
    })
    .locator('.monaco-list[role=tree] .monaco-list-row');

/**
 * Clicks, and resolves with the milliseconds until `condition`, JavaScript that runs in the page, is true; or with
 * undefined where that takes too long. Counted from the event's own time, which is from before any queue. In the
 * condition `clicked` is the label of the row that was hit: rows move while pages come in.
 */
async function timeClickUntil(
  page: Page,
  condition: string,
  click: () => Promise<void>,
): Promise<number | undefined> {
  await page.evaluate(`void (window.benchClick = new Promise((resolve) => {
    const holds = (clicked) => ${condition};
    document.addEventListener('mousedown', ({ target, timeStamp }) => {
      const clicked = target.closest('${ROW}')?.querySelector('.label-name')?.textContent;
      const look = () => {
        const ms = performance.now() - timeStamp;
        if (holds(clicked) || ms > ${GIVE_UP_MS}) {
          resolve(ms > ${GIVE_UP_MS} ? null : ms);
        } else {
          setTimeout(look, 4);
        }
      };
      look();
    }, { capture: true, once: true });
  }))`);
  await click();
  return (await page.evaluate<number | null>('window.benchClick')) ?? undefined;
}

/** Milliseconds from a click on a row in sight until it is selected. Each `turn` takes another row than the last. */
export async function timeSelection(page: Page, turn: number): Promise<number | undefined> {
  const rows = ourRows(page).filter({ hasText: NO_ACTION });
  const count = await rows.count();
  if (count === 0) {
    return undefined;
  }
  const row = rows.nth(turn % Math.min(count, 6));
  const condition = `[...document.querySelectorAll('${ROW}[aria-selected="true"] .label-name')]
    .some(({ textContent }) => textContent === clicked)`;
  return timeClickUntil(page, condition, () =>
    row.click({ position: { x: 60, y: 8 }, noWaitAfter: true, timeout: GIVE_UP_MS }),
  );
}

/** Leaves the whole side bar to our view. */
export async function closeBareView(page: Page): Promise<void> {
  const header = page.locator('.part.sidebar .pane-header[aria-label^="Bare"]');
  if ((await header.getAttribute('aria-expanded')) === 'true') {
    await header.click();
  }
}

/** Scrolls to where the last group begins, with some of those before it in sight. */
export async function showLastGroup(page: Page): Promise<void> {
  await ourRows(page).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  for (let up = 0; up < 12; up++) {
    await page.keyboard.press('ArrowUp');
  }
}

/** Milliseconds from opening a closed group in sight until its first row stands there; undefined where none is. */
export async function timeOpening(page: Page): Promise<number | undefined> {
  const closed = ourRows(page).and(page.locator('[aria-expanded="false"]')).first();
  if ((await closed.count()) === 0) {
    return undefined;
  }
  const index = Number(await closed.getAttribute('data-index'));
  const level = Number(await closed.getAttribute('aria-level'));
  const condition = `[...document.querySelectorAll('${ROW}[data-index="${index + 1}"]')]
    .some((row) => Number(row.getAttribute('aria-level')) > ${level})`;
  return timeClickUntil(page, condition, () =>
    closed.locator('.monaco-tl-twistie').click({ noWaitAfter: true, timeout: GIVE_UP_MS }),
  );
}
