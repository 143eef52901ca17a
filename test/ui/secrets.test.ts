import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { WebPage } from './driver/webPage';
import { useStage } from './stage';
import { loadMoreRow } from './driver/treeView';

const PASSWORD = 'Tr0ub4dor&3-in-no-file';
const WRONG_PASSWORD = 'h0rse-staple-in-no-file';

/** As it is, and as it would stand in JSON, in an address or in a header. */
function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, quoted, encodeURIComponent(secret), base64])];
}

describe('Password and token', () => {
  const stage = useStage();

  it('are in no log, no output and no file, whatever goes right and wrong', async () => {
    const { monitors, quickInput, output, server } = stage.workbench;
    const service = await stage.visit({ accounts: [{ email: 'ada@example.com', password: PASSWORD }] });
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
    for (const failure of [
      { kind: 'reset' },
      { kind: 'wrong JSON', value: { echo: tokens[0] } },
      { kind: 'status', status: 500, message: `Bad token ${tokens[0]}` },
    ] as const) {
      service.failNext(failure);
      await monitors.clickTitleAction('Load More');
      await service.idle();
    }
    await monitors.tree.shows(/^Page 2 failed/);
    const web = new WebPage(stage.workbench.page);
    await stage.workbench.runCommand('Monitor Explorer: Show Response Mapping');
    await web.press(/Response Mapping/, 'Show Values');
    const explained = await web.shows(/has values from the last response/);
    await web.close();
    await stage.workbench.runCommand('Monitor Explorer: Show Log');
    await output.shows(/POST \/token 200/);
    const log = output.log('Monitor Explorer');
    await stage.workbench.runCommand('View: Hide Panel');
    service.revokeTokens();
    await monitors.tree.clickInlineAction(/^Page 2 failed/, 'Retry');
    await monitors.tree.shows(/^Session ended/);
    service.tokenShape = ({ token }) => (tokens.push(token), { token });
    await signInAgain();
    await monitors.tree.clickInlineAction(/^Page 2 failed/, 'Retry');
    await monitors.tree.shows(loadMoreRow('20 of 34'));

    const secrets = [PASSWORD, WRONG_PASSWORD, ...tokens].flatMap(formsOf);
    assert.equal(tokens.length, 3, 'one of them in a response that never came');
    assert.match(log, /POST \/token 401 \d+ ms \d+ B/);
    const files = output.files();
    assert.ok(files.some((file) => file.endsWith('Monitor Explorer.log')));
    assert.ok(files.some((file) => file.includes('globalStorage') && /\bpages\b/.test(file)));
    const texts: [place: string, text: string][] = [
      ['the page', explained],
      ['the server', server.output],
    ];
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
