import { existsSync, lstatSync, mkdirSync, readdirSync, type BigIntStats } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { MigrationError } from "../../support/errors.js";
import { LockHeldError } from "../../support/file-lock.js";
import { keepsOthersOut } from "../../support/lock-probe.js";
import { loadSqlite, sqliteFailure } from "../../support/sqlite.js";
import { reasonOf } from "../../support/system-error.js";

const FILE = "chain.sqlite";
/** Files that SQLite creates beside the database while it is open, and leaves there if the process is killed. */
const BESIDE = ["-wal", "-shm", "-journal"].map((end) => `${FILE}${end}`);
/** The file of format 1 and its lock. */
export const FORMER_FILE = "requests.log";
export const FORMER_LOCK = "lock";

/** "DAOc", in the file's header. */
const APPLICATION = 0x44_41_4f_63;
/** Version of the file format; format 1 was a text file. */
const FORMAT = 2;

/** Processes that start at the same moment can block each other, so each tries again. */
const ATTEMPTS = 8;
/** Longest pause between two attempts, in milliseconds. */
const PAUSE = 30;

const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
CREATE TABLE changes (
  id INTEGER PRIMARY KEY, snapshot INTEGER, lasting TEXT, change TEXT NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE INDEX snapshots ON changes (snapshot) WHERE snapshot IS NOT NULL;
`;

/** The database of a folder, which no other process can open until it is closed. */
export interface OpenDatabase {
  readonly path: string;
  readonly database: DatabaseSync;
}

/**
 * Opens the database of a folder for this process alone, and creates both if necessary. The operating system locks the
 * file: it releases the lock of a killed process at once, but keeps that of a paused one.
 * @throws LockHeldError if another chain has it
 * @throws MigrationError if the folder or its file is something else, damaged, or cannot be written
 */
export async function openDatabase(folder: string): Promise<OpenDatabase> {
  const path = join(folder, FILE);
  try {
    requireDatabaseFolder(folder);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const database = open(path);
      if (database !== undefined) return await proven(folder, { path, database });
      await sleep(Math.random() * PAUSE);
    }
  } catch (error) {
    throw readable(error, folder, path);
  }
  throw new LockHeldError(
    `The database folder ${folder} is in use by another test chain, which has ${path} open. ` +
      "Wait until it ends, or pass another folder with --db.",
  );
}

function requireDatabaseFolder(folder: string): void {
  makeFolder(folder);
  const names = readdirSync(folder);
  if (names.includes(FILE) || names.includes(FORMER_FILE)) return;
  const stranger = names.find((name) => name !== FORMER_LOCK && !BESIDE.includes(name));
  if (stranger === undefined) return;
  throw new MigrationError(
    `${folder} is not a database folder: it contains ${stranger}. Pass an empty or new folder with --db.`,
  );
}

/**
 * Also creates parent folders. Node's own `recursive` never returns for folders that allow no others, such as /proc.
 */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes one attempt; undefined if another process has the file or is removing it. */
function open(path: string): DatabaseSync | undefined {
  const before = statsOf(path);
  if (before !== undefined && !before.isFile()) {
    const found = before.isSymbolicLink() ? "a symbolic link" : "not a regular file";
    throw new MigrationError(
      `${path} is ${found}. It was not changed. Pass another folder with --db.`,
    );
  }
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
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
    const after = statsOf(path);
    if (after !== undefined && (before === undefined || after.ino === before.ino)) return database;
  } catch (error) {
    database?.close();
    if (sqliteFailure(error) === "busy") return undefined;
    throw error;
  }
  // `npm run cleandb` removed it in the meantime.
  database.close();
  return undefined;
}

function statsOf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

function requireOurs(path: string, database: DatabaseSync): void {
  const application = valueOf(database, "application_id");
  const format = valueOf(database, "user_version");
  const untouched = "It was not changed. Pass another folder with --db.";
  if (application === APPLICATION && format === FORMAT) return;
  if (application === APPLICATION) {
    throw new MigrationError(
      `${path} has format ${format}, and this version reads format ${FORMAT}: a later version wrote it. ${untouched}`,
    );
  }
  const { count } = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get() as {
    count: number;
  };
  if (application === 0 && format === 0 && count === 0) return;
  throw new MigrationError(`${path} is the database of another program. ${untouched}`);
}

function requireWhole(path: string, database: DatabaseSync): void {
  const rows = database.prepare("PRAGMA integrity_check(3)").all() as { integrity_check: string }[];
  const found = rows.map((row) => row.integrity_check).join("; ");
  if (found !== "ok") throw damaged(path, found);
}

function valueOf(database: DatabaseSync, pragma: "application_id" | "user_version"): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
}

/** Returns the database after checking that its lock works. */
async function proven(folder: string, open: OpenDatabase): Promise<OpenDatabase> {
  if (await keepsOthersOut(open.path)) return open;
  open.database.close();
  throw new MigrationError(
    `The database folder ${folder} cannot be locked: its file system does not support file locks, like some network and ` +
      "container mounts. Pass a folder on a local disk with --db.",
  );
}

/** @param found what is wrong with it */
export function damaged(path: string, found: string): MigrationError {
  return new MigrationError(
    `${path} is damaged: ${found}. It was not changed. Restore the folder from a copy, or remove it to start a new chain.`,
  );
}

function readable(error: unknown, folder: string, path: string): Error {
  if (error instanceof MigrationError) return error;
  const failure = sqliteFailure(error);
  if (failure === "damaged") return damaged(path, (error as Error).message);
  if (failure === "foreign") {
    return new MigrationError(
      `${path} is not a database. It was not changed. Move it away, or pass another folder with --db.`,
    );
  }
  return new MigrationError(
    `The database folder ${folder} cannot be used: ${reasonOf(error)}. Pass another folder with --db.`,
    { cause: error },
  );
}
