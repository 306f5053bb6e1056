import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { MigrationError } from "../../foundation/support/errors.js";
import { lock, type Unlock } from "../../foundation/support/file-lock.js";
import { makeFolder } from "../../foundation/support/make-folder.js";
import { loadSqlite } from "../../foundation/support/sqlite.js";
import { refusals } from "./refusals.js";

const FILE = "chain.sqlite";
const LOCK = `${FILE}.lock`;
/** Files that are beside the database while it is open, and stay there if the process is killed. */
const BESIDE = [LOCK, ...["-wal", "-shm", "-journal"].map((end) => `${FILE}${end}`)];

/** "DAOc", in the file's header. */
const APPLICATION = 0x44_41_4f_63;
/** Version of the file format. */
const FORMAT = 1;

const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
CREATE TABLE changes (
  id INTEGER PRIMARY KEY, snapshot INTEGER, lasting TEXT, change TEXT NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE INDEX snapshots ON changes (snapshot) WHERE snapshot IS NOT NULL;
`;

/** The database of a folder, which no other process can open until it is unlocked. */
export interface OpenDatabase {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly unlock: Unlock;
}

/**
 * Opens the database of a folder for this process alone, and creates both if necessary.
 * @throws LockHeldError if another chain has it
 * @throws MigrationError if the folder or its file is something else, damaged, or cannot be written
 */
export async function openDatabase(folder: string): Promise<OpenDatabase> {
  const path = join(folder, FILE);
  let unlock: Unlock | undefined;
  try {
    makeFolder(folder);
    const names = readdirSync(folder);
    const found = names.find((name) => name !== FILE && !BESIDE.includes(name));
    if (found !== undefined && !names.includes(FILE)) throw refusals.folderOfOthers(folder, found);
    unlock = await lock(join(folder, LOCK), {
      what: `The database folder ${folder}`,
      holder: "another test chain",
      instead: "pass another folder with --db",
    });
    return { path, database: open(path), unlock };
  } catch (error) {
    await unlock?.();
    throw error instanceof MigrationError ? error : refusals.unusable(folder, path, error);
  }
}

function open(path: string): DatabaseSync {
  const present = lstatSync(path, { throwIfNoEntry: false });
  if (present?.isFile() === false) throw refusals.notAFile(path, present.isSymbolicLink());
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path);
  try {
    // Before any write, since the file may belong to something else.
    requireOurs(path, database);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
    // Once a request is answered, its change survives even a power failure.
    database.exec("PRAGMA synchronous = FULL; BEGIN EXCLUSIVE");
    if (valueOf(database, "user_version") === 0) {
      database.exec(TABLES);
      database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${FORMAT}`);
    }
    database.exec("COMMIT");
    requireWhole(path, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function requireOurs(path: string, database: DatabaseSync): void {
  const application = valueOf(database, "application_id");
  const format = valueOf(database, "user_version");
  if (application === APPLICATION && format === FORMAT) return;
  if (application === APPLICATION) throw refusals.ofAnotherFormat(path, format, FORMAT);
  const tables = database.prepare("SELECT name FROM sqlite_schema").all();
  if (application !== 0 || format !== 0 || tables.length > 0) throw refusals.ofAnotherProgram(path);
}

function requireWhole(path: string, database: DatabaseSync): void {
  const rows = database.prepare("PRAGMA integrity_check(3)").all() as { integrity_check: string }[];
  const found = rows.map((row) => row.integrity_check).join("; ");
  if (found !== "ok") throw refusals.damaged(path, found);
}

function valueOf(database: DatabaseSync, pragma: "application_id" | "user_version"): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
}
