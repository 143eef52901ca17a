import assert from 'node:assert/strict';
import type { LimitState } from '../../../src/credits/limit';
import { LimitReachedError } from '../../../src/credits/errors';
import { UnauthorizedError, UnreadableResponseError } from '../../../src/service/errors';
import { SessionExpiredError } from '../../../src/session/session';
import { toNotices, type NoticeSources } from '../../../src/ui/tree/notices';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { inEnglish as t } from '../../support/inEnglish';

const limit = (fields: Partial<LimitState>): LimitState => ({
  limit: 10,
  allowance: 0,
  used: 0,
  left: 10,
  near: false,
  mayBeMissing: false,
  reached: false,
  resetsAt: 99,
  ...fields,
});

/** A user who is well signed in, with one page of three loaded. */
async function aCalmView(fields: Partial<NoticeSources> = {}): Promise<NoticeSources> {
  const { list } = await aLoadedList(1, { size: 30, tellsTotal: true });
  return {
    list,
    msLeft: undefined,
    sessionExpired: false,
    persistence: 'kept',
    limit: limit({}),
    question: undefined,
    unknownStatusValues: 0,
    autoRefreshStopped: false,
    now: 0,
    ...fields,
  };
}

const labelsOf = (sources: NoticeSources): string[] => toNotices(t, sources).map(({ label }) => label);

const REACHED = 'Daily limit of calls reached';
const UNKNOWN_LIST = 'Choose the list of monitors';
const UNKNOWN_VALUE = "1 status value isn't known";

describe('notices', () => {
  it('are none where all is well, and none where nobody is signed in', async () => {
    assert.deepEqual(labelsOf(await aCalmView()), []);
    const nobody = await aCalmView({
      list: undefined,
      limit: limit({ reached: true }),
      sessionExpired: true,
    });
    assert.deepEqual(labelsOf(nobody), []);
  });

  it('tell beforehand that the session ends, and afterwards how old the rows are, never both', async () => {
    const soon = await aCalmView({ msLeft: 12 * 60_000 });
    assert.deepEqual(labelsOf(soon), ['Session ends in 12 minutes']);
    const { list } = await aCalmView();
    const now = list!.loaded.readAt! + 3 * 60_000;
    const [over, ...others] = toNotices(t, await aCalmView({ list, msLeft: 0, sessionExpired: true, now }));
    assert.equal(over?.label, 'Session ended');
    assert.equal(over?.detail, 'The rows were read 3 minutes ago. To read more, sign in again.');
    assert.deepEqual(others, []);
  });

  it('leave it to the welcome text that a session is over which has no rows', async () => {
    const { list } = await aLoadedList(0);
    assert.deepEqual(labelsOf(await aCalmView({ list, sessionExpired: true })), []);
  });

  it('tell that the limit is near, or reached, and not both', async () => {
    assert.deepEqual(labelsOf(await aCalmView({ limit: limit({ near: true, left: 2 }) })), [
      '2 calls left today',
    ]);
    assert.deepEqual(labelsOf(await aCalmView({ limit: limit({ near: true, reached: true, left: 0 }) })), [
      REACHED,
    ]);
    assert.deepEqual(labelsOf(await aCalmView({ limit: undefined })), []);
  });

  it('are silent about what the row of a failure says, and about nothing else', async () => {
    const failed = async (error: unknown, fields: Partial<NoticeSources>) => {
      const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
      const outcome = list.loadMore();
      await turn();
      await service.fail(1, error);
      await outcome;
      return labelsOf(await aCalmView({ list, ...fields }));
    };
    const reached = { limit: limit({ reached: true, left: 0 }) };
    const asked = { question: 'list', unknownStatusValues: 1 } as const;
    const other = new Error('no network');
    assert.deepEqual(await failed(new LimitReachedError({} as LimitState), reached), []);
    assert.deepEqual(await failed(other, reached), [REACHED]);
    assert.deepEqual(await failed(new UnauthorizedError(401), { sessionExpired: true }), []);
    assert.deepEqual(await failed(new SessionExpiredError(), { sessionExpired: true }), []);
    assert.deepEqual(await failed(other, { sessionExpired: true }), ['Session ended']);
    assert.deepEqual(await failed(new UnreadableResponseError('monitors', '', {} as never), asked), [
      UNKNOWN_VALUE,
    ]);
    assert.deepEqual(await failed(other, asked), [UNKNOWN_LIST, UNKNOWN_VALUE]);
    assert.deepEqual(await failed(other, { autoRefreshStopped: true }), []);
  });

  it('tell that there is no keyring, that something is asked, and that auto refresh stopped', async () => {
    assert.deepEqual(
      labelsOf(
        await aCalmView({
          ...{
            persistence: 'thisWindow',
            question: 'name',
            unknownStatusValues: 2,
            autoRefreshStopped: true,
          },
        }),
      ),
      [
        'Signed in for this window only',
        'Choose the name field',
        "2 status values aren't known",
        'Auto refresh stopped after a failure',
      ],
    );
  });

  it('tell that the list moved, and what a refresh of it takes', async () => {
    const { list, service } = await aLoadedList(1, { size: 30, tellsTotal: true });
    service.list = { size: 29, tellsTotal: true };
    const outcome = list.loadMore();
    await service.answerAll();
    await outcome;
    const [shift] = toNotices(t, await aCalmView({ list }));
    assert.equal(shift?.label, 'The list changed while paging; 1 monitor may be missing');
    assert.equal(shift?.action?.title, 'Refresh (2 calls)');
  });
});
