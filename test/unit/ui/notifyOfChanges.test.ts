import assert from 'node:assert/strict';
import { followRefreshes } from '../../../src/ui/changes/notifyOfChanges';
import { useWindows } from '../../support/useWindows';

const ada = { email: 'ada@example.com', password: 'p', monitors: 20 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 20 };

describe('The end of a refresh', () => {
  const windows = useWindows({ accounts: [ada, grace] });

  it('is told with the last call before it, but not after a switch to another account', async () => {
    const { app, sessions, signIn } = await windows.openSignedIn();
    const { session } = app;
    const told: unknown[] = [];
    followRefreshes(app, ({ session: ended }, call) => told.push([ended?.email, call]));
    const { lastCall } = app.list!.loaded;
    await app.list!.refresh();
    assert.deepEqual(told, [[ada.email, lastCall]]);

    await signIn(grace);
    await app.ensureFirstPage();
    const next = windows.service.nextCall();
    const gate = windows.service.holdResponses();
    const outcome = app.list!.refresh();
    await next;
    await sessions.add(session!);
    gate.release();
    await outcome;
    assert.equal(told.length, 1);
  });
});
