import assert from 'node:assert/strict';
import type { App } from '../../../src/account/app';
import type { SessionState } from '../../../src/account/app';
import type { MonitorList } from '../../../src/account/monitorList';
import { CallError } from '../../../src/service/errors';
import { toFirstPageFailure, welcomeOf } from '../../../src/ui/tree/welcome';
import { aBaseUrl } from '../../support/aServiceClient';
import { aDrivenList, turn } from '../../support/aDrivenList';

const baseUrl = aBaseUrl('https://api.example.com');

/** A list whose first page failed. */
async function failedWith(error: CallError): Promise<MonitorList> {
  const { list, service } = aDrivenList();
  void list.ensureFirstPage();
  await turn();
  await service.fail(error);
  return list;
}

/** The welcome text, and the error of the first page, which rows and the line above them show. */
function shownIn(sessionState: SessionState, list?: MonitorList) {
  const app = { baseUrl, sessionState, list } as App;
  return [welcomeOf(app), toFirstPageFailure(app)?.error];
}

describe('An empty view', () => {
  it('asks for the address first, and then to sign in', () => {
    const { list } = aDrivenList();
    const nowhere = { sessionState: 'active', list } as App;
    assert.equal(welcomeOf(nowhere), 'noAddress');
    assert.deepEqual(shownIn('none'), ['signedOut', undefined]);
  });

  it('says that the session has ended, unless the service refuses its new token', async () => {
    const ended = new CallError('sessionEnded', { status: 401 });
    assert.deepEqual(shownIn('expired', aDrivenList().list), ['sessionExpired', undefined]);
    assert.deepEqual(shownIn('expired', await failedWith(ended)), ['sessionExpired', undefined]);
    const refused = new CallError('newTokenRefused', { status: 401 });
    assert.deepEqual(shownIn('expired', await failedWith(refused)), [undefined, refused]);
  });

  it('says that the account is empty, once that is known', async () => {
    const { list, service } = aDrivenList([]);
    void list.ensureFirstPage();
    assert.deepEqual(shownIn('active', list), [undefined, undefined]);
    await service.answerAll();
    assert.deepEqual(shownIn('active', list), ['emptyAccount', undefined]);
  });

  it('leaves a failure of the first page to the rows and the line above them, until it loads again', async () => {
    const error = new CallError('serviceError', { status: 500 });
    const list = await failedWith(error);
    assert.deepEqual(shownIn('active', list), [undefined, error]);
    void list.retry();
    assert.deepEqual(shownIn('active', list), [undefined, undefined]);
  });
});
