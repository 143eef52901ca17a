import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Call } from '../simulator/call';
import { changeLifetime } from '../support/driver/signIn';
import { assertCalls, useStage } from '../support/stage';

const PASSWORD = 'Tr0ub4dor&3-in-no-file';
const WRONG_PASSWORD = 'h0rse-staple-in-no-file';

/** A secret as it is, and as it appears in JSON, an address or a header. */
function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [secret, quoted, encodeURIComponent(secret), base64];
}

const fieldsOf = ({ body }: Call): string => Object.keys(body as object).join();

describe('Signing in', () => {
  const stage = useStage();
  const address = /^Address of the monitoring service/;
  const email = /^E-mail for 127\.0\.0\.1/;
  const password = /^Password of ada@example\.com\. Used once, never stored\./;

  /** Begins to sign in, up to the answer to the sent password. */
  async function send(text: string): Promise<void> {
    const { quickInput } = stage.workbench;
    await stage.run('Sign In');
    await quickInput.answer(email, 'ada@example.com');
    await quickInput.answer(password, text);
  }

  /** Sends the e-mail that the step for it still has, and a password. */
  async function sendAgain(text: string): Promise<void> {
    const { quickInput } = stage.workbench;
    await quickInput.shows(email);
    await quickInput.showsValue('ada@example.com');
    await quickInput.accept();
    await quickInput.answer(password, text);
  }

  it('asks for the address first, and refuses addresses that no password may go to', async () => {
    const { quickInput, tree } = stage.workbench;
    const service = await stage.service({ pathPrefix: '/api/v2' });
    await stage.set({ baseUrl: undefined });
    await stage.run('Sign In');
    await quickInput.shows(address);
    for (const [typed, refusal] of [
      ['http://example.com', /^Use https:\/\/: http:\/\/ sends password and token in the clear/],
      ['https://ada:secret@example.com', /^Leave out user and password/],
      ['https://', /^Enter a valid URL/],
    ] as const) {
      await quickInput.type(typed);
      const { isInvalid } = await quickInput.shows(address);
      assert.equal(isInvalid, false, 'no error before Enter');
      await quickInput.accept();
      await quickInput.showsError(refusal);
    }
    await quickInput.type('127.0.0.1:1/v1/token');
    await quickInput.accept();
    await quickInput.shows(email);
    await quickInput.back();
    await quickInput.shows(address);
    await quickInput.showsValue('https://127.0.0.1:1/v1');
    await quickInput.type(`${service.baseUrl}/monitors/list`);
    const { isInvalid, title } = await quickInput.shows(address);
    assert.equal(isInvalid, false);
    assert.match(title, /\(1\/3\)$/);
    await quickInput.accept();
    await quickInput.shows(email);
    await quickInput.type('ada@example.com');
    await quickInput.back();
    await quickInput.shows(address);
    await quickInput.accept();
    await sendAgain(service.password);
    await tree.showsMore('10 of 34');
    assert.deepEqual(
      service.calls.map((call) => [call.path, fieldsOf(call), !!call.headers.authorization]),
      [
        ['/api/v2/token', 'email,password', false],
        ['/api/v2/monitors/list', 'pageIndex,pageSize', true],
      ],
    );
  });

  it('says that the password is wrong, and keeps the e-mail and the session length', async () => {
    const { page, quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    await stage.run('Sign In');
    await quickInput.answer(email, service.email);
    await changeLifetime(stage.workbench, '7 days');
    await quickInput.answer(password, 'wrong');
    const refused = await quickInput.showsError(
      /^The e-mail or password isn't accepted\..* Signing in takes 1 call\.$/,
    );
    assert.deepEqual([refused.isPassword, refused.value], [true, '']);
    assert.match(refused.title, /^Sign In to Monitor Explorer/);
    await page.locator('.quick-input-widget input:focus').waitFor({ timeout: 5_000 });
    await quickInput.back();
    await sendAgain(service.password);
    await tree.showsMore('10 of 34');
    assertCalls(service, 'token, token, list 0');
    const asked = service.calls.map(({ body }) => (body as { expiresIn?: number }).expiresIn);
    assert.deepEqual(asked.slice(0, 2), [604_800_000, 604_800_000]);
  });

  it('says why it failed, can be canceled, and makes one call however often it is started', async () => {
    const { monitors, notifications, quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'status', status: 503, message: 'Down for repair.' });
    await send(service.password);
    await quickInput.showsError(/^Service error \(503\)\. The service says: “Down for repair\.”/);
    await quickInput.showsValue(service.password);
    const gate = service.holdResponses();
    let asked = service.nextCall();
    await quickInput.accept();
    await asked;
    await notifications.click(/^Signing in to 127\.0\.0\.1/, 'Cancel');
    await service.idle();
    assert.equal(service.calls.at(-1)?.outcome, 'aborted by client');
    await monitors.showsWelcome(/aren't signed in/);
    asked = service.nextCall();
    await stage.run('Sign In');
    await sendAgain(service.password);
    await asked;
    await stage.run('Sign In');
    gate.release();
    await tree.showsMore('10 of 34');
    assertCalls(service, 'token, token, token, list 0');
  });

  it('names a wrong address, and asks for it again', async () => {
    const { dialog, quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'status', status: 404 });
    await send(service.password);
    const refused = await quickInput.showsError(/^Unexpected answer from /);
    assert.ok(refused.message.includes(`${service.baseUrl}/token (404)`), refused.message);
    assert.equal(refused.placeholder, 'https://api.example.com/v1');
    assert.match(refused.title, /\(1\/3\)$/);
    await quickInput.showsValue(service.baseUrl);
    await quickInput.clickButton('About the Gateway');
    await dialog.shows(/docs\/gateway\.md/);
    await dialog.click('Cancel');
    await quickInput.type('https://');
    await quickInput.answer(address, service.baseUrl);
    await sendAgain(service.password);
    await tree.showsMore('10 of 34');
    assertCalls(service, 'token, token, list 0');
  });

  it('leaves no password and no token in any log, output or file', async () => {
    const { monitors, output, quickInput, server, tree } = stage.workbench;
    const service = await stage.visit({
      accounts: [{ email: 'ada@example.com', password: PASSWORD }],
    });
    const tokens: string[] = [];
    service.tokenShape = ({ token }) => {
      tokens.push(token);
      return { token };
    };
    await send(WRONG_PASSWORD);
    await quickInput.showsError(/^The e-mail or password isn't accepted/);
    service.failNext({ kind: 'wrong JSON', value: { session: { secretThing: 'q'.repeat(30) } } });
    await quickInput.type(PASSWORD);
    await quickInput.accept();
    await quickInput.showsError(/^No access token was found/);
    await quickInput.type(PASSWORD);
    await quickInput.accept();
    await tree.showsMore('10 of 34');
    service.failNext({ kind: 'status', status: 500, message: `Bad token ${tokens.at(-1)}` });
    await monitors.clickTitleAction('Load More');
    await tree.shows(/./, ({ description }) => description === 'Service error (500)');
    await stage.run('Show Log');
    await output.shows(/POST \/token 200/);
    await stage.workbench.runCommand('View: Hide Panel');
    service.revokeTokens();
    await tree.clickInlineAction('Retry (1 call)', 'Retry');
    await tree.shows('Session ended');
    await stage.run('Sign In');
    await quickInput.answer(password, PASSWORD);
    await tree.showsMore('20 of 34');

    assert.equal(tokens.length, 3, 'one of them in a response that never came');
    assert.match(output.log('Monitor Explorer'), /POST \/token 401 \d+ ms \d+ B/);
    const texts = new Map([['the server', server.output]]);
    for (const file of output.files()) {
      texts.set(file, readFileSync(file, 'latin1'));
    }
    const places = [...texts.keys()];
    assert.ok(places.some((place) => place.endsWith('Monitor Explorer.log')));
    assert.ok(places.some((place) => /globalStorage.*monitors\.db$/.test(place)));
    const secrets = [PASSWORD, WRONG_PASSWORD, ...tokens].flatMap(formsOf);
    const leaks = places.filter((place) =>
      secrets.some((secret) => texts.get(place)!.includes(secret)),
    );
    assert.deepEqual(leaks, []);
  });
});
