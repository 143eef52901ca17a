import assert from 'node:assert/strict';
import { compare } from '../../../../src/monitors/comparison';
import type { Monitor, MonitorStatus } from '../../../../src/monitors/monitor';
import { isAboutTrouble, toChangeLines, toChangeSummary } from '../../../../src/ui/changes/changeTexts';
import { aMonitor } from '../../../support/aMonitor';
import { inEnglish } from '../../../support/inEnglish';

const monitors = (statuses: Readonly<Record<string, MonitorStatus>>): Monitor[] =>
  Object.entries(statuses).map(([id, status]) => aMonitor({ id, name: id, status }));

type Statuses = Readonly<Record<string, MonitorStatus>>;

const compared = (before: Statuses, after: Statuses) =>
  compare({ monitors: monitors(before), complete: true }, { monitors: monitors(after), complete: true });

describe('a change found by a refresh', () => {
  it('is told as it is, the worst first', () => {
    const comparison = compared(
      { better: 'down', back: 'degraded', worse: 'up', fell: 'up', paused: 'up', old: 'up', same: 'up' },
      {
        ...{ better: 'degraded', back: 'up', worse: 'degraded', fell: 'down', paused: 'paused', same: 'up' },
        ...{ fresh: 'up', born: 'down' },
      },
    );
    assert.deepEqual(
      toChangeLines(inEnglish, comparison).map(({ name, text }) => `${name} ${text}`),
      [
        'fell went down: up → down',
        'worse got worse: up → degraded',
        'born new: down',
        'paused changed: up → paused',
        'old no longer in the account',
        'fresh new',
        'better got better: down → degraded',
        'back recovered: degraded → up',
      ],
    );
    assert.equal(
      toChangeSummary(inEnglish, comparison),
      '1 went down, 1 got worse, 1 changed, 1 got better, 1 recovered, 2 new, 1 removed',
    );
  });

  it('is about trouble where something broke or came back', () => {
    const isTrouble = (before: MonitorStatus, after: MonitorStatus): boolean =>
      toChangeLines(inEnglish, compared({ a: before }, { a: after })).some(isAboutTrouble);
    assert.ok(isTrouble('up', 'down') && isTrouble('degraded', 'up'));
    assert.ok(!isTrouble('up', 'paused') && !isTrouble('pending', 'up'));
  });
});
