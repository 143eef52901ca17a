import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import type { Window } from '../support/aWindow';
import { settled } from '../support/inMemorySecretStorage';
import { useWindows } from '../support/useWindows';

/** Enough to distinguish a leak from noise. */
const TIMES = 17;

/** Milliseconds until watches of folders have reported everything. */
const WATCHES_MS = 250;

/** Counts living functions after garbage collection. Each listener, timer and disposable has one. */
async function countFunctions(window: Window): Promise<number> {
  window.save();
  await delay(WATCHES_MS);
  await settled();
  return queryObjects(Function, { format: 'count' });
}

/** Timers, watches, sockets and files. */
const countHandles = (): number => process.getActiveResourcesInfo().length;

describe(`Nothing is left in memory after ${TIMES} times`, function () {
  this.timeout(60_000);
  const windows = useWindows({ monitors: 12, pageSize: 5 });
  let window: Window;
  beforeEach(async () => void (window = await windows.openSignedIn(2)));

  /** Acts three times before it counts, because modules and compiled code of the first use stay in memory. */
  async function assertNothingLeft(act: () => Promise<unknown>): Promise<void> {
    for (let time = 0; time < 3; time++) {
      await act();
    }
    const functions = await countFunctions(window);
    const handles = countHandles();
    const listeners = windows.secrets.listenerCount;
    for (let time = 0; time < TIMES; time++) {
      await act();
    }
    const more = (await countFunctions(window)) - functions;
    assert.ok(more < TIMES, `${more} functions more`);
    // A connection may stay open a moment longer, or close.
    const moreHandles = countHandles() - handles;
    assert.ok(moreHandles < TIMES, `${moreHandles} handles more`);
    assert.equal(windows.secrets.listenerCount, listeners);
  }

  it('signing out and in', () => {
    return assertNothingLeft(async () => {
      await window.app.signOut(window.app.session!);
      await window.signIn();
      assert.equal(await window.app.ensureFirstPage(), 'done');
    });
  });

  it('opening and closing a window', () =>
    assertNothingLeft(async () => {
      const other = await windows.open();
      assert.equal(await other.app.ensureFirstPage(), 'idle');
      await windows.close(other);
    }));

  it('refreshing', () =>
    assertNothingLeft(async () => assert.equal(await window.app.list!.refresh(), 'done')));
});
