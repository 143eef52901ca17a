import { services } from '../simulator/services';
import { useStage } from '../support/stage';

describe('A service without statuses', () => {
  const stage = useStage();

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
