import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";

import {
  lastingName,
  type Change,
  type Header,
  type Identity,
  type Ready,
  type Reverted,
  type Standing,
} from "./change.js";
import { openDatabase } from "./database.js";
import { refusals } from "./refusals.js";

/** What a file contained when it was opened. */
export interface Persisted {
  readonly ready: Ready;
  readonly standing: Standing;
  readonly changes: readonly Change[];
}

/** Rows of `meta`. */
interface Meta {
  readonly header: Header;
  readonly ready: Ready;
  readonly standing: Standing;
}

const NEW: Standing = { snapshots: 0 };

/**
 * The database of a persisted chain: the changes that led to its state, in order. A revert removes the reverted changes
 * and the snapshot, so the size of the file and the time to start depend only on what the chain has now.
 */
export class ChainStore {
  readonly header: Header;
  /** What the file contained when it was opened; undefined for a new chain. */
  readonly persisted: Persisted | undefined;
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  #standing: Standing;
  readonly #waiting: (Change | Reverted | Partial<Meta>)[] = [];
  #failure: Error | undefined;

  /**
   * Opens a folder, and creates it if necessary.
   * @param genesisTime of a new chain, in UNIX seconds
   * @throws MigrationError if the folder is not a database folder, is in use, or damaged
   */
  static async open(folder: string, identity: Identity, genesisTime: number): Promise<ChainStore> {
    const { path, database } = await openDatabase(folder);
    try {
      const header = readMeta(path, database, "header");
      const ready = readMeta(path, database, "ready");
      if (header !== undefined && ready !== undefined) {
        requireSame(header, identity, folder);
        const standing = readMeta(path, database, "standing") ?? NEW;
        const changes = readChanges(path, database);
        return new ChainStore(path, database, header, { ready, standing, changes });
      }
      // The process was killed before the chain was ready, so it answered no requests.
      database.exec("BEGIN; DELETE FROM meta; DELETE FROM changes; COMMIT");
      const created = { ...identity, genesisTime };
      const store = new ChainStore(path, database, created, undefined);
      store.#waiting.push({ header: created });
      return store;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private constructor(
    path: string,
    database: DatabaseSync,
    header: Header,
    persisted: Persisted | undefined,
  ) {
    this.path = path;
    this.header = header;
    this.persisted = persisted;
    this.#database = database;
    this.#standing = persisted?.standing ?? NEW;
    this.#insert = database.prepare(
      "INSERT INTO changes (snapshot, lasting, change, sum) VALUES (?, ?, ?, ?)",
    );
  }

  /** Appends a change; it is on the disk after the next commit. */
  append(change: Change | Reverted, standing: Standing): void {
    this.#waiting.push(change);
    const { clock, snapshots } = this.#standing;
    if (standing.clock === clock && standing.snapshots === snapshots) return;
    this.#standing = standing;
    this.#waiting.push({ standing });
  }

  /** Records that the migration is done. */
  appendReady(ready: Ready): void {
    this.#waiting.push({ ready });
  }

  /**
   * Puts everything appended so far on the disk, all of it or nothing.
   * @throws MigrationError if it cannot be written, or could not be before
   */
  commit(): void {
    this.requireWritable();
    const entries = this.#waiting.splice(0);
    if (entries.length === 0) return;
    try {
      this.#database.exec("BEGIN");
      for (const entry of entries) this.#write(entry);
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#failure = refusals.notWritable(this.path, error);
      throw this.#failure;
    }
  }

  /** @throws MigrationError after a failed write, because the chain must no longer change */
  requireWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Commits the rest and unlocks the folder. */
  close(): void {
    try {
      if (this.#failure === undefined) this.commit();
    } finally {
      this.unlock();
    }
  }

  /** Unlocks the folder and drops the rest. */
  unlock(): void {
    this.#database.close();
  }

  #write(entry: Change | Reverted | Partial<Meta>): void {
    if ("method" in entry) {
      const text = JSON.stringify(entry);
      this.#insert.run(entry.snapshot ?? null, lastingName(entry) ?? null, text, crc32(text));
    } else if ("reverted" in entry) {
      forget(this.#database, entry.reverted);
    } else {
      for (const [name, value] of Object.entries(entry)) {
        const text = JSON.stringify(value);
        this.#database
          .prepare("INSERT OR REPLACE INTO meta (name, value, sum) VALUES (?, ?, ?)")
          .run(name, text, crc32(text));
      }
    }
  }
}

/**
 * Removes a snapshot and what the chain did since then. Settings that no snapshot restores stay, but of those at the
 * end only the last of each kind.
 */
function forget(database: DatabaseSync, snapshot: number): void {
  database
    .prepare(
      "DELETE FROM changes WHERE lasting IS NULL AND id >= (SELECT id FROM changes WHERE snapshot = ?)",
    )
    .run(snapshot);
  database.exec(`
    DELETE FROM changes
    WHERE id > (SELECT ifnull(max(id), 0) FROM changes WHERE lasting IS NULL)
    AND id NOT IN (
      SELECT max(id) FROM changes
      WHERE id > (SELECT ifnull(max(id), 0) FROM changes WHERE lasting IS NULL)
      GROUP BY lasting
    )
  `);
}

function readMeta<Name extends keyof Meta>(
  path: string,
  database: DatabaseSync,
  name: Name,
): Meta[Name] | undefined {
  const row = database.prepare("SELECT value, sum FROM meta WHERE name = ?").get(name) as
    { value: string; sum: number } | undefined;
  return row && (checked(path, name, row.value, row.sum) as Meta[Name]);
}

function readChanges(path: string, database: DatabaseSync): Change[] {
  const rows = database.prepare("SELECT id, change, sum FROM changes ORDER BY id").all() as {
    id: number;
    change: string;
    sum: number;
  }[];
  return rows.map(({ id, change, sum }) => checked(path, `change ${id}`, change, sum) as Change);
}

/** SQLite checks the structure of its pages, but not their contents. */
function checked(path: string, what: string, text: string, sum: number): unknown {
  if (crc32(text) === sum) return JSON.parse(text) as unknown;
  throw refusals.damaged(path, `the checksum of ${what} is wrong`);
}

function requireSame(header: Header, identity: Identity, folder: string): void {
  const [before, now] = [header.configuration, identity.configuration];
  const differences = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} was ${before[name] ?? "not set"} and is now ${now[name] ?? "not set"}`);
  if (differences.length > 0) throw refusals.ofOtherOptions(folder, differences);
}
