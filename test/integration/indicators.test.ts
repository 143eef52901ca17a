import assert from 'node:assert/strict';
import { noCounts } from '../../src/monitors/monitor';
import type { Session } from '../../src/session/session';
import { SessionStore } from '../../src/session/sessionStore';
import type { SavedSummary } from '../../src/ui/texts/summaryText';
import { createAccounts } from '../../src/storage/accounts';
import { Database } from '../../src/storage/database';
import { createSnapshots } from '../../src/storage/snapshots';
import type { Settings } from '../../src/ui/settings';
import { createIndicators, type Indicators } from '../../src/ui/tree/indicators';
import { aSession, NOON } from '../support/aSession';
import { InMemorySecretStorage } from '../support/inMemorySecretStorage';
import { loadSettings, setUserSetting } from '../support/anExtension';
import { until, useTemporaryFolder } from '../support/temporaryFolder';

const ines = aSession();
const omar = aSession({ email: 'omar@example.org', token: 'token-of-omar' });

const withDown = (down: number, changes: Partial<SavedSummary> = {}): SavedSummary => ({
  counts: { ...noCounts(), down, up: 50 - down },
  count: 50,
  total: 340,
  complete: false,
  hasMore: true,
  readAt: NOON,
  muted: [],
  tellsStatus: true,
  ...changes,
});

describe('The badge and the status bar', () => {
  let settings: Settings;
  let sessions: SessionStore;
  let nowMs: number;
  let opened: Indicators[];
  let databases: Database[];
  let errors: unknown[];

  afterEach(async () => {
    assert.deepEqual(errors, []);
    [...opened, ...databases, sessions, settings].forEach((part) => part.dispose());
    await setUserSetting('baseUrl', undefined);
    await setUserSetting('keepSnapshot', undefined);
  });

  const storageFolder = useTemporaryFolder();
  beforeEach(async () => {
    await setUserSetting('baseUrl', ines.baseUrl);
    settings = loadSettings();
    const secrets = new InMemorySecretStorage().window();
    sessions = new SessionStore(secrets);
    nowMs = NOON;
    opened = [];
    databases = [];
    errors = [];
    await sessions.add(ines);
    await saveRows(ines);
    await saveRows(omar);
  });

  const openDatabase = (): Database => {
    const database = new Database(storageFolder());
    databases.push(database);
    return database;
  };
  /** As another window does. */
  const saveRows = async (session: Session): Promise<void> => {
    const database = openDatabase();
    const account = await createAccounts(database).use(session, NOON, NOON);
    const snapshots = createSnapshots(database);
    const page = { snapshotId: session.email, pageIndex: 0, pageSize: 50, readAt: NOON };
    await snapshots.save(account, { ...page, answer: '{}', records: '[]' });
    await snapshots.makeCurrent(account, page.snapshotId);
  };
  const saveCounts = async (session: Session, summary: SavedSummary): Promise<void> => {
    const snapshots = createSnapshots(openDatabase());
    await snapshots.setCounts(session, JSON.stringify(summary));
    await snapshots.findCounts(session);
  };

  /** A window, and what its badge says. */
  function open(): {
    update: (summary: SavedSummary | undefined) => void;
    down: () => number | undefined;
  } {
    const view: Parameters<typeof createIndicators>[0] = { badge: undefined };
    const onError = (error: unknown) => void errors.push(error);
    const indicators = createIndicators(
      view,
      sessions,
      settings,
      openDatabase(),
      () => nowMs,
      onError,
    );
    opened.push(indicators);
    return {
      update: (summary) => indicators.update(summary, undefined),
      down: () => view.badge?.value,
    };
  }

  it('count what another window loads, and vanish when it removes the saved pages', async () => {
    const { down } = open();
    const other = open();
    other.update(withDown(5));
    await until(() => down() === 5);
    other.update(withDown(7));
    await until(() => down() === 7);
    other.update(undefined);
    // The saved pages. Each window learns of changes by itself.
    await until(() => other.down() === 7);
    await createAccounts(openDatabase()).deleteRows();
    await until(() => down() === undefined);
  });

  it('never count monitors of another account, or after a sign-out', async () => {
    await saveCounts(ines, withDown(33));
    await saveCounts(omar, withDown(2));
    const { update, down } = open();
    await until(() => down() === 33);
    update(withDown(34));
    await sessions.add(omar);
    assert.notEqual(down(), 34);
    await until(() => down() === 2);
    await sessions.remove(omar);
    assert.equal(down(), undefined);
  });

  it('leave the disk alone if pages are not kept', async () => {
    await saveCounts(ines, withDown(33));
    const { update, down } = open();
    await until(() => down() === 33);
    await setUserSetting('keepSnapshot', false);
    await until(() => down() === undefined);
    update(withDown(3));
    assert.equal(down(), 3);
    const later = open();
    assert.equal(later.down(), undefined);
    await setUserSetting('keepSnapshot', true);
    await until(() => settings.keepSnapshot);
    update(withDown(4));
    await until(() => later.down() === 4);
  });
});
