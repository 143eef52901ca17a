import assert from 'node:assert/strict';
import { PageRecords } from '../../../src/monitors/mappedMonitor';
import { parseJson } from '../../../src/base/json';
import { toCopyText, toExportText } from '../../../src/ui/export/exportText';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow, type Window } from '../../support/aWindow';
import { asRecorded } from '../../support/anExport';
import { inEnglish } from '../../support/inEnglish';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('JSON', () => {
  it('keeps the digits of an integer that a number would round', () => {
    const texts = [
      '1285704473650880702',
      '1285704473650880703',
      '-1285704473650880703',
      '9007199254740993',
      '-9007199254740993',
      '18446744073709551615',
      '9'.repeat(400),
    ];
    for (const text of texts) {
      assert.equal(parseJson(text), text);
      assert.deepEqual(parseJson(` [${text}]`), [text]);
      assert.deepEqual(parseJson(`{"a":${text},"b":{"c": [1,\n${text} ,2]}}`), {
        a: text,
        b: { c: [1, text, 2] },
      });
    }
  });

  it('reads every other number as a number', () => {
    const texts = [
      '9007199254740991',
      '-9007199254740991',
      '0',
      '-0',
      '1e300',
      '1E+20',
      '12345678901234567890e0',
      '12345678901234567890.5',
      '0.12345678901234567890',
      '1700000000000000',
    ];
    for (const text of texts) {
      assert.deepEqual(parseJson(`{"id":12345678901234567890,"a":[${text}]}`), {
        id: '12345678901234567890',
        a: [Number(text)],
      });
      assert.deepEqual(parseJson(`[${text}]`), [Number(text)]);
    }
  });

  it('keeps texts, keys and the order of keys', () => {
    const text =
      '{"b":"12345678901234567890, 12345678901234567890","12345678901234567890":1,"__proto__":[null]}';
    const withId = text.replace('{', '{"id":12345678901234567890,');
    assert.deepEqual(parseJson(text), JSON.parse(text));
    assert.equal(JSON.stringify(parseJson(withId)), withId.replace(/(\d{20})/, '"$1"'));
  });

  it('throws at invalid JSON', () => {
    for (const text of ['', '{', '[1285704473650880702', '01285704473650880702', '- 1285704473650880702']) {
      assert.throws(() => parseJson(text), SyntaxError, text);
    }
  });

  it('keeps the digits of such an integer when secrets beside it are masked', () => {
    const records = new PageRecords(
      JSON.stringify([{ config: '{"id":1285704473650880703,"password":"hunter2"}' }]),
    );
    assert.deepEqual(records.at(0), { config: '{"id":1285704473650880703,"password":"•••"}' });
  });
});

describe('Monitors with IDs that a number would round', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let window: Window;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 4 });
    window = aWindow(service, { folder: folder() });
    await window.signIn();
    let id = 1285704473650880700n;
    // As a number in the response; what refers to it is one, too.
    service.failNext({
      kind: 'changed',
      body: (text) => text.replace(/"id":"[^"]*"/g, () => `"id":${++id},"groupId":${-id}`),
    });
    await window.controller.loadMore();
  });
  afterEach(async () => {
    window.dispose();
    await service.stop();
  });

  const ids = ['1285704473650880701', '1285704473650880702', '1285704473650880703', '1285704473650880704'];

  it('have exact IDs in records, copies and exports', () => {
    const { loaded } = window.controller.list!;
    const content = { loaded, monitors: loaded.monitors, ...asRecorded };
    const exact = ids.map((id) => ({ id, groupId: `-${id}` }));
    const ofRecords = (records: readonly unknown[]) =>
      (records as { id: unknown; groupId: unknown }[]).map(({ id, groupId }) => ({ id, groupId }));
    assert.deepEqual(ofRecords(loaded.monitors.map(({ raw }) => raw)), exact);
    const exported = JSON.parse(toExportText(inEnglish, 'json', content)) as {
      monitors: { id: string; record: unknown }[];
    };
    assert.deepEqual(ofRecords(exported.monitors.map(({ record }) => record)), exact);
    assert.deepEqual(
      exported.monitors.map(({ id }) => id),
      ids,
    );
    assert.match(toExportText(inEnglish, 'csv', content), /1285704473650880703/);
    assert.match(toCopyText('json', loaded.monitors.slice(2, 3), asRecorded), /"id": "1285704473650880703"/);
  });
});
