import assert from 'node:assert/strict';
import { RowClicks } from '../../../src/ui/tree/rowClicks';

describe('a click on a row', () => {
  let now = 0;
  const clicksAt = (...steps: readonly (number | 'rows change')[]): boolean[] => {
    const clicks = new RowClicks(() => now);
    return steps.flatMap((step) => {
      if (step === 'rows change') {
        clicks.followChange();
        return [];
      }
      now = step;
      return clicks.accept();
    });
  };

  it('counts, however soon after another one, while the rows are the same', () => {
    assert.deepEqual(clicksAt(0, 100, 200), [true, true, true]);
  });

  it('does nothing as the second of a double click between whose halves the rows changed', () => {
    assert.deepEqual(clicksAt(0, 'rows change', 499), [true, false]);
  });

  it('counts half a second after the one before', () => {
    assert.deepEqual(clicksAt(0, 'rows change', 500), [true, true]);
  });

  it('does nothing after that either, until there was no click for half a second', () => {
    assert.deepEqual(clicksAt(0, 'rows change', 100, 200, 690, 1_190), [true, false, false, false, true]);
  });

  it('is lost only for half a second after the clock was set back', () => {
    assert.deepEqual(clicksAt(10_000, 'rows change', 100, 'rows change', 600), [true, false, true]);
  });
});
