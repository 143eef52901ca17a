import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { changeLifetime } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { callsOf, useStage } from '../support/stage';

const PASSWORD = 'Tr0ub4dor&3-in-no-file';
const WRONG_PASSWORD = 'h0rse-staple-in-no-file';

/** A secret as it is, and as it appears in JSON, an address or a header. */
function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, quoted, encodeURIComponent(secret), base64])];
}

describe('Signing in', () => {
  const stage = useStage();

  it('asks for the address first, and refuses addresses that no password may go to', async () => {
    const { quickInput, monitors } = stage.workbench;
    const service = await stage.service({ pathPrefix: '/api/v2' });
    await changeSettings(stage.workbench, { 'monitorExplorer.baseUrl': undefined });
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.shows(/^Address of the monitoring service/);
    for (const [address, refusal] of [
      [
        'http://example.com',
        /^Use https:\/\/ so that password and token are not sent in the clear\./,
      ],
      ['https://ada:secret@example.com', /^Leave out user and password/],
      ['https://', /^Enter a valid URL/],
    ] as const) {
      await quickInput.type(address);
      const typing = await quickInput.shows(/^Address of the monitoring service/);
      assert.equal(typing.isInvalid, false);
      await quickInput.accept();
      await quickInput.showsError(refusal);
    }
    await quickInput.type('127.0.0.1:1/v1/token');
    await quickInput.accept();
    await quickInput.shows(/^E-mail for 127\.0\.0\.1:1/);
    await quickInput.back();
    await quickInput.shows(/^Address of the monitoring service/);
    await quickInput.showsValue('https://127.0.0.1:1/v1');
    await quickInput.type(`${service.baseUrl}/monitors/list`);
    const { isInvalid, title } = await quickInput.shows(/^Address of the monitoring service/);
    assert.equal(isInvalid, false);
    assert.match(title, /\(1\/3\)$/);
    await quickInput.accept();
    await quickInput.shows(/^E-mail for 127\.0\.0\.1/);
    await quickInput.type('ada');
    await quickInput.back();
    await quickInput.shows(/^Address of the monitoring service/);
    await quickInput.accept();
    await quickInput.shows(/^E-mail for 127\.0\.0\.1/);
    await quickInput.showsValue('ada');
    await quickInput.answer(/^E-mail for 127\.0\.0\.1/, service.email);
    await quickInput.answer(
      /^Password of ada@example\.com\. Used once, never stored\./,
      service.password,
    );
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.deepEqual(
      service.calls.map(({ path, body }) => [
        path,
        Object.keys(body as object)
          .sort()
          .join(),
      ]),
      [
        ['/api/v2/token', 'email,password'],
        ['/api/v2/monitors/list', 'pageIndex,pageSize'],
      ],
    );
    assert.equal(service.calls[0]?.headers.authorization, undefined);
  });

  it('says that the password is wrong, and keeps the e-mail and the session length', async () => {
    const { quickInput, monitors } = stage.workbench;
    const service = await stage.visit();
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await changeLifetime(stage.workbench, '7 days');
    await quickInput.answer(/^password/i, 'wrong');
    const refused = await quickInput.showsError(/^The e-mail or password isn't accepted\./);
    assert.equal(refused.isPassword, true);
    assert.equal(refused.value, '');
    assert.match(refused.message, / Signing in takes 1 call\.$/, 'in place of the prompt');
    assert.match(refused.title, /^Sign In to Monitor Explorer/);
    await stage.workbench.page
      .locator('.quick-input-widget input:focus')
      .waitFor({ timeout: 5_000 });
    await quickInput.back();
    await quickInput.shows(/^e-mail/i);
    await quickInput.showsValue(service.email);
    await quickInput.accept();
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, token, list 0');
    const asked = service.calls
      .slice(0, 2)
      .map(({ body }) => (body as { expiresIn?: number }).expiresIn);
    assert.deepEqual(asked, [604_800_000, 604_800_000]);
  });

  it('says why it failed, can be canceled, and makes one call however often it is started', async () => {
    const { quickInput, notifications, monitors } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'status', status: 503, message: 'Down for repair.' });
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
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
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.shows(/^e-mail/i);
    await quickInput.showsValue(service.email);
    await quickInput.accept();
    asked = service.nextCall();
    await quickInput.answer(/^password of ada@example.com/i, service.password);
    await asked;
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    gate.release();
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, token, token, list 0');
  });

  it('names a wrong address, and asks for it again', async () => {
    const { quickInput, monitors, dialog } = stage.workbench;
    const service = await stage.visit();
    service.failNext({ kind: 'status', status: 404 });
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    const refused = await quickInput.showsError(/^Unexpected answer from /);
    assert.ok(refused.message.includes(`${service.baseUrl}/token (404)`), refused.message);
    assert.equal(refused.placeholder, 'https://api.example.com/v1');
    assert.match(refused.title, /\(1\/3\)$/);
    await quickInput.showsValue(service.baseUrl);
    await quickInput.clickButton('About the Gateway');
    await dialog.shows(/docs\/gateway\.md/);
    await dialog.click('Cancel');
    await quickInput.type('https://');
    await quickInput.shows(/^Address of the monitoring service/);
    await quickInput.type(service.baseUrl);
    await quickInput.accept();
    await quickInput.shows(/^e-mail/i);
    await quickInput.showsValue(service.email);
    await quickInput.accept();
    await quickInput.answer(/^password/i, service.password);
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, token, list 0');
  });

  it('leaves no password and no token in any log, output or file', async () => {
    const { monitors, quickInput, output, server } = stage.workbench;
    const service = await stage.visit({
      accounts: [{ email: 'ada@example.com', password: PASSWORD }],
    });
    const tokens: string[] = [];
    service.tokenShape = ({ token }) => {
      tokens.push(token);
      return { token };
    };
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, WRONG_PASSWORD);
    await quickInput.showsError(/^The e-mail or password isn't accepted/);
    service.failNext({ kind: 'wrong JSON', value: { session: { secretThing: 'q'.repeat(30) } } });
    await quickInput.type(PASSWORD);
    await quickInput.accept();
    await quickInput.showsError(/^No access token was found/);
    await quickInput.type(PASSWORD);
    await quickInput.accept();
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    for (const [failure, told] of [
      [{ kind: 'reset' }, /^(?!No list|Service error).*connection/i],
      [{ kind: 'wrong JSON', value: { echo: tokens.at(-1) } }, /^No list of monitors/],
      [
        { kind: 'status', status: 500, message: `Bad token ${tokens.at(-1)}` },
        /^Service error \(500\)$/,
      ],
    ] as const) {
      service.failNext(failure);
      await monitors.clickTitleAction('Load More');
      // A second click before the call has ended would join it.
      await monitors.tree.shows(/./, ({ description }) => told.test(description));
    }
    await stage.workbench.runCommand('Monitor Explorer: Show Log');
    await output.shows(/POST \/token 200/);
    const log = output.log('Monitor Explorer');
    await stage.workbench.runCommand('View: Hide Panel');
    service.revokeTokens();
    await monitors.tree.clickInlineAction('Retry (1 call)', 'Retry');
    await monitors.tree.shows('Session ended');
    service.tokenShape = ({ token }) => (tokens.push(token), { token });
    await signInAgain();
    await monitors.tree.shows(loadMoreRow('20 of 34'));

    const secrets = [PASSWORD, WRONG_PASSWORD, ...tokens].flatMap(formsOf);
    assert.equal(tokens.length, 3, 'one of them in a response that never came');
    assert.match(log, /POST \/token 401 \d+ ms \d+ B/);
    const files = output.files();
    assert.ok(files.some((file) => file.endsWith('Monitor Explorer.log')));
    assert.ok(files.some((file) => file.includes('globalStorage') && file.endsWith('monitors.db')));
    const texts: [place: string, text: string][] = [['the server', server.output]];
    for (const file of files) {
      texts.push([file.slice(server.home.length), readFileSync(file, 'latin1')]);
    }
    const leaks = texts.filter(([, text]) => secrets.some((secret) => text.includes(secret)));
    assert.deepEqual(
      leaks.map(([place]) => place),
      [],
    );

    async function signInAgain(): Promise<void> {
      await stage.workbench.runCommand('Monitor Explorer: Sign In');
      await quickInput.answer(/^password of ada@example.com/i, PASSWORD);
      await quickInput.isClosed();
    }
  });
});
