import assert from 'node:assert/strict';
import { createExample, createExampleCommands } from '../../../src/ui/example/example';
import type { Panel } from '../../../src/ui/panels/panel';
import type { MonitorsView } from '../../../src/ui/tree/monitorsView';
import { toPath } from '../../../src/base/path';
import { welcomeOf } from '../../../src/ui/tree/welcome';
import { SimulatedService } from '../../simulator/simulatedService';
import { aView } from '../../support/aView';
import { aWindow } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('An example', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());

  it('makes no call, and ends with a sign-in', async () => {
    const window = aWindow(service, { folder: folder() });
    const { app } = window;
    const view = aView(window);
    app.showExample(createExample('uptime', app));
    assert.equal(view.line, '3 down · 1 degraded — 8 of 9');
    assert.equal(view.lastRow, 'Load more (example, no call) · 8 of 9');
    await app.list!.loadMore();
    assert.equal(view.line, '4 down · 1 degraded — all 9');
    await app.list!.refresh();
    await app.list?.refreshPages([0]);
    assert.equal(service.callCount(), 0);
    await app.signOut(await window.signIn());
    assert.equal(welcomeOf(app), 'signedOut');
    view.dispose();
    window.dispose();
  });

  it('knows what prices were, and saves nothing, not even which fields rows show', () => {
    const window = aWindow(service, { folder: folder() });
    const { app } = window;
    app.showExample(createExample('prices', app));
    const prices = app.shown!.memory.of('price-3').get('field:price')!;
    assert.deepEqual(
      prices.map(({ value }) => (JSON.parse(value) as { value: number }).value),
      [129, 119],
    );
    app.rowFields.toggle(toPath(['currency']));
    app.showExample(undefined);
    assert.deepEqual(app.rowFields.paths, []);
    const saved = window.database.transact(() => window.database.all`SELECT 1 FROM view`);
    assert.deepEqual(saved, []);
    window.dispose();
  });

  it('leaves a list that is signed in as it is, with the fields that its rows show', async () => {
    const window = aWindow(service, { folder: folder() });
    const { app } = window;
    await window.signIn();
    app.rowFields.toggle(toPath(['shop']));
    const view = { focus: () => Promise.resolve() } as MonitorsView;
    await createExampleCommands(app, view, {} as Panel).showExample('prices');
    assert.equal(app.example, undefined);
    assert.deepEqual(app.rowFields.paths, [toPath(['shop'])]);
    window.dispose();
  });
});
