/** Goes up with each change of the schema. Windows of an older version then leave the file alone. */
export const SCHEMA_VERSION = 3;

/**
 * Some network drives don't support WAL, and keep the mode DELETE. SQLite's wait for a lock blocks all extensions, so it
 * is short.
 */
export const OPTIONS = `
PRAGMA busy_timeout = 50;
PRAGMA journal_mode = WAL;
PRAGMA foreign_keys = ON;
PRAGMA synchronous = NORMAL;
PRAGMA secure_delete = ON;
PRAGMA journal_size_limit = 4194304;
`;

/** Numbers of accounts and calls start at the current time, so that a new file repeats no number. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const CALL = `
CREATE TABLE call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  account TEXT NOT NULL,
  kind TEXT NOT NULL,
  caller TEXT,
  page_index INTEGER,
  calls INTEGER,
  outcome TEXT
) STRICT;
CREATE INDEX call_at ON call (at);
INSERT INTO sqlite_sequence (name, seq) VALUES ('call', ${NOW});
`;

const PAGE = `
CREATE TABLE page (
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  call REAL NOT NULL,
  refreshes INTEGER,
  page TEXT NOT NULL,
  PRIMARY KEY (account, call)
) STRICT;
`;

const RUN = `
CREATE TABLE run (
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  key TEXT NOT NULL,
  run TEXT NOT NULL,
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
`;

/** Times are epoch milliseconds. The owner of a view is an account's number or an address. */
const SCHEMA = `
CREATE TABLE account (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'signedIn',
  issued_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('account', ${NOW});

${PAGE}
${CALL}
${RUN}
CREATE TABLE view (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT;
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Drops saved pages, because they weren't responses, and runs and looks, which have the former identity of monitors. Views
 * and calls get the account's number instead of its e-mail.
 */
const MIGRATION = `
DROP TABLE page;
DROP TABLE snapshot;
DROP TABLE lease;
DROP TABLE look;
DROP TABLE run;
${RUN}
DELETE FROM account WHERE state = 'keepsRows';
${PAGE}
ALTER TABLE call RENAME TO former_call;
DROP INDEX call_at;
${CALL}
INSERT INTO call (at, account, kind, caller, calls, outcome)
SELECT at, coalesce((SELECT number FROM account WHERE session = former_call.account), ''),
  kind, caller, calls, outcome
FROM former_call ORDER BY id;
DROP TABLE former_call;

INSERT INTO view (owner, name, value)
SELECT number, name, value FROM view JOIN account ON session = owner;
DELETE FROM view WHERE owner LIKE '%|%';
INSERT INTO view (owner, name, value)
SELECT address, 'mapping', json_remove(value, '$.mapping', '$.paging')
FROM mapping WHERE json_valid(value);
DROP TABLE mapping;
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Version 2 was never released, but people who built it have paid for its calls. */
const MIGRATION_OF_2 = `
DROP TABLE page;
${PAGE}
DROP TABLE run;
${RUN}
INSERT INTO view (owner, name, value)
SELECT address, 'mapping', json_remove(value, '$.mapping') FROM mapping WHERE json_valid(value);
DROP TABLE mapping;
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Statements that make the tables, by the version so far. */
export const UPGRADES = [SCHEMA, MIGRATION, MIGRATION_OF_2];

/** Other tables follow by cascade. */
export const DELETE_ALL = 'DELETE FROM account; DELETE FROM call; DELETE FROM view;';
