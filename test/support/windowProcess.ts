import { createCore } from '../../src/core/createCore';
import { parseSession } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import { Database } from '../../src/storage/database';
import { toErrorText } from '../../src/ui/texts/errorText';
import { aBaseUrl } from './aServiceClient';
import { AHEAD, WindowSettings } from './aWindow';
import { aFetch } from './aFetch';
import { inEnglish } from './inEnglish';
import { InMemorySecretStorage } from './inMemorySecretStorage';

// A window as a process, which a test can kill. Prints "ready" before it begins, "token removed" when its keyring has
// lost the token, and the failure, if any.

async function run(action: string, folder: string, baseUrl: string, session: string): Promise<void> {
  const settings = new WindowSettings();
  settings.baseUrl = aBaseUrl(baseUrl);
  settings.pageSize = 10;
  const now = (): number => Date.now() + AHEAD;
  const sessions = new SessionStore(new InMemorySecretStorage().window());
  const core = createCore({
    settings,
    sessions,
    database: new Database(folder, now),
    fetch: aFetch,
    now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    userAgent: 'monitor-explorer/0.0.0 (test)',
  });
  const { controller } = core;
  await sessions.add(parseSession(session)!);
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    loadAll: () => controller.loadAll(100),
    refresh: () => controller.refresh(),
    signOut: () => core.signIns.signOut(controller.session!),
  };
  if (action !== 'loadAll') {
    await controller.ensureFirstPage();
  }
  sessions.onDidChange(({ removed }) => removed.length > 0 && process.stdout.write('token removed\n'));
  process.stdout.write('ready\n');
  await actions[action]!();
  const { failure } = controller.list ?? {};
  process.stdout.write(failure ? toErrorText(inEnglish, failure.error, now()).sentence : 'done');
  process.exit(0);
}

const [action, folder, baseUrl, session] = process.argv.slice(2);
if (session !== undefined) {
  void run(action!, folder!, baseUrl!, session);
}
