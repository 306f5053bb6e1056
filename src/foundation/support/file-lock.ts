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

/** Describes what a lock guards, for its messages. */
export interface Guarded {
  /** Subject of a sentence: `The result file /p/migration.json`. */
  readonly what: string;
  /** Who may hold the lock: `another migration`. */
  readonly holder: string;
  /** How to avoid this lock: `pass another file with --output`. */
  readonly instead: string;
}

/** Another process, or another part of this one, holds the lock. */
export class LockHeldError extends MigrationError {}

/** Releases a lock; a second call does nothing. `await using` calls it at the end of a block. */
export type Unlock = (() => Promise<void>) & AsyncDisposable;

/** Two processes that ask at the same moment can refuse each other, so each tries again. */
const ATTEMPTS = 8;
/** Longest pause between two attempts, in milliseconds. */
const PAUSE = 20;

/** Linux's flag to refer to a file without opening it: 010000000 in fcntl(2). */
const O_PATH = 0x20_0000;

/** Garbage collection closes an unreferenced database, and its lock would be lost. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that only one holder can have, across processes, threads and containers. It is the
 * operating system's lock on a file, taken through SQLite: a killed process loses it at once, a
 * paused one keeps it, and nothing needs to be cleaned up.
 *
 * The file stays empty: SQLite locks it with a transaction that is never committed. It is removed
 * when the lock is released. A killed process leaves it behind, which is harmless.
 *
 * While it holds a lock, this process must not open and close the file in any other way: POSIX would
 * drop the lock.
 * @param path a file that is only used for this lock; it is created if it does not exist
 * @param patience how long to wait for another holder, in milliseconds; hardly at all by default
 * @throws LockHeldError if the lock is held
 * @throws MigrationError if the file is not a lock file or cannot be created, or
 *   if the file system does not support locks
 * @example
 * await using _ = await lock("/p/migration.json.lock", {
 *   what: "The result file /p/migration.json",
 *   holder: "another migration",
 *   instead: "pass another file with --output",
 * });
 */
export async function lock(path: string, guarded: Guarded, patience = 0): Promise<Unlock> {
  const file = resolve(path);
  const end = Date.now() + patience;
  for (let attempt = 1; attempt <= ATTEMPTS || Date.now() < end; attempt++) {
    const taken = take(file, guarded);
    if (taken !== undefined) return await proven(file, taken, guarded);
    await sleep(Math.random() * PAUSE);
  }
  if (refusesNewFiles(file, guarded)) throw doesNotLock(file, guarded);
  throw new LockHeldError(
    `${guarded.what} is in use by ${guarded.holder}, which holds the lock ${file}. ` +
      `Wait until it ends, or ${guarded.instead}.`,
  );
}

/** Identifies a file, whatever its path. No other file has these numbers while it exists. */
type FileId = Pick<BigIntStats, "dev" | "ino">;

interface Taken {
  readonly id: FileId;
  readonly database: DatabaseSync;
}

/**
 * Makes one attempt; undefined if another holder has the lock or is releasing it.
 *
 * The holder removes the file. So between opening and locking it, the file can be removed, and
 * another process can create and lock a new one. The lock is only valid if the path refers to the
 * same file before it is opened and after it is locked.
 */
function take(path: string, guarded: Guarded): Taken | undefined {
  const { DatabaseSync } = loadSqlite();
  let database: DatabaseSync | undefined;
  let pin: Pin | undefined;
  try {
    pin = pinned(path);
    if (pin === undefined) {
      // SQLite creates it, because closing it in any other way could drop the lock of another thread.
      new DatabaseSync(path).close();
      pin = pinned(path);
      if (pin === undefined) return undefined;
    }
    requireLockFile(path, pin.stats, guarded);
    database = new DatabaseSync(path);
    // With its journal in memory, SQLite creates no second file. The change is never committed; without
    // it, SQLite would take only a shared lock on a read-only file.
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

/** A file whose numbers are not reused before `release`. */
interface Pin {
  readonly stats: BigIntStats;
  release(): void;
}

/**
 * Undefined if there is no file. Linux may reuse a removed file's number, so there it holds a
 * reference to the file. macOS never reuses numbers, and Windows does not remove open files.
 */
function pinned(path: string): Pin | undefined {
  try {
    if (process.platform !== "linux") {
      return { stats: lstatSync(path, { bigint: true }), release: () => {} };
    }
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

function isAt(path: string, { dev, ino }: FileId): boolean {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && stats.dev === dev && stats.ino === ino;
}

/** Anything else at the path belongs to somebody, and is neither locked nor removed. */
function requireLockFile(path: string, stats: BigIntStats, { what, instead }: Guarded): void {
  if (stats.isFile() && stats.size === 0n) return;
  let found = "it is not empty";
  if (stats.isSymbolicLink()) found = "it is a symbolic link";
  else if (stats.isDirectory()) found = "it is a folder";
  else if (!stats.isFile()) found = "it is not a regular file";
  throw new MigrationError(
    `${what} cannot be locked: ${path} exists but is not a lock file (${found}). It was not changed. ` +
      `Move it away, or ${instead}.`,
  );
}

/** Returns the lock once it is known to keep others out. */
async function proven(path: string, taken: Taken, guarded: Guarded): Promise<Unlock> {
  const unlock = async () => Promise.resolve(release(path, taken));
  if (!(await keepsOthersOut(path))) {
    await unlock();
    throw doesNotLock(path, guarded);
  }
  return Object.assign(unlock, { [Symbol.asyncDispose]: unlock });
}

function release(path: string, { id, database }: Taken): void {
  if (!held.delete(database)) return;
  // While the file is locked, nobody else can own it. Windows does not remove open files, so there
  // it is removed afterwards, which fails if somebody else has opened it.
  const isWindows = process.platform === "win32";
  if (!isWindows) removeLockFile(path, id);
  database.close();
  if (isWindows) removeLockFile(path, id);
}

function removeLockFile(path: string, id: FileId): void {
  try {
    if (isAt(path, id)) rmSync(path);
  } catch {
    // An empty file is harmless.
  }
}

/** Whether a new file in the same folder cannot be locked either, although nobody can hold its lock. */
function refusesNewFiles(path: string, guarded: Guarded): boolean {
  const own = join(
    dirname(path),
    `.${basename(path)}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`,
  );
  try {
    const taken = take(own, guarded);
    if (taken !== undefined) release(own, taken);
    return taken === undefined;
  } catch {
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function doesNotLock(path: string, { what, instead }: Guarded): MigrationError {
  return new MigrationError(
    `${what} cannot be locked: the file system of ${dirname(path)} does not support file locks, like some network ` +
      `and container mounts. Use a folder on a local disk: ${instead}.`,
  );
}

function cannotLock(path: string, guarded: Guarded, error: Error): MigrationError {
  const { what, instead } = guarded;
  return new MigrationError(
    `${what} cannot be locked: ${path} cannot be written: ${whyNot(path, guarded, error)}. Fix that, or ${instead}.`,
    { cause: error },
  );
}

/** The system knows why SQLite cannot open or write a file. */
function whyNot(path: string, { holder }: Guarded, error: Error): string {
  if (sqliteFailure(error) === undefined) return reasonOf(error);
  let denied: string | undefined;
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    // Such as after a run under umask 777, or another user's.
    denied = `this user has no permission for the file, which can be removed unless ${holder} is running`;
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (systemError) {
    return reasonOf(systemError, denied);
  }
  // SQLite's words for a file that the permissions allow to open, but the system does not.
  if (!error.message.includes("unable to open database file")) return error.message;
  return "the system does not allow it, although permissions do: the file or its folder may be immutable";
}
