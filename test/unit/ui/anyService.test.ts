import assert from 'node:assert/strict';
import { openQuestion } from '../../../src/account/questions';
import type { ListShape } from '../../simulator/services';
import { services, type ServiceName } from '../../simulator/services';
import { SimulatedService } from '../../simulator/simulatedService';
import { aView } from '../../support/aView';
import { aWindow } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const STATUS_TALK = /\b(?:up|down|degraded|unknown|status)\b/i;

/** Records with a field besides id and name, different from record to record. */
const withField =
  (toField: (index: number) => object): ListShape =>
  (records, { total }) => ({
    monitors: records.map(({ id, name }, index) => ({ id, name, ...toField(index) })),
    total,
  });

describe('A service of any kind', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ monitors: 120, seed: 3 })));
  after(() => service.stop());

  async function look(shape: ListShape) {
    service.listShape = shape;
    const window = aWindow(service, { folder: folder() });
    window.settings.keepSnapshot = false;
    const view = aView(window);
    await window.signIn();
    await window.app.ensureFirstPage();
    const texts = () => view.tree.childrenOf().map(({ content }) => content);
    return { window, view, texts };
  }

  for (const name of ['pages', 'prices', 'keywords', 'names'] satisfies ServiceName[]) {
    it(`without statuses has one list, and no text mentions a status: ${name}`, async () => {
      const { window, view, texts } = await look(services[name]);
      assert.equal(view.line, '50 of 120');
      const monitors = view.tree.childrenOf().flatMap(({ content }) => content.monitor ?? []);
      assert.equal(monitors.length, 50);
      for (const { label, description = '', aria = '', icon } of texts()) {
        const { target = '' } = monitors.find(({ name }) => name === label) ?? {};
        const own = [label, target.replace(/^https?:\/\/|\/$/g, '')];
        const told = own.reduce(
          (text, part) => text.replaceAll(part, ''),
          `${description} ${aria}`,
        );
        assert.doesNotMatch(told, STATUS_TALK);
        assert.notEqual(icon, 'question');
      }
      await window.app.list!.loadAll(5);
      assert.equal(view.line, 'all 120');
      view.dispose();
    });
  }

  it('shows two fields of the record in rows, kept for the address', async () => {
    const { window, view, texts } = await look(services.prices);
    window.app.rowFields.toggle('inStock');
    view.tree.updateNow();
    const { description = '' } = texts()[0]!;
    assert.match(description, /^€\d+\.\d\d · in stock (?:yes|no) · \S+ ago · shop\./);
    window.app.rowFields.toggle('currency');
    assert.deepEqual(window.app.rowFields.paths, ['inStock', 'currency'], 'two at most');
    const next = aWindow(service, { folder: folder() });
    const { rowFields } = next.app.serviceAt(service.baseUrl);
    assert.deepEqual(rowFields.paths, ['inStock', 'currency']);
    next.dispose();
    view.dispose();
  });

  it('with an open question about statuses mentions them until the user says that there are not any', async () => {
    const two = (index: number): object => ({
      state: index % 2 ? 'up' : 'down',
      health: index % 3 ? 'up' : 'down',
    });
    const { window, view } = await look(withField(two));
    assert.equal(openQuestion(window.app.list!), 'status');
    assert.equal(view.line, '50 unknown — 50 of 120');
    const { service: mapping, list } = window.app.account!;
    mapping.pick({ fields: { status: [] } }, list.loaded.pages);
    view.tree.updateNow();
    assert.equal(view.line, '50 of 120');
    view.dispose();
  });
});
