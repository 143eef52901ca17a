import assert from 'node:assert/strict';
import { readList } from '../../../../src/service/reading/listReading';
import { parseReadingSettings } from '../../../../src/service/reading/readingSettings';
import { readToken } from '../../../../src/service/reading/tokenReading';
import type { ListCase } from './corpus';
import { anAnswer, listCases, shelves, tokenCases } from './corpus';
import { furtherFields, judgeList, judgeToken, listFields } from './verdicts';

describe('reading the shapes of real services', () => {
  for (const shelf of shelves) {
    it(`reads at least 97 % of the ${shelf} fields right, and presents nothing wrong as sure`, () => {
      const lists = listCases(shelf).map(judgeList);
      const tokens = tokenCases(shelf).map(judgeToken);
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
      assert.ok(right / verdicts.length >= 0.97, details.join('\n'));
    });

    it(`takes no decoy of the ${shelf} answers for a token`, () => {
      for (const { response, expect, file } of tokenCases(shelf)) {
        const reading = readToken(anAnswer(response), {
          requestedLifetimeMs: 1,
          settings: parseReadingSettings({}).settings,
        });
        assert.ok(!expect.decoyTokens?.includes(reading.token?.value ?? ''), file);
      }
    });

    it(`reaches what it asks about in the ${shelf} answers by the one question`, () => {
      for (const listCase of listCases(shelf)) {
        assertReachable(listCase);
      }
    });
  }
});

/** Whatever is not read right is among the candidates of a question, and picking it reads it. */
function assertReachable(listCase: ListCase): void {
  const { verdicts, reading } = judgeList(listCase);
  for (const field of ['list', 'id', 'name'] as const) {
    if (verdicts[field] !== 'asked') {
      continue;
    }
    const question = reading.questions.find((asked) => asked.field === field || asked.field === 'list');
    const picks = question?.candidates.map(({ choice }) => choice) ?? [];
    const right = picks.some((choice) => {
      const { settings } = parseReadingSettings({}, { [question?.field ?? field]: choice });
      const again = readList(anAnswer(listCase.response), { pageIndex: 0, pageSize: 50, settings });
      return again.monitors.length === listCase.expect.count;
    });
    assert.ok(right, `${listCase.file} ${field}`);
  }
}
