/** The schema of version 1, as its windows make and expect it. */
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
  account INTEGER NOT NULL REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  is_current INTEGER NOT NULL DEFAULT 0,
  counts TEXT
) STRICT;

CREATE TABLE page (
  snapshot TEXT NOT NULL REFERENCES snapshot ON DELETE CASCADE,
  page_index INTEGER NOT NULL,
  page_size INTEGER NOT NULL,
  read_at INTEGER NOT NULL,
  answer TEXT NOT NULL,
  records TEXT NOT NULL,
  PRIMARY KEY (snapshot, page_index)
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
  monitor TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  seen TEXT NOT NULL,
  changed_at INTEGER,
  PRIMARY KEY (account, monitor, from_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE look (
  account INTEGER PRIMARY KEY REFERENCES account ON UPDATE CASCADE ON DELETE CASCADE,
  looked_at INTEGER NOT NULL,
  seen TEXT NOT NULL
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

CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_sequence (name, seq) VALUES ('account', CAST(unixepoch('subsec') * 1000 AS INTEGER));
PRAGMA user_version = 1;
`;
