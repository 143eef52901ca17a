import { parseSession } from '../../src/session/session';
import { toErrorText } from '../../src/ui/texts/errorText';
import { aWindowAt } from './aWindow';
import { inEnglish } from './inEnglish';

// A window as a process, which a test can kill. Prints "ready" before it begins, "token removed" when its keyring has
// lost the token, and the failure, if any.

async function run(
  action: string,
  folder: string,
  baseUrl: string,
  session: string,
): Promise<void> {
  const window = aWindowAt(baseUrl, { folder });
  const { controller, sessions, settings, now } = window;
  settings.pageSize = 10;
  await sessions.add(parseSession(session)!);
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    loadAll: () => controller.loadAll(100),
    refresh: () => controller.refresh(),
    signOut: () => window.signIns.signOut(controller.session!),
  };
  if (action !== 'loadAll') {
    await controller.ensureFirstPage();
  }
  sessions.onDidChange(
    ({ removed }) => removed.length > 0 && process.stdout.write('token removed\n'),
  );
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
