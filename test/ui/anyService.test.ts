import assert from 'node:assert/strict';
import { services } from '../simulator/services';
import { useStage } from '../support/stage';

describe('A service without statuses', () => {
  const stage = useStage();

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

  it('shows a field of the records in its rows', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit();
    service.listShape = services.prices;
    await stage.signIn(service);
    await stage.workbench.runCommand('Monitor Explorer: Choose Fields…');
    await quickInput.choose('Show in Rows…');
    await quickInput.shows('Show in Rows');
    await quickInput.choose('price');
    await monitors.tree.shows('Status page – Dublin', ({ description }) =>
      /^€\d+\.\d\d · \S+ ago · /.test(description),
    );
  });
});
