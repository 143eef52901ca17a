import assert from 'node:assert/strict';
import type { CallRecord } from '../../../src/monitors/call';
import { toCalls } from '../../../src/ui/calls/callsPanel';
import { aCall, DAY, NOON } from '../../support/aCall';
import { textOf } from '../../support/panelText';

const panel = (events: readonly CallRecord[]) => toCalls(events, undefined, NOON);

describe('The panel of calls', () => {
  it('has the days with calls, the newest first', () => {
    const events = [aCall({ at: NOON - 13 * DAY }), aCall(), aCall()];
    assert.match(
      textOf(panel(events)),
      /Days with calls, of the last 30 Day Calls Thursday, January 15, 2026 2 Friday, January 2, 2026 1 Last calls/,
    );
  });

  it('shows the last 50 calls with page, asker and result, the newest first', () => {
    const signIn = aCall({ at: NOON - 2, pageIndex: null });
    const byAgent = aCall({ at: NOON, pageIndex: 1_233, caller: 'agent', outcome: 'failed' });
    const text = textOf(panel([signIn, aCall({ outcome: 'canceled' }), byAgent]));
    assert.match(
      text,
      /Result 12:00.PM Page 1,?234 Agents Failed 12:00.PM Page 1 You Canceled 11:59.AM Sign In You Answered/,
    );
    const many = textOf(panel(Array.from({ length: 60 }, (_, pageIndex) => aCall({ pageIndex }))));
    assert.equal(many.match(/Page \d+/g)?.length, 50);
    assert.match(many, /Result 12:00.PM Page 60 You/);
  });
});
