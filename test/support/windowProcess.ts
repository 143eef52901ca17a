import { parseSession } from '../../src/account/session';
import { toErrorText } from '../../src/ui/texts/errorText';
import { aWindowAt } from './aWindow';
import { InMemorySecretStorage } from './inMemorySecretStorage';

// A window as a process, which a test can kill. Prints "ready" before it begins, "keyring" with the secrets as JSON after
// each change of its keyring, and the failure, if any.

async function run(
  action: string,
  folder: string,
  baseUrl: string,
  session: string,
): Promise<void> {
  const secrets = new InMemorySecretStorage();
  const window = aWindowAt(baseUrl, { folder, secrets });
  const { app, sessions, settings, now } = window;
  settings.pageSize = 10;
  await sessions.add(parseSession(session)!);
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    loadAll: () => app.list!.loadAll(100),
    refresh: () => app.list!.refresh(),
    signOut: () => window.app.signOut(app.session!),
  };
  if (action !== 'loadAll') {
    await app.ensureFirstPage();
  }
  secrets.written = () => {
    process.stdout.write(`keyring ${JSON.stringify([...secrets.secrets])}\n`);
  };
  process.stdout.write('ready\n');
  await actions[action]!();
  const { failure } = app.list ?? {};
  process.stdout.write(failure ? toErrorText(failure.error, now()).sentence : 'done');
  process.exit(0);
}

const [action, folder, baseUrl, session] = process.argv.slice(2);
if (session !== undefined) {
  void run(action!, folder!, baseUrl!, session);
}
