import assert from 'node:assert/strict';
import { FIELD_RULES } from '../../../../src/service/mapping/learn/fieldRules';
import { LIST_RULES } from '../../../../src/service/mapping/learn/lists';
import { PAGING_RULES } from '../../../../src/service/mapping/learn/paging';
import { TOKEN_RULES } from '../../../../src/service/mapping/learn/readToken';
import { reasons } from '../../../../src/service/mapping/reasons';
import { RuleSet } from '../../../../src/service/mapping/learn/rules';
import { claim, doubt, judge } from '../../../../src/service/mapping/learn/rules';
import { STATUS_RULES } from '../../../../src/service/mapping/learn/statusRules';
import fc from 'fast-check';

const RULES = [...FIELD_RULES, ...LIST_RULES, ...STATUS_RULES, ...PAGING_RULES, ...TOKEN_RULES];

describe('the rules', () => {
  it('have names of their own, and reasons that can be shown', () => {
    const names = RULES.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      RULES.filter(({ reason }) => !(reason in reasons)),
      [],
    );
  });
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
