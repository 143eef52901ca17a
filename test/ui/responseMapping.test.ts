import assert from 'node:assert/strict';
import { listShapes } from '../simulator/responseShapes';
import { eventually } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { callsOf, useStage } from '../support/stage';

describe('A response of another shape', () => {
  const stage = useStage();

  async function chooseSecond(): Promise<void> {
    const { quickInput } = stage.workbench;
    await quickInput.press('ArrowDown');
    await eventually(
      'The second item in focus',
      () => quickInput.items(),
      (items) => items[1]?.focused === true,
    );
    await quickInput.press('Enter');
  }

  it('asks which of two lists has the monitors, without a call, and continues with the choice', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    service.listShape = (found) => ({
      left: found.map(({ id, name, status }) => ({ id, name, status })),
      right: found.map(({ id, name, status }) => ({ id, name: `Right ${name}`, status })),
    });
    await signIn(stage.workbench, service);
    await monitors.showsMessage(/^No list of monitors was found in the response\./);
    await monitors.tree.click('Choose in the Last Response');
    const { items } = await quickInput.shows('Which of these is the list of monitors?');
    assert.deepEqual(
      items.map(({ ariaLabel }) => ariaLabel),
      ['id, name, status, left', 'id, name, status, right'],
    );
    await chooseSecond();
    await monitors.tree.shows('Right Checkout API – Frankfurt');
    assert.equal(callsOf(service), 'token, list 0');
    await monitors.tree.click(loadMoreRow('10+'));
    await monitors.tree.shows(loadMoreRow('20+'));
    assert.equal(callsOf(service), 'token, list 0, list 1');
  });

  it('asks at the sign-in which value is the token, and masks all of them', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    let issued = '';
    const decoy = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy';
    service.tokenShape = ({ token }) => {
      issued = token;
      return { tokens: [{ token: decoy }, { token }] };
    };
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    const { items } = await quickInput.shows('Which of these is the access token?');
    assert.equal(items.length, 2);
    for (const { ariaLabel } of items) {
      assert.ok(!ariaLabel.includes(issued) && !ariaLabel.includes(decoy), 'masked');
    }
    await chooseSecond();
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, list 0');
  });

  it('shows a numeric status as unknown until the user says what it means', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit({ monitors: 6 });
    for (const [index, status] of (['up', 'down', 'up', 'down', 'up', 'up'] as const).entries()) {
      service.updateMonitor(index, { status });
    }
    service.listShape = listShapes.numericStatus;
    await signIn(stage.workbench, service);
    const neutral = await monitors.tree.shows('Status page – Dublin');
    assert.equal(neutral.icon, 'question');
    assert.match(neutral.description, /^status 9 · /);
    await monitors.showsMessage(/^Status unknown for 6 of 6 /);
    await stage.workbench.runCommand('Monitor Explorer: Map Status Values');
    const { items } = await quickInput.shows('Map Status Values');
    assert.deepEqual(
      items.map(({ ariaLabel }) => ariaLabel.replace(/^question\s*/, '')),
      ['2, not mapped, 4 monitors', '9, not mapped, 2 monitors'],
    );
    await quickInput.choose('2');
    await quickInput.shows('What does the status "2" mean?');
    await quickInput.choose('up');
    const again = await quickInput.shows('Map Status Values');
    assert.match(again.items[1]!.ariaLabel, /2, means up, 4 monitors/);
    await quickInput.cancel();
    await quickInput.isClosed();
    // The heading of the remaining monitors leads back to the question.
    await eventually(
      'Those that are left',
      () => monitors.tree.shows('Unknown'),
      ({ description }) => description === '2',
    );
    await monitors.tree.clickInlineAction('Unknown', 'Map Status Values');
    await quickInput.choose('9');
    await quickInput.shows('What does the status "9" mean?');
    await quickInput.choose('down');
    await quickInput.shows('Map Status Values');
    await quickInput.cancel();
    await monitors.showsMessage(/^2 down — all 6 /);
    await monitors.tree.shows('Status page – Dublin', ({ icon }) => icon === 'error');
    await monitors.tree.shows('Checkout API – Frankfurt', ({ icon }) => icon === 'pass');
    assert.equal(callsOf(service), 'token, list 0');
  });

  it('is read by the paths of the setting, and the log names a wrong path', async () => {
    const { monitors, output } = stage.workbench;
    const service = await stage.service();
    service.listShape = (found) => ({
      left: found.map(({ id, name }) => ({ uid: id, inner: { caption: `Said ${name}`, colour: 'teal' } })),
      right: found.map(({ id, name }) => ({ uid: id, inner: { caption: name, colour: 'teal' } })),
    });
    await changeSettings(stage.workbench, {
      'monitorExplorer.baseUrl': service.baseUrl,
      'monitorExplorer.reading': {
        monitors: 'left',
        name: 'inner.caption',
        status: 'inner.colour',
        id: 'uid[',
        statusValues: { teal: 'degraded' },
      },
    });
    await stage.workbench.runCommand('Monitor Explorer: Show Log');
    await output.shows(/monitorExplorer\.reading: ID: expected a path such as/);
    await stage.workbench.hidePanel();
    await signIn(stage.workbench, service);
    const row = await monitors.tree.shows('Said Checkout API – Frankfurt');
    assert.equal(row.icon, 'warning');
    await changeSettings(stage.workbench, { 'monitorExplorer.reading': undefined });
  });
});
