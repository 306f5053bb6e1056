import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
  type BigIntStats,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { MigrationError } from "./errors.js";
import { keepsOthersOut } from "./lock-probe.js";
import { loadSqlite, sqliteFailure } from "./sqlite.js";
import { reasonOf } from "./system-error.js";

/** What a lock guards, for its messages. */
export interface Guarded {
  /** Begins a sentence: `The result file /p/migration.json`. */
  readonly what: string;
  /** Who may hold the lock: `another migration`. */
  readonly holder: string;
  /** How to do without this lock: `pass another file with --output`. */
  readonly instead: string;
}

/** Gives a lock back; a second call does nothing. `await using` calls it at the end of a block. */
export type Unlock = (() => Promise<void>) & AsyncDisposable;

/** Two processes that ask at the same moment can refuse each other; one of them asks again first. */
const ATTEMPTS = 8;
/** The longest pause between two attempts, in milliseconds. */
const PAUSE = 20;

/** Linux's flag for a file that is referred to and not opened: 010000000 in fcntl(2). */
const O_PATH = 0x20_0000;

/** Garbage collection closes a database that nobody refers to, and with it goes the lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that only one holder can have, in whichever process, thread or container. It is the
 * operating system's lock on a file, taken through SQLite: a process that is killed loses it at
 * once, one that is paused keeps it, and nothing has to be cleaned up afterwards.
 *
 * The file is empty and stays so: SQLite locks it with a transaction that is never committed. It is
 * removed with the lock. Where a process was killed it is left behind, which does no harm.
 *
 * While a lock is held, this process must not open and close its file in any other way: POSIX then
 * drops the lock.
 * @param path the lock's file, used for nothing else; created if it does not exist
 * @throws MigrationError where the lock is held, the file exists and is not a lock's or cannot be
 *   created, or the file system does not lock
 * @example
 * await using _ = await lock("/p/migration.json.lock", {
 *   what: "The result file /p/migration.json",
 *   holder: "another migration",
 *   instead: "pass another file with --output",
 * });
 */
export async function lock(path: string, guarded: Guarded): Promise<Unlock> {
  const file = resolve(path);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const taken = take(file, guarded);
    if (taken !== undefined) return await proven(file, taken, guarded);
    await sleep(Math.random() * PAUSE);
  }
  if (refusesNewFiles(file, guarded)) throw doesNotLock(file, guarded);
  throw new MigrationError(
    `${guarded.what} is in use by ${guarded.holder}, which holds the lock ${file}. ` +
      `Wait until it ends, or ${guarded.instead}.`,
  );
}

/** A file, whatever its path: no other one has these numbers as long as it exists. */
type FileId = Pick<BigIntStats, "dev" | "ino">;

interface Taken {
  readonly id: FileId;
  readonly database: DatabaseSync;
}

/**
 * One attempt; undefined where somebody else holds the lock, or gives it back at this moment.
 *
 * A lock's file is removed by its holder, so between opening and locking it, it can be removed, and
 * the next one be created and locked by somebody else. So the lock only counts where its path leads
 * to the same file before it is opened and after it is locked.
 */
function take(path: string, guarded: Guarded): Taken | undefined {
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | undefined;
  let pin: Pin | undefined;
  try {
    pin = pinned(path);
    if (pin === undefined) {
      // SQLite creates it: closing it in any other way could drop a lock of another thread.
      new DatabaseSync(path).close();
      pin = pinned(path);
      if (pin === undefined) return undefined;
    }
    requireLockFile(path, pin.stats, guarded);
    database = new DatabaseSync(path);
    // A journal in memory makes no file beside this one. The change is never committed; without it,
    // SQLite would be content with a shared lock on a file that it may only read.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
    if (isAt(path, pin.stats)) {
      held.add(database);
      return { id: pin.stats, database };
    }
  } catch (error) {
    const failure = sqliteFailure(error);
    if (failure !== "busy") {
      database?.close();
      if (failure === "no locks") throw doesNotLock(path, guarded);
      throw error instanceof MigrationError ? error : cannotLock(path, guarded, error as Error);
    }
  } finally {
    pin?.release();
  }
  database?.close();
  return undefined;
}

/** A file that was looked at, and whose numbers no other file gets before `release`. */
interface Pin {
  readonly stats: BigIntStats;
  release(): void;
}

/**
 * Undefined where there is no file. Linux can give a removed file's number to the next one, so there
 * the file is referred to; macOS uses no number twice, and Windows removes no file that is open.
 */
function pinned(path: string): Pin | undefined {
  try {
    if (process.platform !== "linux") return { stats: lstat(path), release: () => {} };
    const descriptor = openSync(path, O_PATH | constants.O_NOFOLLOW);
    return {
      stats: fstatSync(descriptor, { bigint: true }),
      release: () => closeSync(descriptor),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function lstat(path: string): BigIntStats {
  return lstatSync(path, { bigint: true });
}

function isAt(path: string, { dev, ino }: FileId): boolean {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && stats.dev === dev && stats.ino === ino;
}

/** Anything else at the path is somebody's, and is neither locked nor removed. */
function requireLockFile(path: string, stats: BigIntStats, { what, instead }: Guarded): void {
  if (stats.isFile() && stats.size === 0n) return;
  let found = "it is not empty";
  if (stats.isSymbolicLink()) found = "it is a symbolic link";
  else if (stats.isDirectory()) found = "it is a folder";
  else if (!stats.isFile()) found = "it is not a regular file";
  throw new MigrationError(
    `${what} cannot be locked: ${path} exists and is not a lock file (${found}). It was not changed. ` +
      `Move it away, or ${instead}.`,
  );
}

/** The lock, once it is known to keep others out. */
async function proven(path: string, taken: Taken, guarded: Guarded): Promise<Unlock> {
  const unlock = async () => Promise.resolve(giveBack(path, taken));
  if (!(await keepsOthersOut(path))) {
    await unlock();
    throw doesNotLock(path, guarded);
  }
  return Object.assign(unlock, { [Symbol.asyncDispose]: unlock });
}

function giveBack(path: string, { id, database }: Taken): void {
  if (!held.delete(database)) return;
  // The file is removed while it is locked, so that it is nobody else's. Windows does not remove an
  // open file, so there it is removed after that, and only if nobody else has opened it.
  const isWindows = process.platform === "win32";
  if (!isWindows) removeLockFile(path, id);
  database.close();
  if (isWindows) removeLockFile(path, id);
}

function removeLockFile(path: string, id: FileId): void {
  try {
    if (isAt(path, id)) rmSync(path);
  } catch {
    // It does no harm where it is.
  }
}

/** Whether a new file beside it cannot be locked either, although nobody else can hold its lock. */
function refusesNewFiles(path: string, guarded: Guarded): boolean {
  const own = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const taken = take(own, guarded);
    if (taken !== undefined) giveBack(own, taken);
    return taken === undefined;
  } catch {
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function doesNotLock(path: string, { what, instead }: Guarded): MigrationError {
  return new MigrationError(
    `${what} cannot be locked: the file system of ${dirname(path)} does not lock files, as some network and ` +
      `container mounts do not. Use a folder on a local disk: ${instead}.`,
  );
}

function cannotLock(path: string, { what, instead }: Guarded, error: Error): MigrationError {
  return new MigrationError(
    `${what} cannot be locked: ${path} cannot be written: ${whyNot(path, error)}. Fix that, or ${instead}.`,
    { cause: error },
  );
}

/** SQLite does not say why it cannot open or write a file; the system does. */
function whyNot(path: string, error: Error): string {
  if (sqliteFailure(error) === undefined) return reasonOf(error);
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (systemError) {
    return reasonOf(systemError);
  }
  return error.message;
}
