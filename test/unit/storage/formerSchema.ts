/** The schema of version 1. The tables that are dropped have fewer columns here. */
export const FORMER_SCHEMA = `
CREATE TABLE account (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'signedIn',
  issued_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;

CREATE TABLE snapshot (
  id TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE
) STRICT;

CREATE TABLE page (
  snapshot TEXT NOT NULL REFERENCES snapshot ON DELETE CASCADE,
  answer TEXT NOT NULL
) STRICT;

CREATE TABLE call (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  account TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT,
  caller TEXT,
  calls INTEGER NOT NULL DEFAULT 1,
  action TEXT,
  announced INTEGER,
  outcome TEXT
) STRICT;
CREATE INDEX call_at ON call (at);

CREATE TABLE run (
  account INTEGER NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
  monitor TEXT NOT NULL
) STRICT;

CREATE TABLE look (
  account INTEGER PRIMARY KEY REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE
) STRICT;

CREATE TABLE view (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE mapping (
  address TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (name TEXT PRIMARY KEY) STRICT;

INSERT INTO sqlite_sequence (name, seq) VALUES ('account', CAST(unixepoch('subsec') * 1000 AS INTEGER));
PRAGMA user_version = 1;
`;
