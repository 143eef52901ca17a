import assert from 'node:assert/strict';
import type { Explanation } from '../../../../src/explorer/responseMapping';
import type { ListMapping, Mapping } from '../../../../src/service/mapping/mapping';
import { toCopiedSettings } from '../../../../src/ui/mapping/copiedSettings';
import { toMappingPage } from '../../../../src/ui/mapping/mappingPage';
import { inEnglish } from '../../../support/inEnglish';
import { blocksOf, textOf } from '../../../support/pageTexts';

const list: ListMapping = {
  path: ['data', 'items'],
  confidence: 0.9,
  reason: 'genericList',
  fields: {
    id: { path: ['@key'], confidence: 0.8, reason: 'mapKey', sources: [], isUsual: false },
    name: {
      path: ['title'],
      confidence: 0.9,
      reason: 'usualName',
      sources: [{ path: ['title'] }, { path: ['label'] }],
      isUsual: true,
    },
    target: { path: ['link'], confidence: 0.4, reason: 'weakName', sources: [], isUsual: false },
  },
  status: {
    place: {
      path: ['is down'],
      confidence: 0.92,
      reason: 'statusFlag',
      runnerUp: { path: ['enabled'], confidence: 0.5, reason: 'pauseFlag' },
    },
    yes: 'down',
    isUsual: true,
    values: { ps: 'paused' },
    off: [],
    offWords: [],
    alarms: [],
  },
  repeatsIds: false,
  keys: [],
};

const mapping: Mapping = {
  shapes: [
    {
      lists: [list],
      paging: [{ path: ['data', 'total'], confidence: 0.9, reason: 'totalName', says: 'total' }],
      keys: [],
    },
  ],
  isComplete: true,
  asks: [],
};

const token = {
  token: { path: ['@header', 'x-auth'], confidence: 0.7, reason: 'header' },
  expiry: { path: [], confidence: 0.7, reason: 'requestedLifetime' },
} as const;

const explanation: Explanation = {
  mapping,
  token,
  shape: '{data: {items: [{title: string} × 50]}}',
  unknownStatusValues: 2,
  problems: [],
};

const page = (of: Explanation = explanation) => toMappingPage(inEnglish, { explanation: of, problems: [] });

describe('the page of the response mapping', () => {
  it('says of each field where it was found, why, and what else was considered, in plain words', () => {
    const [ofToken, ofList] = blocksOf(page(), 'table');
    assert.deepEqual(ofToken?.rows, [
      ['Access token', 'the header x-auth', 'a response header that carries tokens'],
      [
        'End of the session',
        'the whole response',
        "the response doesn't say; the lifetime that was asked for",
      ],
    ]);
    assert.deepEqual(
      ofList?.columns.map(({ title }) => title),
      ['Field', 'Found at', 'Why', 'Also considered'],
    );
    assert.deepEqual(ofList?.rows, [
      ['List of monitors', 'data.items', 'an array with a usual name for results', '—'],
      ['ID', 'the keys of List of monitors', 'the key the record is filed under', '—'],
      ['Name', 'title', 'the usual name for this', '—'],
      [['Target', 'not certain enough to be used'], 'link', "the name allows it but doesn't say so", '—'],
      [
        'Status',
        '"is down"',
        'yes or no, and the name says which is good',
        'enabled: says whether the monitor is switched off, not what state it is in',
      ],
      ['Number of all monitors', 'data.total', 'a usual name for the total', '—'],
    ]);
    assert.match(textOf(page()), /no values and no secrets/);
    assert.match(textOf(page()), /2 status values aren't known/);
  });

  it('says that nothing was read yet, and has nothing to copy as settings, where nothing was', () => {
    const empty = page({ unknownStatusValues: 0, problems: [] });
    assert.match(textOf(empty), /No response has been read in this window yet/);
    assert.equal(
      empty.actions.some(({ action }) => action === 'copySettings'),
      false,
    );
  });
});

describe('a mapping as settings', () => {
  it('has an expression for each place that one can say, and what status values mean', () => {
    const text = toCopiedSettings(mapping, token);
    assert.deepEqual(JSON.parse(`{${text}}`), {
      'monitorExplorer.reading': {
        monitors: 'data.items',
        total: 'data.total',
        name: 'title || label',
        status: '!("is down")',
        statusValues: { ps: 'paused' },
      },
    });
  });
});
