import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallError } from '../../../src/service/errors';
import { toFirstPageFailure, welcomeOf } from '../../../src/ui/tree/welcome';
import { aBaseUrl } from '../../support/aServiceClient';
import { aDrivenList, turn } from '../../support/aDrivenList';

const baseUrl = aBaseUrl('https://api.example.com');

/** A list whose first page failed. */
async function failedWith(error: unknown) {
  const { list, service } = aDrivenList();
  void list.ensureFirstPage();
  await turn();
  await service.fail(error);
  return list;
}

describe('An empty view', () => {
  it('asks for the address first, and then to sign in', () => {
    const { list } = aDrivenList();
    assert.equal(
      welcomeOf({ baseUrl: undefined, sessionState: 'none', list: undefined }),
      'noAddress',
    );
    assert.equal(welcomeOf({ baseUrl: undefined, sessionState: 'active', list }), 'noAddress');
    assert.equal(welcomeOf({ baseUrl, sessionState: 'none', list: undefined }), 'signedOut');
  });

  it('says that the session has ended, with or without a failed page', async () => {
    for (const list of [
      aDrivenList().list,
      await failedWith(new CallError('sessionEnded', { status: 401 })),
    ]) {
      assert.equal(welcomeOf({ baseUrl, sessionState: 'expired', list }), 'sessionExpired');
      assert.equal(toFirstPageFailure({ baseUrl, sessionState: 'expired', list }), undefined);
    }
  });

  it('does not say that a session has ended if the service refuses its new token', async () => {
    const list = await failedWith(new CallError('newTokenRefused', { status: 401 }));
    assert.equal(welcomeOf({ baseUrl, sessionState: 'expired', list }), undefined);
    assert.ok(toFirstPageFailure({ baseUrl, sessionState: 'expired', list }));
  });

  it('says that the account is empty, once that is known', async () => {
    const { list, service } = aDrivenList([]);
    void list.ensureFirstPage();
    assert.equal(welcomeOf({ baseUrl, sessionState: 'active', list }), undefined);
    await service.answerAll();
    assert.equal(welcomeOf({ baseUrl, sessionState: 'active', list }), 'emptyAccount');
  });

  it('leaves a failure of the first page to the rows and the line above them, until it loads again', async () => {
    const error = new CallError('serviceError', { status: 500 });
    const list = await failedWith(error);
    assert.equal(welcomeOf({ baseUrl, sessionState: 'active', list }), undefined);
    assert.equal(toFirstPageFailure({ baseUrl, sessionState: 'active', list })?.error, error);
    void list.retry();
    assert.equal(toFirstPageFailure({ baseUrl, sessionState: 'active', list }), undefined);
  });

  it('has a text in the manifest for each of its states, and shows only that', () => {
    const manifest = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
      contributes: { viewsWelcome: { when: string; contents: string }[] };
    };
    const shown = manifest.contributes.viewsWelcome.map(
      ({ when }) => /^monitorExplorer.welcome == '(\w+)'$/.exec(when)?.[1] ?? when,
    );
    assert.deepEqual(shown.sort(), [
      'emptyAccount',
      'noAddress',
      'sessionExpired',
      'signedOut',
      'signedOut',
    ]);
  });
});
