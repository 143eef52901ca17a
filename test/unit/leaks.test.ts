import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { settled } from '../support/inMemorySecretStorage';
import { useWindows } from '../support/useWindows';

/** Enough to distinguish a leak from noise. */
const TIMES = 11;

/** Milliseconds until watches of folders have reported everything. */
const WATCHES_MS = 250;

describe('Signing out and in, refreshing, and opening and closing a window', function () {
  this.timeout(60_000);
  const windows = useWindows({ monitors: 12, pageSize: 5 });

  it(`leave nothing in memory after ${TIMES} times`, async () => {
    const window = await windows.openSignedIn(2);

    async function act(times: number) {
      for (let time = 0; time < times; time++) {
        await window.app.signOut(window.app.session!);
        await window.signIn();
        assert.equal(await window.app.ensureFirstPage(), 'done');
        assert.equal(await window.app.list!.refresh(), 'done');
        const other = await windows.openShown();
        await windows.close(other);
      }
      window.save();
      await delay(WATCHES_MS);
      await settled();
      return {
        // Each listener, timer and disposable has one. Counted after garbage collection.
        functions: queryObjects(Function, { format: 'count' }),
        // Timers, watches, sockets and files. A connection may stay open a moment longer, or close.
        handles: process.getActiveResourcesInfo().length,
        listeners: windows.secrets.listenerCount,
      };
    }

    // Modules and compiled code of the first uses stay in memory.
    const before = await act(3);
    const after = await act(TIMES);
    const functions = after.functions - before.functions;
    assert.ok(functions < TIMES, `${functions} functions more`);
    const handles = after.handles - before.handles;
    assert.ok(handles < TIMES, `${handles} handles more`);
    assert.equal(after.listeners, before.listeners);
  });
});
