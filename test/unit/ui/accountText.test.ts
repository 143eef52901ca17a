import assert from 'node:assert/strict';
import type { Account } from '../../../src/account/account';
import type { App } from '../../../src/account/app';
import { countStatuses } from '../../../src/monitors/monitor';
import { toOtherAccountTexts } from '../../../src/ui/texts/accountText';

const NOW = Date.UTC(2026, 10, 21, 14, 30);

/** An account with 2 of 9 monitors down, read 3 hours ago. */
function anAccount(email: string, host: string): Account {
  const counts = { ...countStatuses([]), up: 7, down: 2 };
  const numbers = { count: 9, total: 9, complete: true, end: 'end', tellsStatus: true, counts };
  const loaded = { ...numbers, readAt: NOW - 3 * 60 * 60_000 };
  const account: unknown = {
    session: { email, baseUrl: `https://${host}/v1` },
    list: { loaded },
    choices: { mutes: [] },
  };
  return account as Account;
}

describe('The tooltip of the badge, of other accounts', () => {
  it('says what is down, by e-mail and host', () => {
    const accounts = ['ada@a.example', 'bob@b.example'].map((text) => {
      const [name, host] = text.split('@');
      return anAccount(`${name}@example.com`, host!);
    });
    const app: unknown = { accounts, account: accounts[0], now: () => NOW };
    const [other, ...more] = toOtherAccountTexts(app as App);
    assert.equal(other, 'bob@example.com · b.example: 2 down · 3h old');
    assert.deepEqual(more, []);
  });
});
