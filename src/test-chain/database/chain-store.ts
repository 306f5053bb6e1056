import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";

import type { Unlock } from "../../foundation/support/file-lock.js";
import { withFlags } from "../known-options.js";
import {
  lastingName,
  type Change,
  type Identity,
  type Reverted,
  type Standing,
  type Start,
} from "./change.js";
import { openDatabase, type OpenDatabase } from "./database.js";
import { refusals } from "./refusals.js";

/** Rows of `meta`. */
interface Meta {
  readonly start: Start;
  readonly standing: Standing;
}

/** What a file contained when it was opened. */
export interface Persisted extends Meta {
  readonly changes: readonly Change[];
}

const NEW: Standing = { snapshots: 0 };

/**
 * The database of a persisted chain: the changes that led to its state, in order. A revert removes the reverted changes
 * and the snapshot, so the size of the file and the time to start depend only on what the chain has now.
 */
export class ChainStore {
  /** What the file contained when it was opened; undefined for a new chain. */
  readonly persisted: Persisted | undefined;
  readonly path: string;
  /** Called once, with the reason, if nothing can be written any more. */
  onFailure: (message: string) => void = () => {};
  readonly #database: DatabaseSync;
  readonly #unlock: Unlock;
  readonly #insert: StatementSync;
  readonly #waiting: (Change | Reverted)[] = [];
  #failure: Error | undefined;

  /**
   * Opens a folder, and creates it if necessary.
   * @throws MigrationError if the folder is not a database folder, is in use, or damaged
   */
  static async open(folder: string, identity: Identity): Promise<ChainStore> {
    const opened = await openDatabase(folder);
    const { path, database } = opened;
    try {
      const start = readMeta(path, database, "start");
      if (start === undefined) return new ChainStore(opened, undefined);
      requireSame(start, identity, folder);
      const standing = readMeta(path, database, "standing") ?? NEW;
      const changes = readChanges(path, database);
      return new ChainStore(opened, { start, standing, changes });
    } catch (error) {
      database.close();
      await opened.unlock();
      throw error;
    }
  }

  private constructor({ path, database, unlock }: OpenDatabase, persisted: Persisted | undefined) {
    this.path = path;
    this.#unlock = unlock;
    this.persisted = persisted;
    this.#database = database;
    this.#insert = database.prepare(
      "INSERT INTO changes (snapshot, lasting, change, sum) VALUES (?, ?, ?, ?)",
    );
  }

  /** Appends a change; it is on the disk after the next commit. */
  append(change: Change | Reverted): void {
    this.#waiting.push(change);
  }

  /**
   * Puts everything appended so far on the disk, all of it or nothing.
   * @param start given with the first commit, when the migration is done
   * @throws MigrationError if it cannot be written, or could not be before
   */
  commit(standing: Standing, start?: Start): void {
    this.requireWritable();
    const changes = this.#waiting.splice(0);
    if (changes.length === 0 && start === undefined) return;
    try {
      this.#database.exec("BEGIN");
      for (const change of changes) this.#write(change);
      writeMeta(this.#database, "standing", standing);
      if (start !== undefined) writeMeta(this.#database, "start", start);
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#failure = refusals.notWritable(this.path, error);
      this.onFailure(this.#failure.message);
      throw this.#failure;
    }
  }

  /** @throws MigrationError after a failed write: the chain must no longer change */
  requireWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Unlocks the folder. What was not committed is lost. */
  async close(): Promise<void> {
    this.#database.close();
    await this.#unlock();
  }

  #write(entry: Change | Reverted): void {
    if ("reverted" in entry) return forget(this.#database, entry.reverted);
    const text = JSON.stringify(entry);
    this.#insert.run(entry.snapshot ?? null, lastingName(entry) ?? null, text, crc32(text));
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

function writeMeta<Name extends keyof Meta>(
  database: DatabaseSync,
  name: Name,
  value: Meta[Name],
): void {
  const text = JSON.stringify(value);
  database
    .prepare("INSERT OR REPLACE INTO meta (name, value, sum) VALUES (?, ?, ?)")
    .run(name, text, crc32(text));
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

function requireSame(start: Start, identity: Identity, folder: string): void {
  const [before, now] = [start.configuration, identity.configuration];
  const differences = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => {
      const [was, is] = [before[name] ?? "not set", now[name] ?? "not set"];
      return `${withFlags(name)} was ${was} and is now ${is}`;
    });
  if (differences.length > 0) throw refusals.ofOtherOptions(folder, differences);
}
