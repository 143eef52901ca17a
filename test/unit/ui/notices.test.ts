import assert from 'node:assert/strict';
import type { LimitState } from '../../../src/credits/limit';
import { LimitReachedError } from '../../../src/credits/meterErrors';
import { UnauthorizedError, UnreadableResponseError } from '../../../src/service/errors';
import { SessionExpiredError } from '../../../src/session/session';
import { toNotices, type NoticeSources } from '../../../src/ui/tree/notices';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

const limit = (fields: Partial<LimitState>): LimitState => ({
  ...{ limit: 10, allowance: 0, used: 0, left: 10, near: false, reached: false, resetsAt: 99 },
  ...fields,
});

/** A user who is well signed in, with one page of three loaded. */
async function aCalmView(fields: Partial<NoticeSources> = {}): Promise<NoticeSources> {
  const { list } = await aLoadedList(1, { size: 30, tellsTotal: true });
  return {
    ...{ list, msLeft: undefined, sessionExpired: false, persistence: 'kept', limit: limit({}) },
    ...{ question: undefined, unknownStatusValues: 0, mappingChanged: false, autoRefreshStopped: false },
    ...fields,
  };
}

const idsOf = (sources: NoticeSources) => toNotices(sources).map(({ id }) => id);

describe('notices', () => {
  it('are none where all is well, and none where nobody is signed in', async () => {
    assert.deepEqual(toNotices(await aCalmView()), []);
    const nobody = await aCalmView({
      list: undefined,
      limit: limit({ reached: true }),
      sessionExpired: true,
    });
    assert.deepEqual(toNotices(nobody), []);
  });

  it('tell beforehand that the session ends, and afterwards how old the rows are, never both', async () => {
    const soon = await aCalmView({ msLeft: 12 * 60_000 });
    assert.deepEqual(toNotices(soon), [{ id: 'sessionEnds', msLeft: 12 * 60_000 }]);
    const over = await aCalmView({ msLeft: 0, sessionExpired: true });
    assert.deepEqual(toNotices(over), [{ id: 'sessionExpired', readAt: over.list?.loaded.readAt }]);
  });

  it('leave it to the welcome text that a session is over which has no rows', async () => {
    const { list } = await aLoadedList(0);
    assert.deepEqual(toNotices(await aCalmView({ list, sessionExpired: true })), []);
  });

  it('tell that the limit is near, or reached, and not both', async () => {
    assert.deepEqual(toNotices(await aCalmView({ limit: limit({ near: true, left: 2 }) })), [
      { id: 'limitNear', left: 2 },
    ]);
    assert.deepEqual(toNotices(await aCalmView({ limit: limit({ reached: true, left: 0 }) })), [
      { id: 'limitReached', resetsAt: 99 },
    ]);
    assert.deepEqual(toNotices(await aCalmView({ limit: undefined })), []);
  });

  it('are silent about what the row of a failure says, and about nothing else', async () => {
    const failed = async (error: unknown, fields: Partial<NoticeSources>) => {
      const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
      const outcome = list.loadMore();
      await turn();
      await service.fail(1, error);
      await outcome;
      return idsOf(await aCalmView({ list, ...fields }));
    };
    const reached = { limit: limit({ reached: true, left: 0 }) };
    const asked = { question: 'list', unknownStatusValues: 1 } as const;
    const other = new Error('no network');
    assert.deepEqual(await failed(new LimitReachedError({} as LimitState), reached), []);
    assert.deepEqual(await failed(other, reached), ['limitReached']);
    assert.deepEqual(await failed(new UnauthorizedError(401), { sessionExpired: true }), []);
    assert.deepEqual(await failed(new SessionExpiredError(), { sessionExpired: true }), []);
    assert.deepEqual(await failed(other, { sessionExpired: true }), ['sessionExpired']);
    assert.deepEqual(await failed(new UnreadableResponseError('monitors', '', {} as never), asked), [
      'statusValues',
    ]);
    assert.deepEqual(await failed(other, asked), ['question', 'statusValues']);
    assert.deepEqual(await failed(other, { autoRefreshStopped: true }), []);
  });

  it('tell that there is no keyring, that something is asked, and that auto refresh stopped', async () => {
    assert.deepEqual(
      idsOf(
        await aCalmView({
          ...{
            persistence: 'thisWindow',
            question: 'name',
            unknownStatusValues: 2,
            mappingChanged: true,
            autoRefreshStopped: true,
          },
        }),
      ),
      ['windowOnly', 'question', 'statusValues', 'mappingChanged', 'autoRefreshStopped'],
    );
  });

  it('tell that the list moved, and what a refresh of it takes', async () => {
    const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
    service.list = { size: 29, tellsTotal: true };
    const outcome = list.loadMore();
    await service.answerAll();
    await outcome;
    assert.deepEqual(toNotices(await aCalmView({ list })), [
      { id: 'shift', shift: { repeated: 0, mayMiss: 1 }, refreshCalls: 2 },
    ]);
  });
});
