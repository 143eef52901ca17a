import { createCore } from '../../src/explorer/createCore';
import { parseSession } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import { Database } from '../../src/storage/database';
import { aBaseUrl } from './aServiceClient';
import { WindowSettings } from './aWindow';
import { aFetch } from './aFetch';
import { InMemorySecretStorage } from './inMemorySecretStorage';

// A window of its own, as a process: loads all by tens, until it is killed.

async function load(storageFolder: string, baseUrl: string, session: string): Promise<void> {
  const settings = new WindowSettings();
  settings.baseUrl = aBaseUrl(baseUrl);
  settings.pageSize = 10;
  const sessions = new SessionStore({
    secrets: new InMemorySecretStorage().window(),
    now: Date.now,
  });
  const { controller } = createCore({
    settings,
    sessions,
    database: new Database(storageFolder),
    fetch: aFetch,
    now: Date.now,
    log: { info: () => undefined, warn: console.error, error: console.error },
    userAgent: 'monitor-explorer/0.0.0 (test)',
  });
  await sessions.add(parseSession(session)!);
  await controller.loadAll(100);
}

const [storageFolder, baseUrl, session] = process.argv.slice(2);
if (session !== undefined) {
  void load(storageFolder!, baseUrl!, session);
}
