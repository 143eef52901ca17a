import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { changeLifetime, signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a session of 24 hours', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  /** What has been called since, in order. */
  const called = (): string[] =>
    service.calls.map(({ kind, pageIndex }) => (kind === 'list' ? `page ${pageIndex}` : kind));

  async function clickLoadMore(loaded: number): Promise<void> {
    const { tree } = workbench().monitors;
    await tree.clickAtEnd(loadMoreRow(`${loaded} of 340`));
  }

  async function loadMoreWhileHidden(): Promise<void> {
    await workbench().monitors.hide();
    await workbench().runCommand('Monitor Explorer: Load More');
  }

  /** Answers the password and nothing else: everything else is known. */
  async function signInAgain(password = service.password): Promise<void> {
    const { quickInput } = workbench();
    const { isPassword, value } = await quickInput.shows(/^Password of ada@example.com/);
    assert.deepEqual([isPassword, value], [true, '']);
    await quickInput.type(password);
    await quickInput.accept();
    // What goes on after it may ask something else at once.
    await eventually(
      'No step for the password',
      () => quickInput.state(),
      (state) => state?.isPassword !== true,
    );
  }

  it('says twenty minutes before its end that it ends, at no call', async () => {
    const { monitors } = workbench();
    await monitors.open();
    await signIn(workbench(), service);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    service.forgetCalls();
    await passTime(workbench(), service, 23 * HOUR + 41 * MINUTE);
    await monitors.tree.showsAtStart(/^Session ends in 1[89] minutes$/);
    const { description } = (await monitors.tree.rows())[0]!;
    assert.equal(description, 'Sign In (1 call)');
    assert.deepEqual(called(), []);
  });

  it('is not mistaken for one that has ended where the clock is set back', async () => {
    const { monitors } = workbench();
    await passTime(workbench(), service, -48 * HOUR);
    await monitors.tree.hides(/^Session ends/);
    await passTime(workbench(), service, 48 * HOUR);
    await monitors.tree.showsAtStart(/^Session ends in 1[89] minutes$/);
  });

  it('keeps its rows when it is over, with their age, and spends no call', async () => {
    const { monitors } = workbench();
    await passTime(workbench(), service, 20 * MINUTE);
    const { description } = await monitors.tree.showsAtStart('Session ended');
    assert.equal(description, 'Sign In (1 call)');
    await monitors.showsMessage(/ · 1 day old$/);
    assert.ok((await monitors.titleActions()).includes('Sign In'));
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.deepEqual(called(), []);
  });

  it('asks for the password only when something needs it, and Escape changes nothing', async () => {
    const { monitors, quickInput } = workbench();
    await clickLoadMore(50);
    await quickInput.shows(/^Password of ada@example.com/);
    await quickInput.cancel();
    await quickInput.isClosed();
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 340'));
    assert.deepEqual(called(), []);
  });

  it('goes on after a new sign-in with what was wanted', async () => {
    const { monitors } = workbench();
    await clickLoadMore(50);
    await signInAgain();
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 340'));
    assert.deepEqual(called(), ['token', 'page 1']);
    await monitors.tree.showsAtStart(/^(?!Session ended)/);
  });

  it('that the service ends before its time asks once where the rows are hidden, and goes on at the page that failed', async () => {
    const { monitors, notifications } = workbench();
    await passTime(workbench(), service, 10 * MINUTE);
    service.forgetCalls();
    service.revokeTokens();
    await loadMoreWhileHidden();
    const asks = /no longer accepts the session of ada@example.com/;
    const { buttons } = await notifications.shows(asks);
    assert.deepEqual(buttons, ['Sign In and Continue (2 calls)', 'Sign In (1 call)']);
    assert.equal((await notifications.list()).length, 1);
    await notifications.click(asks, 'Sign In and Continue (2 calls)');
    await signInAgain();
    await monitors.open();
    await monitors.tree.showsAtEnd(loadMoreRow('150 of 340'));
    assert.deepEqual(called(), ['page 2', 'token', 'page 2']);
  });

  it('says so in one row where the rows are in sight, and that row offers the sign-in', async () => {
    const { monitors, notifications } = workbench();
    await passTime(workbench(), service, 10 * MINUTE);
    service.forgetCalls();
    service.revokeTokens();
    await clickLoadMore(150);
    const row = /^Page 4 failed: The service no longer accepts your session/;
    const failed = await monitors.tree.showsAtEnd(row);
    assert.equal(failed.icon, 'debug-disconnect');
    assert.ok((await monitors.titleActions()).includes('Sign In'));
    await notifications.areGone();
    await monitors.tree.showsAtStart(/^(?!Session ended)/);
    await monitors.tree.showsAtEnd(row);
    await monitors.tree.clickInlineAction(/^Page 4 failed/, 'Sign In and Continue');
    await signInAgain();
    await monitors.tree.showsAtEnd(loadMoreRow('200 of 340'));
    assert.deepEqual(called(), ['page 3', 'token', 'page 3']);
  });

  it('whose token is refused when it has just been issued says so, and does not ask again and again', async () => {
    const { monitors, notifications } = workbench();
    service.forgetCalls();
    service.revokeTokens();
    await clickLoadMore(200);
    await monitors.tree.showsAtEnd(/^Page 5 failed: The service no longer accepts your session/);
    await notifications.areGone();
    await workbench().runCommand('Monitor Explorer: Sign In');
    await signInAgain();
    assert.deepEqual(called(), ['page 4', 'token'], 'a sign-in is one call and no more');
    service.failNext({ kind: 'status', status: 401 });
    await monitors.tree.clickInlineAction(/^Page 5 failed/, 'Retry');
    await monitors.tree.showsAtEnd(/^Page 5 failed: The service refuses the token that it has just issued/);
    await notifications.areGone();
    await monitors.tree.clickInlineAction(/^Page 5 failed/, 'Retry');
    await monitors.tree.showsAtEnd(loadMoreRow('250 of 340'));
    assert.deepEqual(called(), ['page 4', 'token', 'page 4', 'page 4']);
  });

  it('goes on after a 403: that is no sign-out', async () => {
    const { monitors } = workbench();
    service.forgetCalls();
    service.failNext({ kind: 'status', status: 403 });
    await clickLoadMore(250);
    await monitors.tree.showsAtEnd(/^Page 6 failed: The account isn't allowed to list monitors/);
    assert.ok(!(await monitors.titleActions()).includes('Sign In'));
    await monitors.tree.clickInlineAction(/^Page 6 failed/, 'Retry');
    await monitors.tree.showsAtEnd(loadMoreRow('300 of 340'));
    assert.deepEqual(called(), ['page 5', 'page 5']);
  });

  it('is not asked for again by a prompt that was left open while the user signed in by another way', async () => {
    const { monitors, notifications, quickInput } = workbench();
    await passTime(workbench(), service, 10 * MINUTE);
    service.forgetCalls();
    service.revokeTokens();
    await loadMoreWhileHidden();
    const asks = /no longer accepts the session/;
    await notifications.shows(asks);
    await monitors.open();
    await monitors.tree.showsAtEnd(/^Page 7 failed/);
    await monitors.tree.clickInlineAction(/^Page 7 failed/, 'Sign In and Continue');
    await signInAgain();
    await monitors.showsMessage(/all 340/);
    await notifications.click(asks, 'Sign In (1 call)');
    await eventually(
      'No notification',
      () => notifications.list(),
      (list) => list.length === 0,
    );
    assert.equal(await quickInput.isOpen(), false);
    assert.deepEqual(called(), ['page 6', 'token', 'page 6']);
  });

  it('is over after a restart too, with its rows, and a refresh asks for the password first', async () => {
    const { monitors } = workbench();
    service.forgetCalls();
    await passTime(workbench(), service, 25 * HOUR);
    await workbench().restart();
    await monitors.open();
    await monitors.tree.showsAtStart('Session ended');
    await workbench().runCommand('Monitor Explorer: Refresh');
    await signInAgain();
    await workbench().quickInput.shows('Refresh takes 7 calls');
    await workbench().quickInput.choose('Refresh With 500 per Page');
    await eventually(
      'The calls',
      () => Promise.resolve(called()),
      (calls) => calls.length === 2,
    );
    assert.deepEqual(called(), ['token', 'page 0']);
    await monitors.showsMessage(/all 340/);
  });

  it('asks for another lifetime only as the documentation has it: in milliseconds', async () => {
    await signOut(workbench());
    await workbench().notifications.click(/^Signed out/, 'Forget E-Mail Too');
    service.forgetCalls();
    const { quickInput } = workbench();
    await workbench().runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await changeLifetime(workbench(), '15m');
    await quickInput.shows(/^Password .* Asks for a session of 15 minutes\./);
    await quickInput.answer(/^password/i, service.password);
    await workbench().monitors.tree.showsAtStart(/^Session ends in 15 minutes$/);
    assert.deepEqual(service.calls[0]!.body, {
      email: service.email,
      password: service.password,
      expiresIn: 15 * MINUTE,
    });
  });
});
