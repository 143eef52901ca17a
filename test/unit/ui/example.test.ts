import assert from 'node:assert/strict';
import { createExample } from '../../../src/ui/example/example';
import { toPath } from '../../../src/base/path';
import { eventsOf } from '../../../src/monitors/events';
import { parseFilter } from '../../../src/monitors/filter';
import { STATUS } from '../../../src/monitors/run';
import { historyOf } from '../../../src/monitors/runHistory';
import { toLastingEventText } from '../../../src/ui/texts/changeTexts';
import { welcomeOf } from '../../../src/ui/tree/welcome';
import { SimulatedService } from '../../simulator/simulatedService';
import { aView } from '../../support/aView';
import { aWindow } from '../../support/aWindow';
import { inEnglish } from '../../support/inEnglish';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('An example', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());

  it('shows monitors of three kinds without a call, and ends with a sign-in', async () => {
    const window = aWindow(service, { folder: folder() });
    const { app } = window;
    const view = aView(window);
    const labels = () =>
      view.tree.notices.map(({ label, actions }) => `${label}: ${actions[0]?.title}`);
    const rows = () => view.tree.childrenOf().slice(view.tree.notices.length);

    app.showExample(createExample('uptime', app));
    assert.equal(view.line, '3 down · 1 degraded — 9 of 10');
    assert.deepEqual(labels(), ['Example: uptime: Leave', 'Another example: web pages: Show']);
    app.shown!.choices.setFilter(parseFilter('zzz'));
    view.tree.update();
    assert.equal(labels().at(-1), "No monitors match 'zzz': Clear Filter");
    app.shown!.choices.setFilter(undefined);
    view.tree.update();
    const [down] = rows();
    const descriptions = view.tree
      .childrenOf(down)
      .map(({ content }) => content.toText().description);
    assert.ok(descriptions.some((text) => text === '42m · 503'));
    const last = view.tree.childrenOf().at(-1)!.content.toText();
    assert.deepEqual(
      [last.label, last.description, last.command],
      ['Load more (example, no call)', '9 of 10', 'loadMore'],
    );
    await app.list!.loadMore();
    assert.equal(view.line, '4 down · 1 degraded — all 10');
    assert.notEqual(view.tree.childrenOf().at(-1)!.content.id, 'more');

    app.showExample(createExample('pages', app));
    assert.equal(view.line, '5 of 7');
    assert.match(rows()[0]!.content.toText().description!, /^35m ago · 41 changes · /);

    app.showExample(createExample('prices', app));
    assert.deepEqual(labels(), ['Example: prices: Leave', 'Another example: uptime: Show']);
    assert.match(rows()[0]!.content.toText().description!, /^€119\.00 · 30m ago · /);
    assert.equal(welcomeOf(app), undefined);
    await app.list!.refresh();
    await app.list?.refreshPages([0]);
    assert.equal(service.callCount(), 0);

    app.showExample(undefined);
    assert.equal(welcomeOf(app), 'signedOut');
    app.showExample(createExample('pages', app));
    const session = await window.signIn();
    await window.app.signOut(session);
    assert.equal(welcomeOf(app), 'signedOut');
    view.dispose();
    window.dispose();
  });

  it('has a history of each monitor, and saves nothing, not even which fields rows show', () => {
    const window = aWindow(service, { folder: folder() });
    const { app, now } = window;
    const picked = [toPath(['shop'])];
    picked.forEach((path) => app.rowFields.toggle(path));
    app.showExample(createExample('uptime', app));
    const { memory, list } = app.shown!;
    const valuesOf = (id: string, field: string) =>
      memory
        .of(id)
        .get(field)
        ?.map(({ value }) => value);
    assert.deepEqual(valuesOf('check-1', STATUS), ['up', 'down']);
    assert.equal(historyOf(memory.of('check-1').get(STATUS), memory.gapMs).length, 2);
    const down = list.loaded.monitors.filter(({ status }) => status === 'down');
    const occurrences = down.map((monitor) => ({ monitor, since: memory.sinceOf(monitor)! }));
    const [event] = eventsOf(occurrences, list.loaded.monitors);
    assert.equal(toLastingEventText(inEnglish, event!, now()).split(', ')[1], '3 tagged shop');

    app.showExample(createExample('prices', app));
    const prices = app.shown!.memory.of('price-3').get('field:price')!;
    assert.deepEqual(
      prices.map(({ value }) => (JSON.parse(value) as { value: number }).value),
      [129, 119],
    );
    app.rowFields.toggle(toPath(['currency']));
    app.showExample(undefined);
    assert.deepEqual(app.rowFields.paths, picked);
    assert.deepEqual(window.database.all`SELECT 1 FROM run`, []);
    window.dispose();
  });
});
