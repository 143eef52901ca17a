import assert from 'node:assert/strict';
import { readList } from '../../../support/readPages';
import { readToken } from '../../../../src/service/mapping/learn/readToken';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import type { ListCase } from '../../../support/corpus';
import { aResponse, listCases, CORPORA, tokenCases } from '../../../support/corpus';
import {
  furtherFields,
  judgeList,
  judgeToken,
  listFields,
  type ListVerdict,
} from '../../../support/verdicts';

/** Shares of the fields that are read right. What was made up is no evidence, and no goal. */
const GOALS = { documented: 0.99, remembered: 0.97, 'made-up': 0.9 } as const;

describe('reading the shapes of real services', function () {
  this.timeout(30_000);

  for (const corpus of CORPORA) {
    // Judged by the first test that needs it.
    let judged: readonly (readonly [ListCase, ListVerdict])[] | undefined;
    const judgedLists = () =>
      (judged ??= listCases(corpus).map((listCase) => [listCase, judgeList(listCase)] as const));

    it(`reads the fields of the ${corpus} responses right, and presents nothing wrong as sure`, () => {
      const lists = judgedLists().map(([, verdict]) => verdict);
      const tokens = tokenCases(corpus).map((tokenCase) => judgeToken(tokenCase));
      const verdicts = [
        ...lists.flatMap((list) => [...listFields, ...furtherFields].map((field) => list.verdicts[field])),
        ...tokens.flatMap((token) => Object.values(token.verdicts)),
      ].filter((verdict) => verdict !== 'none');
      const details = [...lists, ...tokens].flatMap((judged) => judged.details);
      assert.ok(verdicts.length > 100, 'the corpus is there');
      assert.deepEqual(
        details.filter((detail) => detail.includes('sure wrong')),
        [],
      );
      const right = verdicts.filter((verdict) => verdict === 'right').length;
      assert.ok(right / verdicts.length >= GOALS[corpus], details.join('\n'));
    });

    it(`takes no decoy of the ${corpus} responses for a token`, () => {
      for (const { response, expect, file } of tokenCases(corpus)) {
        const extraction = readToken(aResponse(response), {
          requestedLifetimeMs: 1,
          settings: NO_MAPPING_SETTINGS,
        });
        assert.ok(!expect.decoyTokens?.includes(extraction.token?.value ?? ''), file);
      }
    });

    it(`reaches what it asks about in the ${corpus} responses by the one question`, () => {
      for (const [listCase, verdict] of judgedLists()) {
        assertReachable(listCase, verdict);
      }
    });
  }
});

/** Whatever is not read right is among the candidates of a question, and picking it reads it. */
function assertReachable(listCase: ListCase, { verdicts, read }: ListVerdict): void {
  for (const field of ['list', 'id', 'name'] as const) {
    if (verdicts[field] !== 'asked') {
      continue;
    }
    const question = read.questions.find((asked) => asked.field === field || asked.field === 'list');
    const picks = question?.candidates.map(({ path }) => path) ?? [];
    const right = picks.some((path) => {
      const settings = { ...NO_MAPPING_SETTINGS, choices: { [question?.field ?? field]: path } };
      const again = readList(aResponse(listCase.response), { pageIndex: 0, pageSize: 50, settings });
      return again.monitors.length === listCase.expect.count;
    });
    assert.ok(right, `${listCase.file} ${field}`);
  }
}
