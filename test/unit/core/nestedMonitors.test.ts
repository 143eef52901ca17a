import assert from 'node:assert/strict';
import { matchesFilter, parseFilter } from '../../../src/monitors/filter';
import type { Monitor } from '../../../src/monitors/monitor';
import { toStoredPage } from '../../../src/monitors/storedPage';
import { finish } from '../../support/readPages';
import { aView } from '../../support/aView';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

const monitor = (id: string, status = 'up', inner: object = {}) => ({
  id,
  name: `Monitor ${id}`,
  status,
  url: `https://${id}.example`,
  ...inner,
});

describe('Monitors inside monitors', () => {
  const windows = useWindows();
  let window: Window;
  let view: ReturnType<typeof aView>;
  beforeEach(async () => {
    window = await windows.openSignedIn(0);
    view = aView(window);
  });
  afterEach(() => view.dispose());

  async function read(json: unknown): Promise<void> {
    windows.service.listAnswer = () => json;
    await window.controller.loadMore();
  }

  const rows = () => window.controller.list!.loaded.monitors;
  const ids = (): string[] => rows().map(({ id }) => id);

  it('are rows with the name of their parent, at any depth', async () => {
    const inner = monitor('c', 'down', { children: [monitor('d')] });
    await read({
      monitors: [monitor('a'), monitor('b', 'up', { children: [inner, monitor('e')] })],
      hasMore: false,
    });
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(
      rows().map(({ parent }) => parent),
      [undefined, undefined, 'Monitor b', 'Monitor c', 'Monitor b'],
    );
    assert.equal(view.line, '1 down — all 5');
    const row = view.tree.find('c')!.content.toText();
    assert.equal(row.description, 'c.example · in Monitor b');
    const found = rows().filter((one) => matchesFilter(parseFilter('parent:"monitor b"')!, one));
    assert.deepEqual(
      found.map(({ id }) => id),
      ['c', 'e'],
    );
    assert.equal(matchesFilter(parseFilter('monitor b')!, rows()[4]!), true);
    assert.deepEqual((rows()[3]!.raw as { id: string }).id, 'd');
  });

  it('are found under any key, and in an envelope', async () => {
    const byId = { x: monitor('x'), y: monitor('y', 'down') };
    const listed = { data: [monitor('z')], total: 1 };
    await read({
      monitors: [
        monitor('a', 'up', { children: byId }),
        monitor('b', 'up', { submonitors: listed }),
        monitor('c', 'up', { nested: [monitor('d')] }),
      ],
      hasMore: false,
    });
    assert.deepEqual(ids(), ['a', 'x', 'y', 'b', 'z', 'c', 'd']);
  });

  it('are saved once, so that 50 levels of them take no more room than the response', async () => {
    const inside = (level: number): readonly object[] => {
      const children = level === 50 ? {} : { children: inside(level + 1) };
      return [monitor(`m${level}`, 'up', { note: 'n'.repeat(100), ...children })];
    };
    const response = { monitors: [...inside(1), monitor('last', 'down')], hasMore: false };
    await read(response);
    assert.ok(ids().includes('m2'));
    const { answer, records } = finish(toStoredPage(window.controller.list!.loaded.pages[0]!));
    const bytes = Buffer.byteLength(answer + records);
    assert.ok(bytes < 1.5 * JSON.stringify(response).length, `${bytes} bytes`);
    await window.save();
    windows.service.forgetCalls();
    const restarted = await windows.openShown();
    assert.equal(windows.service.callCount(), 0);
    const about = ({ id, parent, raw }: Monitor) => ({ id, parent, raw });
    assert.deepEqual(restarted.controller.list!.loaded.monitors.map(about), rows().map(about));
  });

  it('do not count for the total or the page size', async () => {
    windows.service.listAnswer = ({ pageIndex, pageSize }) => ({
      monitors: Array.from({ length: 60 }, (_, n) =>
        monitor(`m${n}`, 'up', { children: [monitor(`m${n}-c`, n === 55 ? 'down' : 'up')] }),
      ).slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
      total: 60,
    });
    await window.controller.loadMore();
    assert.deepEqual([rows().length, view.line], [100, '0 down in 100 of 110']);
    await window.controller.loadMore();
    assert.deepEqual([rows().length, view.line], [120, '1 down — all 120']);
  });
});
