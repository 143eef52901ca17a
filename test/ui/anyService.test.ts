import { services } from '../simulator/services';
import { useStage } from '../support/stage';

describe('A service without statuses', () => {
  const stage = useStage();

  it('shows the price in its rows, and another field that the user picks', async () => {
    const { quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    service.listShape = services.prices;
    await stage.signIn(service);
    await tree.shows('Status page – Dublin', ({ description }) =>
      /^€\d+\.\d\d · \S+ ago · /.test(description),
    );

    await stage.run('Arrange Monitors…');
    await quickInput.choose('Show in Rows…');
    await quickInput.shows('Show in Rows');
    await quickInput.choose('previousPrice');
    await tree.shows('Status page – Dublin', ({ description }) =>
      /^€\d+\.\d\d · €\d+\.\d\d · /.test(description),
    );
  });
});
