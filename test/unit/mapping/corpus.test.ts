import assert from 'node:assert/strict';
import { readToken } from '../../../src/mapping/readToken';
import { aResponse, CORPORA, errorCases, listCases, tokenCases } from '../../support/corpus';
import { readList } from '../../support/readPages';
import { judgeError, judgeList, judgeToken, type Verdict } from '../../support/verdicts';

/** The share of fields that is read right, and how many may be wrong and shown as sure. */
const GOALS = {
  documented: { right: 0.97, wrong: 0 },
  remembered: { right: 0.95, wrong: 0.0033 },
  'made-up': { right: 0.85, wrong: 0.02 },
} as const;

describe('Reading responses of real services', function () {
  this.timeout(30_000);

  for (const corpus of CORPORA) {
    const kinds = {
      lists: listCases(corpus).map(judgeList),
      tokens: tokenCases(corpus).map(judgeToken),
      refusals: errorCases(corpus).map(judgeError),
    };
    for (const [kind, judged] of Object.entries(kinds)) {
      it(`reads the ${kind} of the ${corpus} responses right, with few wrong facts`, () => {
        const verdicts = judged
          .flatMap((row) => Object.values<Verdict>(row.verdicts))
          .filter((verdict) => verdict !== 'none');
        const share = (verdict: Verdict) =>
          verdicts.filter((each) => each === verdict).length / verdicts.length;
        const details = judged.flatMap((row) => row.details).join('\n');
        assert.ok(verdicts.length > 5, 'the corpus is there');
        assert.ok(share('right') >= GOALS[corpus].right, details);
        assert.ok(kind !== 'lists' || share('sure wrong') <= GOALS[corpus].wrong, details);
      });
    }

    it(`confuses no other secret of the ${corpus} responses with the token`, () => {
      for (const { response, expect, file } of tokenCases(corpus)) {
        const { token } = readToken(aResponse(response), 1);
        assert.ok(!expect.decoyTokens?.includes(token?.value ?? ''), file);
      }
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
