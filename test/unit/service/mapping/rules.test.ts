import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FIELD_RULES } from '../../../../src/service/mapping/fieldRules';
import { PAGING_RULES } from '../../../../src/service/mapping/paging';
import { TOKEN_RULES } from '../../../../src/service/mapping/readToken';
import { reasons } from '../../../../src/service/mapping/reasons';
import { MODULES, RuleSet } from '../../../../src/service/mapping/rules';
import { claim, doubt, judge, type Rule } from '../../../../src/service/mapping/rules';
import { STATUS_RULES } from '../../../../src/service/mapping/statusRules';
import { CORPORA, listCases, tokenCases } from './corpus';
import { judgeList, judgeToken, type Verdict } from './verdicts';
import fc from 'fast-check';

const RULES = [...FIELD_RULES, ...STATUS_RULES, ...PAGING_RULES, ...TOKEN_RULES];

/** What the corpus can't hold (tags, a later page, a body that is no JSON) is pinned down by tests of the readers. */
const TESTED_ELSEWHERE = ['tags.usualName', 'total.behind', 'token.plainText'];

const CASES_OF_RULES = JSON.parse(readFileSync(resolve('test', 'corpus', 'rules.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

type Judge = (rules: RuleSet) => Readonly<Record<string, Verdict>>;

const judges = new Map<string, Judge>(
  CORPORA.flatMap((corpus) => [
    ...listCases(corpus).map(
      (listCase) => [listCase.file, (rules: RuleSet) => judgeList(listCase, rules).verdicts] as const,
    ),
    ...tokenCases(corpus).map(
      (tokenCase) => [tokenCase.file, (rules: RuleSet) => judgeToken(tokenCase, rules).verdicts] as const,
    ),
  ]),
);

/** The fields of a case that are read worse without a rule. */
function worseWithout(name: string, file: string): readonly string[] {
  const judged = judges.get(file);
  assert.ok(judged, `${file} is in the corpus`);
  const [all, without] = [judged(new RuleSet()), judged(new RuleSet([name]))];
  return Object.keys(all).filter((field) => all[field] === 'right' && without[field] !== 'right');
}

describe('the rules', function () {
  this.timeout(30_000);

  it('have names of their own, and reasons that can be shown', () => {
    const names = [...RULES, ...MODULES].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      RULES.filter(({ reason }) => !(reason in reasons)),
      [],
    );
  });

  it('are all listed with the cases that need them', () => {
    const listed = [...Object.keys(CASES_OF_RULES), ...TESTED_ELSEWHERE].sort();
    assert.deepEqual(listed, [...RULES, ...MODULES].map(({ name }) => name).sort());
  });

  for (const [name, files] of Object.entries(CASES_OF_RULES)) {
    it(`are needed: without ${name}, ${files[0] ?? 'no case'} is read worse`, () => {
      assert.ok(files.length > 0, 'a rule that nothing needs goes');
      for (const file of files) {
        assert.notDeepEqual(worseWithout(name, file), [], file);
      }
    });
  }
});

/** The confidence of a place for which rules claim so much, and on which rules leave such shares. */
function toConfidence(
  claims: readonly number[],
  doubts: readonly number[],
  { reversed = false } = {},
): number {
  const rules = [
    ...claims.map((share, i) => claim('x', `claim${i}`, 'graded', 'usualName').when(() => share)),
    ...doubts.map((share, i) => doubt('x', `doubt${i}`, 'graded', 'usualName').when(() => share)),
  ];
  return judge({}, new RuleSet().for(reversed ? rules.reverse() : rules, 'x'))?.confidence ?? 0;
}

describe('a rule by name', () => {
  it('is asked once about a name, and says the same of every place of that name', () => {
    const asked: string[] = [];
    interface Subject {
      readonly place: { readonly name: { readonly plain: string } };
      readonly share: number;
    }
    const table: readonly Rule<Subject>[] = [
      claim('x', 'name', 'graded', 'usualName').whenNamed(({ plain }: Subject['place']['name']) => {
        asked.push(plain);
        return plain === 'id' ? 0.9 : 0;
      }),
      doubt('x', 'values', 'graded', 'otherForm').when(({ share }) => share),
    ];
    const rules = new RuleSet().for(table, 'x');
    const [id, color] = [{ plain: 'id' }, { plain: 'color' }];
    const confidenceOf = (name: Subject['place']['name'], share: number) =>
      judge({ place: { name }, share }, rules, { name })?.confidence;
    assert.equal(confidenceOf(id, 1), 0.9);
    assert.equal(confidenceOf(id, 0.5), 0.45);
    assert.equal(confidenceOf(color, 1), undefined);
    assert.equal(confidenceOf(color, 1), undefined);
    assert.deepEqual(asked, ['id', 'color']);
  });
});

describe('adding up confidence', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const shares = fc.array(share, { maxLength: 6 });

  it('stays between 0 and 1', () =>
    fc.assert(
      fc.property(shares, shares, (claims, doubts) => {
        const confidence = toConfidence(claims, doubts);
        assert.ok(confidence >= 0 && confidence <= 1);
      }),
    ));

  it('never falls by a claim and never rises by a doubt', () =>
    fc.assert(
      fc.property(shares, shares, share, (claims, doubts, more) => {
        const confidence = toConfidence(claims, doubts);
        assert.ok(toConfidence([...claims, more], doubts) >= confidence);
        assert.ok(toConfidence(claims, [...doubts, more]) <= confidence);
      }),
    ));

  it('does not depend on the order in which rules speak', () =>
    fc.assert(
      fc.property(shares, shares, (claims, doubts) => {
        const reversed = toConfidence(claims, doubts, { reversed: true });
        assert.ok(Math.abs(toConfidence(claims, doubts) - reversed) < 1e-12);
      }),
    ));

  it('is the strongest claim times all doubts', () =>
    fc.assert(
      fc.property(shares, shares, (claims, doubts) => {
        const product = doubts.reduce((left, share) => left * share, Math.max(0, ...claims));
        assert.ok(Math.abs(toConfidence(claims, doubts) - product) < 1e-12);
      }),
    ));
});
