import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useStage } from '../support/stage';

const ada = { email: 'ada@example.com', password: 'correct horse 42', monitors: 120 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };
const linus = { email: 'linus@example.org', password: 'pauling', monitors: 70 };

/** Ways in which the settings of a workspace may try to name another service. */
const redirecting = (evil: string): Readonly<Record<string, unknown>> => ({
  'monitorExplorer.baseUrl': evil,
  monitorExplorer: { baseUrl: evil },
  '[json]': { 'monitorExplorer.baseUrl': evil },
  'settingsSync.ignoredSettings': ['-monitorExplorer.baseUrl'],
});

describe('In Restricted Mode, accounts', () => {
  let service: SimulatedService;
  let other: SimulatedService;
  let evil: SimulatedService;
  before(async () => {
    evil = await SimulatedService.start();
    service = await SimulatedService.start({ accounts: [ada, grace] });
    other = await SimulatedService.start({ accounts: [linus], seed: 99 });
  });
  after(() => Promise.all([service.stop(), other.stop(), evil.stop()]));
  const stage = useStage(() => ({ folderSettings: redirecting(evil.baseUrl), trusted: false }));
  const workbench = () => stage.workbench;

  async function goTo({ baseUrl }: SimulatedService): Promise<void> {
    await stage.setAddress(baseUrl);
    await workbench().monitors.showsWelcome(/aren't signed in/);
  }

  it('of two services are switched without a call, and leave nothing on disk after a sign-out', async () => {
    const { monitors, quickInput, notifications, output, page } = workbench();
    await page.locator('.part.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await stage.setAddress(service.baseUrl);
    await signIn(workbench(), ada);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 120'));
    await signIn(workbench(), grace);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 60'));
    await monitors.showsDescription(/^grace@example\.com · /);
    await goTo(other);
    await signIn(workbench(), linus);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 70'));
    await monitors.showsDescription(/^linus@example\.org · /);
    service.forgetCalls();
    other.forgetCalls();
    for (const [{ email }, end, { baseUrl }, isElsewhere] of [
      [ada, loadMoreRow('10 of 120'), service, true],
      [linus, loadMoreRow('10 of 70'), other, true],
      [grace, loadMoreRow('10 of 60'), service, true],
      [ada, loadMoreRow('10 of 120'), service, false],
    ] as const) {
      await workbench().runCommand('Monitor Explorer: Switch Account');
      const { placeholder, items } = await quickInput.shows('Switch Account');
      assert.match(placeholder, /Switching takes no call/);
      const isOfAda = ({ label }: { readonly label: string }) => label === ada.email;
      assert.match(items.find(isOfAda)!.ariaLabel, /\d degraded · just now/);
      await quickInput.choose(new RegExp(`^${email}$`));
      if (isElsewhere) {
        await quickInput.showsValue(baseUrl);
        await quickInput.accept();
      }
      await monitors.showsDescription(new RegExp(`^${email} · `));
      await monitors.tree.showsAtEnd(end);
    }
    assert.deepEqual([service.callCount(), other.callCount()], [0, 0]);
    await monitors.tree.clickAtEnd(loadMoreRow('10 of 120'));
    await monitors.tree.showsAtEnd(loadMoreRow('20 of 120'));
    assert.deepEqual(
      service.calls.map(({ account }) => account),
      [ada.email],
    );
    assert.equal(other.callCount(), 0);
    await signOut(workbench());
    await monitors.showsWelcome(/aren't signed in/);
    await workbench().clearNotifications();

    await workbench().runCommand('Monitor Explorer: Switch Account');
    await quickInput.choose(/^grace@example\.com$/);
    await monitors.showsDescription(/^grace@example\.com · /);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 60'));
    const tokens = [...service.calls, ...other.calls].flatMap(({ headers }) =>
      (headers.authorization ?? '').replace('Bearer ', ''),
    );
    const { label: aName } = (await monitors.tree.rows()).find(({ level }) => level === 2)!;
    await signOut(workbench());
    await notifications.shows(
      /^Signed out grace@example\.com\. Its token and saved pages are removed/,
    );
    await workbench().clearNotifications();
    await workbench().runCommand('Monitor Explorer: Switch Account');
    await quickInput.choose(/^linus@example\.org$/);
    await quickInput.showsValue(other.baseUrl);
    await quickInput.accept();
    await monitors.showsDescription(/^linus@example\.org · /);
    await signOut(workbench());
    await notifications.shows(/^Signed out linus/);
    const secrets = [ada, grace, linus].flatMap(({ email, password }) => [email, password]);
    const remains = (): string[] =>
      output.files().flatMap((file) => {
        const text = readFileSync(file, 'utf8');
        return [...secrets, ...tokens, aName]
          .filter((secret) => secret !== '' && text.includes(secret))
          .map((secret) => `${secret} in ${file}`);
      });
    await eventually(
      'Nothing of the accounts',
      () => Promise.resolve(remains()),
      (found) => found.length === 0,
    );
    assert.equal(evil.connectionCount, 0, 'no call to an address of the folder');
  });

  it('are forgotten with their rows, files and last e-mail by Delete All Local Data', async () => {
    const { monitors, quickInput, output } = workbench();
    const isSaved = () => output.files().some((file) => /monitors\.db/.test(file));
    await goTo(service);
    await signIn(workbench(), ada);
    await monitors.tree.showsAtEnd(loadMoreRow('10 of 120'));
    assert.ok(isSaved());
    await stage.deleteAllData();
    await monitors.showsWelcome(/aren't signed in/);
    assert.ok(!isSaved());
    await workbench().runByKey('signIn', /^e-mail/i);
    await quickInput.showsValue('');
    await quickInput.cancel();
  });
});
