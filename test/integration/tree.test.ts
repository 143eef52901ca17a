import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { AnExtension, setUserSetting } from '../support/anExtension';

const PAGE = 20;

describe('The rows of the view', () => {
  let service: SimulatedService;
  let extension: AnExtension;

  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 50 });
    await setUserSetting('pageSize', PAGE);
    extension = await AnExtension.open();
    await extension.signIn(service);
    service.forgetCalls();
  });

  afterEach(async () => {
    await extension.close();
    await setUserSetting('pageSize', undefined);
    assert.deepEqual(service.violations, []);
    await service.stop();
  });

  const app = () => extension.app;

  it('keep their IDs over pages and refreshes', async () => {
    await app().ensureFirstPage();
    const before = extension.items().map(({ id }) => id);
    await app().list!.loadMore();
    await app().list!.refresh();
    const after = extension.items().map(({ id }) => id);
    assert.equal(new Set(after).size, 2 * PAGE + 1);
    assert.deepEqual(after.slice(0, PAGE), before.slice(0, PAGE));
    assert.equal(after.at(-1), before.at(-1), 'what stands last is the same row, whatever it says');
  });

  // VS Code drops arguments when it asks for the row again, and a click at that moment would fail.
  it('have commands without arguments', async () => {
    await app().ensureFirstPage();
    const commands = extension.items().map(({ command }) => command);
    assert.ok(commands.length > PAGE && commands.every((command) => command && !command.arguments));
  });
});
