/** Goes up with each change of the schema. Windows of an older version then leave the file alone. */
export const SCHEMA_VERSION = 4;

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

/** A result is a page, or the runs that a call began. */
const RESULT = `
CREATE TABLE result (
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  kind TEXT NOT NULL,
  call REAL NOT NULL,
  value TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (account, kind, call)
) STRICT;
`;

/** Times are epoch milliseconds. The owner of a view is an account's number or an address. */
const SCHEMA = `
CREATE TABLE account (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  address TEXT NOT NULL,
  issued_at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE view (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT;
INSERT INTO sqlite_sequence VALUES ('account', ${NOW}), ('call', ${NOW});
${RESULT}`;

/** Versions 2 and 3 were never released, but people who built them have paid for their calls. */
const FROM_2 = `
DROP TABLE page;
DROP TABLE run;
ALTER TABLE account DROP COLUMN used_at;
${RESULT}`;

/** Keeps picks. Views and calls get the account's number instead of its e-mail. */
const FROM_1 = `
${FROM_2}
INSERT INTO view (owner, name, value)
SELECT address, key, mapping.value -> fullkey
FROM mapping, json_each(iif(json_valid(mapping.value), mapping.value, '{}'))
WHERE key IN ('token', 'picks');
DROP TABLE mapping;
DROP TABLE snapshot;
DROP TABLE lease;
DROP TABLE look;
DELETE FROM account WHERE state = 'keepsRows';
ALTER TABLE call ADD page_index INTEGER;
UPDATE call SET id = id + ${NOW},
  account = coalesce((SELECT number FROM account WHERE session = call.account), '');
INSERT INTO view (owner, name, value)
SELECT number, name, value FROM view JOIN account ON session = owner;
DELETE FROM view WHERE owner LIKE '%|%';
`;

/** Statements that make the tables, by the version so far. */
export const UPGRADES = [SCHEMA, FROM_1, FROM_2, FROM_2];

/** Other tables follow by cascade. */
export const DELETE_ALL = 'DELETE FROM account; DELETE FROM call; DELETE FROM view;';
