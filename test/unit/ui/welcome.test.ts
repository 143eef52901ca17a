import assert from 'node:assert/strict';
import type { App } from '../../../src/account/app';
import { CallError } from '../../../src/service/errors';
import { toFirstPageFailure, welcomeOf } from '../../../src/ui/tree/welcome';
import { aBaseUrl } from '../../support/aServiceClient';
import { aDrivenList, turn } from '../../support/aDrivenList';

describe('An empty view', () => {
  it('says that the session has ended, unless the service refuses its new token', async () => {
    const { list, service } = aDrivenList();
    const app = { baseUrl: aBaseUrl('https://a.example'), sessionState: 'expired', list } as App;
    const shown = () => [welcomeOf(app), toFirstPageFailure(app)?.error];
    const fail = async (error: CallError) => {
      void list.loadMore();
      assert.equal(welcomeOf(app), undefined, 'while a page is read');
      await turn();
      await service.fail(error);
    };
    assert.deepEqual(shown(), ['sessionExpired', undefined]);
    await fail(new CallError('sessionEnded', { status: 401 }));
    assert.deepEqual(shown(), ['sessionExpired', undefined]);
    const refused = new CallError('newTokenRefused', { status: 401 });
    await fail(refused);
    assert.deepEqual(shown(), [undefined, refused]);
  });
});
