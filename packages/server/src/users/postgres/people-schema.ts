// The users' tables on PostgreSQL, created by the first process, and the exchange they belong to.

import { DataUnusable } from '../../exchange/disk/data-errors.ts'
import { unknownFormat } from '../../exchange/journal.ts'
import type { PostgresPool } from '../../postgres/postgres-pool.ts'

/** 1: users, sessions, devices, API keys, guards, tokens, counts of guesses and alerts. */
const formatVersion = 1
/** Held while the tables are created, so that processes starting together do not collide. */
const schemaLock = 7_310_015

// Tables that no journal can rebuild are logged; tokens and counts live only for minutes.
const tables = `
  CREATE SCHEMA IF NOT EXISTS people;
  CREATE TABLE IF NOT EXISTS people.facts (name text PRIMARY KEY, value text NOT NULL);
  CREATE TABLE IF NOT EXISTS people.counters (name text PRIMARY KEY, value bigint NOT NULL);
  INSERT INTO people.counters VALUES ('account', 0), ('change', 0) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS people.changes (
    no bigint PRIMARY KEY,
    kind text NOT NULL,
    subject text NOT NULL,
    origin text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS people.users (
    account bigint PRIMARY KEY,
    name text,
    password text,
    is_banned integer NOT NULL DEFAULT 0,
    preferences text NOT NULL DEFAULT '{}',
    created_ms bigint NOT NULL,
    inviter bigint,
    label_type integer NOT NULL DEFAULT 0,
    label_level integer NOT NULL DEFAULT 0,
    ban_reason text NOT NULL DEFAULT '',
    remark text NOT NULL DEFAULT ''
  );
  CREATE UNIQUE INDEX IF NOT EXISTS users_by_name ON people.users (lower(name));
  CREATE TABLE IF NOT EXISTS people.sessions (
    hash bytea PRIMARY KEY,
    account bigint NOT NULL REFERENCES people.users (account),
    created_ms bigint NOT NULL,
    expires_ms bigint NOT NULL
  );
  CREATE INDEX IF NOT EXISTS sessions_by_account ON people.sessions (account, created_ms);
  CREATE TABLE IF NOT EXISTS people.devices (
    hash bytea NOT NULL,
    account bigint NOT NULL REFERENCES people.users (account),
    seen_ms bigint NOT NULL,
    PRIMARY KEY (hash, account)
  );
  CREATE INDEX IF NOT EXISTS devices_by_account ON people.devices (account, seen_ms);
  CREATE TABLE IF NOT EXISTS people.api_keys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL UNIQUE,
    account bigint NOT NULL REFERENCES people.users (account),
    note text NOT NULL,
    is_read_only integer NOT NULL,
    permissions text NOT NULL,
    networks text NOT NULL,
    expires_ms bigint,
    created_ms bigint NOT NULL,
    is_rsa integer NOT NULL,
    public_key text NOT NULL,
    sealed bytea NOT NULL
  );
  CREATE TABLE IF NOT EXISTS people.disconnect_guards (
    account bigint NOT NULL REFERENCES people.users (account),
    product text NOT NULL,
    seconds integer NOT NULL,
    PRIMARY KEY (account, product)
  );
  CREATE TABLE IF NOT EXISTS people.processes (
    name text PRIMARY KEY,
    seen_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS people.guarding (
    process text NOT NULL,
    account bigint NOT NULL,
    product text NOT NULL,
    PRIMARY KEY (process, account, product)
  );
  CREATE TABLE IF NOT EXISTS people.alerts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account bigint NOT NULL,
    link text NOT NULL,
    terms text NOT NULL,
    state text NOT NULL,
    fired integer NOT NULL,
    fired_ms bigint NOT NULL,
    created_ms bigint NOT NULL,
    updated_ms bigint NOT NULL,
    update_no integer NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS alerts_by_link ON people.alerts (account, link)
    WHERE link <> '';
  CREATE TABLE IF NOT EXISTS people.alert_looks (
    alert bigint NOT NULL REFERENCES people.alerts (id) ON DELETE CASCADE,
    symbol text NOT NULL,
    side integer NOT NULL,
    told_ms bigint NOT NULL,
    PRIMARY KEY (alert, symbol)
  );
  CREATE TABLE IF NOT EXISTS people.alert_firings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account bigint NOT NULL,
    firing text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS firings_by_account ON people.alert_firings (account, id);
  CREATE UNLOGGED TABLE IF NOT EXISTS people.one_time_tokens (
    hash text PRIMARY KEY,
    account bigint NOT NULL,
    session_key text NOT NULL,
    expires_ms bigint NOT NULL
  );
  CREATE UNLOGGED TABLE IF NOT EXISTS people.guesses (
    key text PRIMARY KEY,
    failures integer NOT NULL,
    last_ms bigint NOT NULL
  );
`

/**
 * Creates missing tables. Throws DataUnusable for the database of another exchange, JournalUnknown
 * for a newer version's.
 */
export function preparePeople(pool: PostgresPool, world: string): Promise<void> {
  return pool.together(async (ask) => {
    await ask('SELECT pg_advisory_xact_lock($1)', [schemaLock])
    await ask(tables)
    await ask(
      `INSERT INTO people.facts VALUES ('world', $1), ('format', $2) ON CONFLICT DO NOTHING`,
      [world, String(formatVersion)],
    )
    const facts = new Map(
      (await ask('SELECT name, value FROM people.facts')).map(({ name, value }) => [name, value]),
    )
    const format = Number(facts.get('format'))
    const where = 'the schema people of BASIS_POSTGRES'
    if (format > formatVersion) {
      throw unknownFormat(where, String(format), `up to ${formatVersion}`)
    }
    const found = String(facts.get('world'))
    if (found === world) return
    throw new DataUnusable(
      'foreign',
      `The people in BASIS_POSTGRES belong to the world ${found}, this is ${world}: give each world a database of its own`,
    )
  })
}
