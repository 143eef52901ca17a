import assert from 'node:assert/strict';
import { services } from '../simulator/services';
import { eventually } from '../support/driver/eventually';
import { loadMoreRow, type TreeRow } from '../support/driver/treeView';
import { WebPage } from '../support/driver/webPage';
import { useStage } from '../support/stage';

const STATUS_TALK = /\b(?:up|down|degraded|unknown|status)\b/i;

/** The simulated service has a monitor with this name. */
const withoutNames = (text: string): string => text.replace(/status(?=[ -]page|\.)/gi, '');

const isMonitor = ({ icon }: TreeRow): boolean =>
  ['circle-small-filled', 'debug-pause'].includes(icon);

describe('A service without statuses', () => {
  const stage = useStage();

  for (const name of ['pages', 'prices', 'keywords', 'names'] as const) {
    it(`has a list that looks finished, and no text speaks of up or down: ${name}`, async () => {
      const { monitors, page } = stage.workbench;
      const service = await stage.visit();
      service.listShape = services[name];
      await stage.signIn(service);
      await monitors.showsMessage(/^10 of 34 · just now$/);
      await monitors.tree.shows(loadMoreRow('10 of 34'));
      assert.equal((await monitors.tree.rows()).filter(isMonitor).length, 10);
      await monitors.tree.click(/./);
      assert.doesNotMatch(withoutNames(await new WebPage(page).shows(/All Fields/)), STATUS_TALK);
      assert.doesNotMatch(
        withoutNames(await page.locator('.part.sidebar').innerText()),
        STATUS_TALK,
      );
    });
  }

  it('offers to arrange by and to copy only what its monitors have', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    service.listShape = (found, { total }) => ({
      monitors: found.map(({ id, name }) => ({ id, name, query: `q=${id}` })),
      total,
    });
    await stage.signIn(service);
    await monitors.showsMessage(/^10 of 34 · just now$/);
    await stage.workbench.runCommand('Monitor Explorer: Arrange Monitors…');
    const { items } = await quickInput.shows('Arrange Monitors');
    assert.deepEqual(
      items.map(({ label }) => label),
      ['No Grouping', 'Service Order', 'Order by Name', 'Order by id', 'Order by query'],
    );
    assert.deepEqual(
      items.flatMap(({ label, ariaLabel }) => (ariaLabel.endsWith(', current') ? label : [])),
      ['No Grouping', 'Service Order'],
    );
    await quickInput.cancel();
    await monitors.tree.click('Status page – Dublin');
    await stage.workbench.runCommand('Monitor Explorer: Copy…');
    const copies = await quickInput.shows('Copy');
    assert.deepEqual(
      copies.items.map(({ label }) => label),
      ['Name', 'ID', 'Markdown', 'JSON'],
      'no target',
    );
    await quickInput.cancel();
  });

  it('shows a field in its rows, and orders by it', async () => {
    const { monitors, quickInput } = stage.workbench;
    const run = async (command: string, choice: string): Promise<void> => {
      await stage.workbench.runCommand(`Monitor Explorer: ${command}`);
      await quickInput.choose(choice);
    };
    const service = await stage.visit();
    service.listShape = services.prices;
    await stage.signIn(service);
    await monitors.showsMessage(/^10 of 34 · just now$/);
    await run('Choose Fields…', 'Show in Rows…');
    await quickInput.shows('Show in Rows');
    await quickInput.choose('price');
    await monitors.tree.shows('Status page – Dublin', ({ description }) =>
      /^€\d+\.\d\d · \S+ ago · /.test(description),
    );
    await run('Arrange Monitors…', 'Order by price');
    await eventually(
      'The cheapest first',
      async () =>
        (await monitors.tree.rows())
          .filter(isMonitor)
          .map(({ description }) => Number(/€([\d.]+)/.exec(description)?.[1])),
      (prices) =>
        prices.length === 10 &&
        prices.every((price, index) => index === 0 || price >= prices[index - 1]!),
    );
  });
});
