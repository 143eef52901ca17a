import assert from 'node:assert/strict';
import { LimitReachedError, type LimitState } from '../../../src/account/limit';
import type { App } from '../../../src/account/app';
import { CallError } from '../../../src/service/errors';
import { toFailureMessage, toNotices, type Notice } from '../../../src/ui/tree/notices';
import { aLoadedList, turn } from '../../support/aDrivenList';
import { monitorsFrom } from '../../support/aMonitor';

const limit = (fields: Partial<LimitState> = {}): LimitState => ({
  ...{ limit: 10, allowance: 0, used: 0, left: 10, resetsAt: 99 },
  reached: false,
  ...fields,
});

const reached = limit({ reached: true, left: 0 });
const expired = { sessionState: 'expired' } as const;

/** Parts of an app. By default, a user is signed in, with one page of three loaded. */
interface Situation extends Partial<Pick<App, 'list' | 'sessionState'>> {
  readonly limit?: LimitState;
  readonly persistence?: string;
  readonly isSaved?: boolean;
  readonly nowMs?: number;
}

const aList = () => aLoadedList(1, monitorsFrom(0, 30));

async function anApp(situation: Situation): Promise<App> {
  const { persistence = 'kept', isSaved = true, nowMs = 0 } = situation;
  const app: unknown = {
    list: (await aList()).list,
    sessionState: 'active',
    ...situation,
    account: { lastLook: {}, isSaved },
    sessions: { persistence },
    budget: { state: situation.limit ?? limit() },
    now: () => nowMs,
  };
  return app as App;
}

const noticesIn = async (situation: Situation): Promise<readonly Notice[]> =>
  toNotices(await anApp(situation), 10);

/** "Session ended — Sign In (1 call)". */
const told = async (situation: Situation): Promise<string[]> =>
  (await noticesIn(situation)).map(({ label, description }) =>
    [label, description].filter(Boolean).join(' — '),
  );

async function failedWith(error: unknown, load: 'loadMore' | 'refresh' = 'loadMore') {
  const { list, service } = await aList();
  const outcome = list[load]();
  await turn();
  await service.fail(error);
  await outcome;
  return list;
}

const serviceError = new CallError('serviceError', { status: 503, serviceMessage: 'Sorry' });
const tooMany = new CallError('tooManyCalls', { status: 429, retryAt: 45_000 });
const sessionEnded = new CallError('sessionEnded', { status: 401 });
const newAddress = 'https://api.example/v2';
const redirect = new CallError('notTheService', { status: 301, location: newAddress, newAddress });
const limitRow = 'Daily limit of 10 calls reached — Allow 1 More: Page 2';

type Case = readonly [
  title: string,
  situation: () => Situation | Promise<Situation>,
  rows: string[],
];

const failed =
  (error: unknown, more: Situation = {}, load?: 'refresh') =>
  async () => ({
    list: await failedWith(error, load),
    ...more,
  });

const CASES: readonly Case[] = [
  ['are empty if all is well', () => ({}), []],
  ['are empty if nobody is signed in', () => ({ list: undefined, limit: reached }), []],
  [
    'say why a page failed, and the cost of a retry',
    failed(serviceError),
    ['Retry (1 call) — Service error (503)'],
  ],
  [
    'say how long the service wants no call',
    failed(tooMany),
    ['Retry (1 call) — Too many calls, 45s'],
  ],
  [
    'say it no longer when that is over',
    failed(tooMany, { nowMs: 45_000 }),
    ['Retry (1 call) — Too many calls'],
  ],
  [
    'have one row for a session that ended during a call, which continues after a sign-in',
    failed(sessionEnded, expired),
    ['Session ended — Sign In and Continue (2 calls)'],
  ],
  [
    'offer a retry after a sign-in in another window',
    failed(sessionEnded),
    ["Retry (1 call) — Page 2 wasn't read"],
  ],
  [
    'have one row for a page that the daily limit stopped',
    failed(new LimitReachedError(reached), { limit: reached }),
    [limitRow],
  ],
  [
    'offer a retry on the day after the daily limit stopped a page',
    failed(new LimitReachedError(reached)),
    ["Retry (1 call) — Page 2 wasn't read"],
  ],
  [
    'say that a page is not refreshed if its rows are shown',
    failed(new LimitReachedError(reached), {}, 'refresh'),
    ["Retry (1 call) — Page 1 wasn't read"],
  ],
  [
    'offer no retry that the daily limit stops',
    failed(serviceError, { limit: reached }),
    ['Allow 1 More: Page 2 — Service error (503)', limitRow],
  ],
  [
    'offer to remove the rows that a service no longer returns',
    failed(new CallError('listIsEmpty'), {}, 'refresh'),
    [
      'Retry (1 call) — The service returned no monitors',
      'The account has no monitors anymore? — Remove Rows',
    ],
  ],
  [
    'offer a sign-in at the address that a redirect names',
    failed(redirect),
    [`Sign In at ${newAddress}… — The service points to another place: ${newAddress}`],
  ],
  [
    'say that rows are not saved, and the keyring is missing',
    () => ({ persistence: 'thisWindow', isSaved: false }),
    ['Signed in for this window only', 'Rows are not saved — Show Log'],
  ],
];

describe('The notices above the monitors', () => {
  for (const [title, situation, rows] of CASES) {
    it(title, async () => assert.deepEqual(await told(await situation()), rows));
  }

  it('say the whole sentence in the tooltip and to screen readers, and have all actions in the menu', async () => {
    const [notice = assert.fail()] = await noticesIn(await failed(serviceError)());
    const sentence = 'Page 2 failed: Service error (503). The service says: “Sorry”';
    assert.equal(notice.toTooltip!(), `Retry (1 call)\n${sentence}`);
    assert.equal(notice.aria, `Retry (1 call), ${sentence}`);
    assert.equal(notice.contextValue, 'notice retry showLog');
  });

  it('leave a failure without rows to the line above, which says nothing of a limit that is over', async () => {
    const error = new LimitReachedError(reached);
    const failure = { activity: 'loadMore', pageIndex: 0, pagesLeft: [0], error } as const;
    const lineIn = async (state: LimitState) =>
      toFailureMessage(await anApp({ limit: state }), failure);
    assert.match(await lineIn(reached), /^Your daily limit of 10 calls is reached\. /);
    assert.equal(await lineIn(limit()), "Page 1 wasn't read");
  });

  it('say what keeps a list from being all, and which choices are open', async () => {
    const { list, service } = await aList();
    const tell = async (said: typeof service.said, loaded = monitorsFrom(0, 10)) => {
      service.said = said;
      void list.refreshPages([0]);
      await turn();
      await service.answer(loaded);
      return told({ list });
    };
    assert.deepEqual(await tell({ entriesWithoutRecord: 1 }), ["Entries that can't be shown: 1"]);
    assert.deepEqual(await tell({ hasOtherList: true }), [
      'Another list may have monitors, too — Choose Fields…',
    ]);
    assert.deepEqual(await tell({ unclearFields: ['name'], unknownStatuses: ['odd', 'even'] }), [
      'Choose the name field — Choose Fields…',
      'Status values not known: 2 — Status Values…',
    ]);
    assert.deepEqual(await tell({}, monitorsFrom(2, 12)), [
      'Not read again: 2 monitors — Refresh (1 call)',
    ]);
  });
});
