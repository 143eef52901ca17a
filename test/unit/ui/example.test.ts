import assert from 'node:assert/strict';
import { createExample } from '../../../src/ui/example/example';
import { parseFilter } from '../../../src/monitors/filter';
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

  it('shows monitors of three kinds without a call, hides them from other extensions, and ends with a sign-in', async () => {
    const window = aWindow(service, { folder: folder() });
    const { app, now } = window;
    const view = aView(window);
    const labels = () =>
      view.tree.notices.map(({ label, actions }) => `${label}: ${actions[0]?.title}`);
    const rows = () => view.tree.childrenOf().slice(view.tree.notices.length);

    app.showExample(createExample('uptime', now));
    assert.equal(view.line, '1 down · 1 degraded — 7 of 10');
    assert.deepEqual(labels(), ['Example: uptime: Leave', 'Another example: web pages: Show']);
    app.shown!.choices.setFilter(parseFilter('zzz'));
    view.tree.update();
    assert.equal(labels().at(-1), "No monitors match 'zzz': Clear Filter");
    app.shown!.choices.setFilter(undefined);
    view.tree.update();
    const [down] = rows();
    const [checkout] = view.tree.childrenOf(down);
    assert.equal(checkout!.content.toText().description, '42m · 503');
    const last = view.tree.childrenOf().at(-1)!.content.toText();
    assert.deepEqual(
      [last.label, last.description, last.command],
      ['Load more (example, no call)', '7 of 10', 'loadMore'],
    );
    await app.list!.loadMore();
    assert.equal(view.line, '2 down · 1 degraded — all 10');
    assert.notEqual(view.tree.childrenOf().at(-1)!.content.id, 'more');

    app.showExample(createExample('pages', now));
    assert.equal(view.line, '5 of 7');
    assert.match(rows()[0]!.content.toText().description!, /^35m ago · 41 changes · /);

    app.showExample(createExample('prices', now));
    assert.deepEqual(labels(), ['Example: prices: Leave', 'Another example: uptime: Show']);
    assert.match(rows()[0]!.content.toText().description!, /^€119\.00 · 30m ago · /);
    assert.equal(welcomeOf(app), undefined);
    assert.equal(app.account, undefined);
    await app.list!.refresh();
    await app.list?.refreshPages([0]);
    assert.equal(service.callCount(), 0);

    app.showExample(undefined);
    assert.equal(welcomeOf(app), 'signedOut');
    app.showExample(createExample('pages', now));
    const session = await window.signIn();
    await window.app.signOut(session);
    assert.equal(welcomeOf(app), 'signedOut');
    view.dispose();
    window.dispose();
  });
});
