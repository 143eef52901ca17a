import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SimulatedService } from '../simulator/simulatedService';
import { eventually } from '../support/driver/eventually';
import { signIn, signOut } from '../support/driver/signIn';
import { useStage } from '../support/stage';

const ada = { email: 'ada@example.com', password: 'correct horse 42', monitors: 120 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };
const linus = { email: 'linus@example.org', password: 'pauling', monitors: 70 };
type Person = typeof ada;

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

  /** Waits for the first page of an account. */
  async function showsAccount({ email, monitors: count }: Person): Promise<void> {
    const { monitors, tree } = stage.workbench;
    await monitors.showsDescription(new RegExp(`^${email} · `));
    await tree.showsMore(`10 of ${count}`);
  }

  async function signInAs(person: Person): Promise<void> {
    await signIn(stage.workbench, person);
    await showsAccount(person);
  }

  /** @param address of another service, which is shown before the change */
  async function switchTo(person: Person, address?: string): Promise<void> {
    const { quickInput } = stage.workbench;
    await stage.run('Switch Account');
    const { placeholder } = await quickInput.shows('Switch Account');
    assert.match(placeholder, /Switching takes no call/);
    await quickInput.choose(person.email);
    if (address !== undefined) {
      await quickInput.showsValue(address);
      await quickInput.accept();
    }
    await showsAccount(person);
  }

  async function signOutAs({ email }: Person): Promise<void> {
    await signOut(stage.workbench);
    const text = new RegExp(`^Signed out ${email}\\. Its token and saved pages are removed`);
    await stage.workbench.notifications.shows(text);
    await stage.workbench.clearNotifications();
  }

  it('of two services are switched without a call, and leave nothing on disk after a sign-out', async () => {
    const { monitors, output, page, quickInput, tree } = stage.workbench;
    await page.locator('.part.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await stage.setAddress(service.baseUrl);
    await signInAs(ada);
    await signInAs(grace);
    await stage.setAddress(other.baseUrl);
    await monitors.showsWelcome(/aren't signed in/);
    await signInAs(linus);
    service.forgetCalls();
    other.forgetCalls();
    await stage.run('Switch Account');
    const { items } = await quickInput.shows('Switch Account');
    const ofAda = items.find(({ label }) => label === ada.email);
    assert.match(ofAda!.ariaLabel, /\d degraded · just now/);
    await quickInput.cancel();
    await switchTo(ada, service.baseUrl);
    await switchTo(linus, other.baseUrl);
    await switchTo(grace, service.baseUrl);
    await switchTo(ada);
    assert.deepEqual([service.callCount(), other.callCount()], [0, 0]);
    await tree.clickMore('10 of 120');
    await tree.showsMore('20 of 120');
    assert.deepEqual(
      service.calls.map(({ account }) => account),
      [ada.email],
    );
    assert.equal(other.callCount(), 0);
    const tokens = service.calls.map(({ headers }) =>
      headers.authorization!.slice('Bearer '.length),
    );
    await signOutAs(ada);
    await monitors.showsWelcome(/aren't signed in/);
    await switchTo(grace);
    const { label: aName } = (await tree.rows()).find(({ level }) => level === 2)!;
    await signOutAs(grace);
    await switchTo(linus, other.baseUrl);
    await signOutAs(linus);
    const people = [ada, grace, linus].flatMap(({ email, password }) => [email, password]);
    await eventually(
      'Nothing of the accounts',
      () => {
        const files = output.files().map((file) => readFileSync(file, 'utf8'));
        const secrets = [...people, ...tokens, aName];
        return Promise.resolve(secrets.filter((text) => files.some((file) => file.includes(text))));
      },
      (remains) => remains.length === 0,
    );
    assert.equal(evil.connectionCount, 0, 'no call to an address of the folder');
  });

  it('are forgotten with their rows and files by Delete All Local Data', async () => {
    const { monitors, output } = stage.workbench;
    const isSaved = () => output.files().some((file) => /monitors\.db/.test(file));
    await stage.setAddress(service.baseUrl);
    await signInAs(ada);
    assert.ok(isSaved());
    await stage.deleteAllData();
    await monitors.showsWelcome(/aren't signed in/);
    assert.ok(!isSaved());
  });
});
