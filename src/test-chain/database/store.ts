import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";

import { MigrationError } from "../../support/errors.js";
import { reasonOf } from "../../support/system-error.js";
import {
  lastingName,
  type Change,
  type Header,
  type Identity,
  type Ready,
  type Reverted,
  type Standing,
} from "./change.js";
import { damaged, openDatabase } from "./database.js";
import { openFormer, type Former } from "./former.js";

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
 * and the snapshot, so the size of the file and the time to start depend only on what the chain has now. Changes that
 * arrive in the same turn of the event loop are committed together.
 */
export class ChainStore {
  readonly header: Header;
  /** What the file contained when it was opened; undefined for a new chain. */
  readonly persisted: Persisted | undefined;
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #former: Former | undefined;
  readonly #insert: StatementSync;
  #standing: Standing;
  #waiting: (Change | Reverted | Partial<Meta>)[] = [];
  #appended = 0;
  #written = 0;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  /**
   * Opens a folder, and creates it if necessary.
   * @param genesisTime of a new chain, in UNIX seconds
   * @throws MigrationError if the folder is not a database folder, is in use, or damaged
   */
  static async open(folder: string, identity: Identity, genesisTime: number): Promise<ChainStore> {
    const { path, database } = await openDatabase(folder);
    let former: Former | undefined;
    try {
      const header = readMeta(path, database, "header");
      const ready = readMeta(path, database, "ready");
      if (header !== undefined && ready !== undefined) {
        requireSame(header, identity, folder);
        const standing = readMeta(path, database, "standing") ?? NEW;
        return new ChainStore(path, database, header, {
          ...{ ready, standing },
          changes: readChanges(path, database),
        });
      }
      // The process was killed before the chain was ready, so it answered no requests.
      database.exec("BEGIN; DELETE FROM meta; DELETE FROM changes; COMMIT");
      former = await openFormer(folder);
      if (former !== undefined)
        return ChainStore.#convert(path, database, former, identity, folder);
      const created = { ...identity, genesisTime };
      const store = new ChainStore(path, database, created, undefined);
      store.#add({ header: created });
      return store;
    } catch (error) {
      await former?.release();
      database.close();
      throw error;
    }
  }

  /** Converts a chain that an earlier version persisted. That version's file is removed once the chain is restored. */
  static #convert(
    path: string,
    database: DatabaseSync,
    former: Former,
    identity: Identity,
    folder: string,
  ): ChainStore {
    const { header, ready, standing, changes } = former;
    requireSame(header, identity, folder);
    const converting = new ChainStore(path, database, header, undefined);
    converting.#add({ header }, ...changes, { ready, standing });
    converting.#write();
    const left = readChanges(path, database);
    return new ChainStore(path, database, header, { ready, standing, changes: left }, former);
  }

  private constructor(
    path: string,
    database: DatabaseSync,
    header: Header,
    persisted: Persisted | undefined,
    former?: Former,
  ) {
    this.path = path;
    this.header = header;
    this.persisted = persisted;
    this.#database = database;
    this.#former = former;
    this.#standing = persisted?.standing ?? NEW;
    this.#insert = database.prepare(
      "INSERT INTO changes (snapshot, lasting, change, sum) VALUES (?, ?, ?, ?)",
    );
  }

  /** Appends a change; it is on the disk once `synced` resolves. */
  append(change: Change | Reverted, standing: Standing): void {
    this.#add(change);
    const { clock, snapshots } = this.#standing;
    if (standing.clock === clock && standing.snapshots === snapshots) return;
    this.#standing = standing;
    this.#add({ standing });
  }

  /** Records that the migration is done. */
  appendReady(ready: Ready): void {
    this.#add({ ready });
  }

  /** Called when the chain is restored; removes an earlier version's file. */
  async restored(): Promise<void> {
    await this.#former?.remove();
  }

  /**
   * Resolves when everything appended so far is on the disk.
   * @throws MigrationError if it could not be written; the file then lacks it
   */
  async synced(): Promise<void> {
    const wanted = this.#appended;
    while (this.#written < wanted) {
      this.checkWritable();
      await (this.#writing ??= turn().then(() => {
        this.#writing = undefined;
        this.#write();
      }));
    }
  }

  /** @throws MigrationError after a failed write, because the chain must no longer change */
  checkWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Commits the rest and unlocks the folder. */
  async close(): Promise<void> {
    try {
      if (this.#failure === undefined) await this.synced();
    } finally {
      this.#database.close();
      await this.#former?.release();
    }
  }

  #add(...entries: (Change | Reverted | Partial<Meta>)[]): void {
    this.#waiting.push(...entries);
    this.#appended += entries.length;
  }

  #write(): void {
    const entries = this.#waiting;
    const appended = this.#appended;
    this.#waiting = [];
    if (this.#written === appended) return;
    try {
      this.#database.exec("BEGIN");
      for (const entry of entries) this.#writeOne(entry);
      this.#database.exec("COMMIT");
      this.#written = appended;
    } catch (error) {
      this.#failure = new MigrationError(
        `${this.path} cannot be written: ${reasonOf(error)}. The chain has stopped, and its last requests are not ` +
          "persisted. Free some space or fix the problem, then start it again.",
        { cause: error },
      );
      throw this.#failure;
    }
  }

  #writeOne(entry: Change | Reverted | Partial<Meta>): void {
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
  throw damaged(path, `the checksum of ${what} is wrong`);
}

function requireSame(header: Header, { configuration }: Identity, folder: string): void {
  const differences = differencesOf(header.configuration, configuration);
  if (differences.length === 0) return;
  throw new MigrationError(
    `${folder} contains a chain of another configuration: ${differences.join("; ")}. Start the chain as before, pass ` +
      `another folder with --db, or remove ${folder} to start a new chain.`,
  );
}

function differencesOf(
  persisted: Readonly<Record<string, string>>,
  requested: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(persisted), ...Object.keys(requested)]);
  return [...names]
    .filter((name) => persisted[name] !== requested[name])
    .map(
      (name) =>
        `${name} was ${persisted[name] ?? "not set"} and is now ${requested[name] ?? "not set"}`,
    );
}
