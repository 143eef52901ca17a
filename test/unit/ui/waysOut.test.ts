import assert from 'node:assert/strict';
import type { Account } from '../../../src/account/account';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Monitor } from '../../../src/monitors/monitor';
import { STATUS } from '../../../src/monitors/run';
import { sinceOf } from '../../../src/monitors/since';
import { toChangeLines, type ChangeLine } from '../../../src/ui/texts/changeTexts';
import {
  toCopyText,
  toCsvExport,
  toHandoverNote,
  toJsonExport,
} from '../../../src/ui/export/exportText';
import { isCallError } from '../../../src/service/errors';
import { toPath } from '../../../src/base/path';
import { SimulatedService } from '../../simulator/simulatedService';
import { aRow } from '../../support/aRow';
import { aWindow, type Window } from '../../support/aWindow';
import { runsAt } from '../../support/aRun';
import { aDetailsPage } from '../../support/aDetailsPage';
import { anExport } from '../../support/anExport';
import { LEAK, leakyFields, leakyResponses } from '../../support/leakyRecord';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const NOW = Date.UTC(2026, 10, 21, 14, 30);

/** The first monitor of a page as the service sends it, with a secret in each text. */
function aLeakyMonitor(): Monitor {
  const others = [2, 3].map((id) => ({ ...leakyFields, id, name: `m${id}`, status: 'UP' }));
  return readList(aResponse({ monitors: [leakyFields, ...others] })).monitors[0]!;
}

const toDown = ({ raw, target, ...fields }: Monitor): Monitor => ({
  ...fields,
  raw,
  target,
  status: 'down',
});

function toLines(monitor: Monitor): readonly ChangeLine[] {
  const { id } = monitor;
  const [absent, up] = runsAt([
    ['absent', NOW],
    ['up', NOW],
  ]);
  const account: unknown = {
    list: { loaded: { find: () => monitor } },
    memory: { sinceOf, rowFields: { of: () => ({}) } },
  };
  return [
    { from: absent!, to: up! },
    { from: up!, to: absent! },
  ].flatMap((change) => {
    const monitors = new Map([[id, new Map([[STATUS, change]])]]);
    return toChangeLines({ monitors }, account as Account, NOW);
  });
}

const WAYS_OUT: Readonly<Record<string, (monitor: Monitor) => unknown>> = {
  'the fields of a monitor': (monitor) => [{ ...monitor }, monitor.target, monitor.raw],
  'a row, its tooltip and what a screen reader says of it': (monitor) => {
    const paths = Object.keys(monitor.raw as object).map((key) => toPath([key]));
    const rows = [monitor, toDown(monitor)].map((each) => aRow(each, { nowMs: NOW, paths }));
    return rows.map((row) => [row, row.toTooltip!()]);
  },
  'a details page': (monitor) => aDetailsPage(monitor, { nowMs: NOW }).body.toString(),
  'what has changed': toLines,
  'a handover note': (monitor) =>
    toHandoverNote(
      toLines(monitor),
      anExport([monitor], { mutes: [{ id: monitor.id, until: 'unmuted' }] }),
      NOW,
    ),
  'an export': (monitor) =>
    [toCsvExport, toJsonExport].map((toExport) => toExport(anExport([monitor]), [monitor])),
  'a copy': (monitor) =>
    (['name', 'target', 'id', 'json', 'markdown'] as const).map((kind) =>
      toCopyText(kind, [monitor], anExport([])),
    ),
};

describe('A monitor with secrets in its record', () => {
  const folder = useTemporaryFolder();
  const monitor = aLeakyMonitor();

  for (const [way, textOf] of Object.entries(WAYS_OUT)) {
    it(`hides them from ${way}, which still shows the target`, async () => {
      const text = JSON.stringify(await textOf(monitor));
      assert.doesNotMatch(text, LEAK);
      assert.match(text, /Checkout|shop/);
    });
  }

  describe('received from a service', () => {
    let service: SimulatedService;
    let window: Window;
    beforeEach(async () => {
      service = await SimulatedService.start({ monitors: 3 });
      service.updateMonitor(0, leakyFields as object);
      window = aWindow(service, { folder: folder() });
      await window.signIn();
      await window.app.list!.loadMore();
      assert.match(window.app.list!.loaded.monitors[0]!.target!, /shop\.example/);
    });
    afterEach(async () => {
      window.dispose();
      await service.stop();
    });

    for (const [place, response] of Object.entries(leakyResponses)) {
      it(`keeps ${place} off the disk, the log and the question for the list`, async () => {
        const { choices, list } = window.app.account!;
        choices.pin(list.loaded.monitors);
        choices.mute([list.loaded.monitors[0]!.id], 'unmuted');
        service.listAnswer = () => response;
        await list.refresh();
        window.save();
        const { failure, loaded } = list;
        const error = isCallError(failure?.error) ? failure.error.facts : {};
        assert.ok(loaded.monitors.some(({ name }) => name === 'Shop') || failure);
        const files = readdirSync(folder()).map((name) =>
          readFileSync(join(folder(), name), 'latin1'),
        );
        const texts = [...files, ...window.logged, JSON.stringify(error), JSON.stringify(loaded)];
        assert.doesNotMatch(texts.join('\n'), LEAK);
      });
    }

    it('keeps its own token out of records', async () => {
      const { token } = window.app.session!;
      const spellings = [token, Buffer.from(token).toString('base64')];
      service.listAnswer = () => ({
        monitors: [
          { id: 1, name: 'Shop', status: 'up', badge: `https://b.example/${token}/1` },
          { id: 2, name: 'Blog', status: 'up', [token]: spellings },
        ],
      });
      await window.app.list!.refresh();
      const records = window.app.list!.loaded.monitors.map(({ raw }) => raw);
      assert.equal((records[0] as { badge: string }).badge, 'https://b.example/•••/1');
      const json = JSON.stringify(records);
      assert.ok(!spellings.some((spelling) => json.includes(spelling)), json);
    });
  });
});
