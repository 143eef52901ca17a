import assert from 'node:assert/strict';
import { readToken } from '../../../src/mapping/readToken';
import { aResponse, CORPORA, errorCases, listCases, tokenCases } from '../../support/corpus';
import { readList } from '../../support/readPages';
import { judgeError, judgeList, judgeToken, LIST_FIELDS } from '../../support/verdicts';

/** The share of fields that is read right, and how many may be wrong and shown as sure. */
const GOALS = {
  documented: { right: 0.97, wrong: 0 },
  remembered: { right: 0.95, wrong: 0.0033 },
  'made-up': { right: 0.85, wrong: 0.02 },
} as const;

describe('Reading responses of real services', function () {
  this.timeout(30_000);

  for (const corpus of CORPORA) {
    it(`reads the lists of the ${corpus} responses right, with few wrong facts`, () => {
      const lists = listCases(corpus).map(judgeList);
      const verdicts = lists
        .flatMap((list) => LIST_FIELDS.map((field) => list.verdicts[field]))
        .filter((verdict) => verdict !== 'none');
      const details = lists.flatMap((list) => list.details).join('\n');
      const share = (verdict: string) =>
        verdicts.filter((one) => one === verdict).length / verdicts.length;
      assert.ok(verdicts.length > 100, 'the corpus is there');
      assert.ok(share('right') >= GOALS[corpus].right, details);
      assert.ok(share('sure wrong') <= GOALS[corpus].wrong, details);
    });

    it(`finds token and end in the ${corpus} responses, and confuses the token with no other secret`, () => {
      for (const tokenCase of tokenCases(corpus)) {
        const { token } = readToken(aResponse(tokenCase.response), 1);
        assert.ok(!tokenCase.expect.decoyTokens?.includes(token?.value ?? ''), tokenCase.file);
      }
      const verdicts = tokenCases(corpus).flatMap((one) => Object.values(judgeToken(one).verdicts));
      const told = verdicts.filter((verdict) => verdict !== 'none');
      assert.ok(
        told.filter((verdict) => verdict === 'right').length / told.length >= GOALS[corpus].right,
      );
    });

    it(`finds the sentence and the kind of error of the ${corpus} responses`, () => {
      const verdicts = errorCases(corpus).map(judgeError);
      const right =
        verdicts.filter((one) => one.verdicts['error'] === 'right').length / verdicts.length;
      const details = verdicts.flatMap((one) => one.details).join('\n');
      assert.ok(right >= GOALS[corpus].right, details);
    });
  }
});

describe('A mapping', () => {
  it('contains no target and no long ID of the documented responses', () => {
    for (const { response, file } of listCases('documented')) {
      const { mapping, monitors } = readList(aResponse(response), { pageIndex: 0, pageSize: 50 });
      const text = JSON.stringify(mapping);
      for (const { id, target } of monitors) {
        assert.equal(target !== undefined && text.includes(target), false, file);
        assert.equal(id.length > 8 && text.includes(id), false, `${file} ${id}`);
      }
    }
  });
});
