import assert from 'node:assert/strict';
import type { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, useStage } from '../support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a session of 24 hours', () => {
  // Its own VS Code, because the clock runs ahead in it.
  const stage = useStage({});

  async function loadMoreWhileHidden(): Promise<void> {
    await stage.workbench.monitors.hide();
    await stage.workbench.runCommand('Monitor Explorer: Load More');
  }

  /** Only the password is asked for. */
  async function signInAgain({ password }: SimulatedService): Promise<void> {
    const { quickInput } = stage.workbench;
    const { isPassword, value } = await quickInput.shows(/^Password of ada@example.com/);
    assert.deepEqual([isPassword, value], [true, '']);
    await quickInput.type(password);
    await quickInput.accept();
    // Another question may follow at once.
    await eventually(
      'No step for the password',
      () => quickInput.state(),
      (state) => state?.isPassword !== true,
    );
  }

  it('announces its end, keeps the rows, and asks for the password when a call needs it', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.browse();
    await passTime(stage.workbench, service, 23 * HOUR + 41 * MINUTE);
    const soon = await monitors.tree.showsAtStart(/^Session ends in 1[89]m$/);
    assert.equal(soon.description, 'Sign In (1 call)');
    await passTime(stage.workbench, service, 20 * MINUTE);
    const over = await monitors.tree.showsAtStart('Session ended');
    assert.equal(over.description, 'Sign In (1 call)');
    await monitors.showsMessage(/ · 1d old$/);
    assert.ok((await monitors.titleActions()).includes('Sign In'));
    await monitors.tree.clickAtEnd(loadMoreRow('10 of 34'));
    await quickInput.shows(/^Password of ada@example.com/);
    await quickInput.cancel();
    await quickInput.isClosed();
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), '');
    await monitors.tree.clickAtEnd(loadMoreRow('10 of 34'));
    await signInAgain(service);
    await monitors.tree.showsAtEnd(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'token, list 1');
    await monitors.tree.showsAtStart(/^(?!Session ended)/);
  });

  it('ended early by the service asks once while the view is hidden, and continues at the page that failed', async () => {
    const { monitors, notifications } = stage.workbench;
    const service = await stage.browse();
    await passTime(stage.workbench, service, 10 * MINUTE);
    service.revokeTokens();
    await loadMoreWhileHidden();
    const asks = /no longer accepts the session of ada@example.com/;
    const { buttons } = await notifications.shows(asks);
    assert.deepEqual(buttons, ['Sign In and Continue (2 calls)']);
    assert.equal((await notifications.list()).length, 1);
    await notifications.click(asks, 'Sign In and Continue (2 calls)');
    await signInAgain(service);
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'list 1, token, list 1');
  });
});
