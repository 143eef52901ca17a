import assert from 'node:assert/strict';
import type { Explanation } from '../../../../src/service/mapping/explain';
import { toMappingPage } from '../../../../src/ui/mapping/mappingPage';
import { createFormats } from '../../../../src/ui/texts/formats';
import { inEnglish } from '../../../support/inEnglish';
import { blocksOf, textOf } from '../../../support/pageTexts';

/** No rule told why. */
const silent = { for: [], against: [] };

const explanation: Explanation = {
  sought: 'monitors',
  shape: '{data: [{id: number, state: string} × 50]}',
  count: 1200,
  kind: 'list',
  unknownStatusValues: 2,
  problems: [],
  fields: [
    {
      ...{
        field: 'status',
        path: 'state',
        reason: 'statusWords',
        confidence: 0.92,
        confident: true,
        ...silent,
        value: 'up',
      },
      alternatives: [{ path: 'enabled', reason: 'pauseFlag', confidence: 0.5 }],
    },
    {
      field: 'target',
      path: '',
      reason: 'weakName',
      confidence: 0.4,
      confident: false,
      ...silent,
      alternatives: [],
    },
    {
      field: 'expiry',
      path: '@',
      reason: 'requestedLifetime',
      confidence: 0.7,
      confident: true,
      ...silent,
      alternatives: [],
    },
    {
      field: 'token',
      path: '"@header"."x-auth"',
      reason: 'header',
      confidence: 0.7,
      confident: true,
      ...silent,
      alternatives: [],
    },
    {
      field: 'id',
      path: 'data.*."@key"',
      reason: 'mapKey',
      confidence: 0.7,
      confident: true,
      ...silent,
      alternatives: [],
    },
  ],
};

const page = (withValues: boolean, explanations: readonly Explanation[] = [explanation]) =>
  toMappingPage(inEnglish, { explanations, problems: [], withValues, formats: createFormats('en', 'UTC') });

describe('the page of the response mapping', () => {
  it('says of each field where it was found, why, and what else was considered, in plain words', () => {
    const [table] = blocksOf(page(false), 'table');
    assert.deepEqual(
      table?.columns.map(({ title }) => title),
      ['Field', 'Found at', 'Why', 'Also considered'],
    );
    assert.deepEqual(table?.rows, [
      [
        'Status',
        'state',
        'its words say what state the monitor is in',
        ['enabled: says whether the monitor is switched off, not what state it is in'],
      ],
      [['Target', 'not certain enough to be used'], '—', "the name allows it but doesn't say so", '—'],
      [
        'End of the session',
        'the whole response',
        "the response doesn't say; the lifetime that was asked for",
        '—',
      ],
      ['Access token', 'the header x-auth', 'a response header that carries tokens', '—'],
      ['ID', 'the keys of data.*', 'the key the record is filed under', '—'],
    ]);
    assert.doesNotMatch(textOf(page(false)), /%|@|\belse\b|sureness/i);
  });

  it('has values only when they are asked for, and warns of them then', () => {
    assert.match(textOf(page(false)), /no values and no secrets/);
    assert.equal(blocksOf(page(true), 'table')[0]?.rows[0]?.[2], 'up');
    assert.match(textOf(page(true)), /Look through it before you share it/);
  });

  it('has all rules that spoke for and against, each once, and of a usual name not that it is close to one', () => {
    const [first] = explanation.fields;
    const spoke = {
      for: [
        { rule: 'words', reason: 'statusWords', amount: 0.9 },
        { rule: 'name', reason: 'usualName', amount: 0.8 },
        { rule: 'ending', reason: 'kindredName', amount: 0.7 },
      ],
      against: [{ rule: 'weak', reason: 'weakName', amount: 0.9 }],
    } as const;
    const fields = [{ ...first!, ...spoke }];
    assert.deepEqual(blocksOf(page(false, [{ ...explanation, fields }]), 'table')[0]?.rows[0]?.[2], [
      'its words say what state the monitor is in',
      'the usual name for this',
      "but: the name allows it but doesn't say so",
    ]);
  });

  it('offers the other of showing and hiding values, and always to copy it', () => {
    const actions = (withValues: boolean) => page(withValues).actions.map(({ action }) => action);
    assert.ok(actions(false).includes('showValues') && !actions(false).includes('hideValues'));
    assert.ok(actions(true).includes('hideValues') && !actions(true).includes('showValues'));
    assert.ok(actions(true).includes('copyMarkdown'));
  });

  it('says that nothing was read yet, where nothing was', () => {
    assert.match(textOf(page(false, [])), /No response has been read in this window yet/);
  });
});
