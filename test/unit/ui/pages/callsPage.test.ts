import assert from 'node:assert/strict';
import type { CallRecord } from '../../../../src/credits/calls';
import { summarize } from '../../../../src/credits/summary';
import { toSafeText } from '../../../../src/base/text';
import { toCallsPage, type CallsPageSources } from '../../../../src/ui/calls/callsPage';
import { inEnglish } from '../../../support/inEnglish';
import { blocksOf, factsOf, textOf } from '../../../support/pageTexts';
import { aCall, DAY, NOON, utcCalendar } from '../../../support/aCall';

function page(events: readonly CallRecord[], sources: Partial<CallsPageSources> = {}) {
  return toCallsPage(inEnglish, {
    summary: summarize(events, NOON, utcCalendar),
    limit: undefined,
    creditsPerCall: undefined,
    creditsLeft: undefined,
    notSaved: [],
    now: NOON,
    ...sources,
  });
}

const aLimit = {
  left: 5,
  most: 11,
  near: false,
  reached: false,
  resetsAt: NOON + DAY / 2,
  reachedAt: undefined,
};

describe('the page of calls', () => {
  it('counts today and this week', () => {
    const events = [aCall(), aCall({ at: NOON - DAY })];
    assert.deepEqual(factsOf(page(events)), { 'Calls today': '1', 'Calls this week': '2' });
  });

  it('makes up no figure: credits are there only where somebody has said what they are', () => {
    assert.doesNotMatch(textOf(page([aCall()])).replace(/.*creditsPerCall.*/, ''), /credit/i);
    assert.match(textOf(page([aCall()], { creditsPerCall: 3 })), /Calls today: 1 \(3 credits\)/);
    const creditsLeft = { credits: 4_100, at: NOON };
    assert.match(
      textOf(page([], { creditsLeft })),
      /Credits left: 4,100 \(as the service said at 12:00 PM\)/,
    );
  });

  it('has the last 14 days, today first, each with a bar', () => {
    const events = [aCall(), aCall(), aCall({ at: NOON - 13 * DAY }), aCall({ at: NOON - 14 * DAY })];
    const [table] = blocksOf(page(events), 'table');
    assert.equal(table?.rows.length, 14);
    assert.deepEqual(table?.rows[0], ['Thursday, January 15', { text: '2', share: 1 }]);
    assert.deepEqual(table?.rows[1], ['Wednesday, January 14', { text: '0', share: 0 }]);
    assert.deepEqual(table?.rows[13], ['Friday, January 2', { text: '1', share: 0.5 }]);
  });

  it('tells the calls of the user, of auto refresh and of agents apart', () => {
    const events = [
      aCall({ caller: 'agent' }),
      aCall(),
      aCall({ caller: 'agent' }),
      aCall({ caller: 'agent' }),
      aCall({ reason: 'refresh', caller: 'autoRefresh' }),
      aCall(),
    ];
    const [, , callers] = blocksOf(page(events), 'table');
    assert.deepEqual(callers?.rows, [
      ['Agents', '3'],
      ['You', '2'],
      ['Auto refresh', '1'],
    ]);
  });

  it('shows what is left of a limit, and when it resets', () => {
    const limit = { ...aLimit, left: 7 };
    const content = page([], { limit });
    assert.match(textOf(content), /Daily limit: 7 of 11 calls left\. Resets at Jan 16, 12:00 AM\./);
  });

  it('says in words and by color that the limit is near, and that it is reached', () => {
    const full = { ...aLimit, left: 0, reached: true };
    const near = { ...full, left: 2, near: true, reached: false };
    const said = ([near, full] as const).map((limit) => {
      const [text] = blocksOf(page([], { limit }), 'text');
      return [text?.text, text?.tone];
    });
    assert.deepEqual(said, [
      ['Daily limit nearly reached: 2 of 11 calls left. Resets at Jan 16, 12:00 AM.', 'warning'],
      ['Daily limit reached: 0 of 11 calls left. Resets at Jan 16, 12:00 AM.', 'error'],
    ]);
  });

  it("says what couldn't be saved", () => {
    const notSaved = [toSafeText('The disk is full.', 40)];
    const text = textOf(page([], { notSaved }));
    assert.match(text, /The disk is full\./);
  });
});
