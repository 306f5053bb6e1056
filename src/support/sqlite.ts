import type * as Sqlite from "node:sqlite";

import { MigrationError } from "./errors.js";

/**
 * Loads Node's SQLite when it is first needed. Node 22 warns that it is experimental, which our users
 * can do nothing about: that warning is dropped, and every other one passed on.
 * @throws MigrationError where this Node has no SQLite
 */
export function loadSqlite(): typeof Sqlite {
  const sqlite = withoutSqliteWarning(() => process.getBuiltinModule("node:sqlite"));
  // A Node that was built without SQLite, or told not to use it, has no such module.
  if ((sqlite as unknown) !== undefined) return sqlite;
  throw new MigrationError(
    `This Node (${process.version}) has no SQLite, which locks files and databases. Use Node 22.13 or later, built ` +
      "with SQLite and started without --no-experimental-sqlite.",
  );
}

function withoutSqliteWarning<Result>(load: () => Result): Result {
  const emitWarning = Reflect.get(process, "emitWarning") as (...args: unknown[]) => void;
  const filtered = (...args: unknown[]): void => {
    if (/^SQLite is an experimental feature/.test(String(args[0]))) return;
    Reflect.apply(emitWarning, process, args);
  };
  Reflect.set(process, "emitWarning", filtered);
  try {
    return load();
  } finally {
    Reflect.set(process, "emitWarning", emitWarning);
  }
}

/** What went wrong, of what callers tell apart; undefined for an error that is not SQLite's. */
export function sqliteFailure(error: unknown): "busy" | "no locks" | "other" | undefined {
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode !== "number") return undefined;
  if ((errcode & 0xff) === SQLITE_BUSY) return "busy";
  return LOCK_ERRORS.includes(errcode) ? "no locks" : "other";
}

/** Result codes, https://sqlite.org/rescode.html: another connection has the lock. */
const SQLITE_BUSY = 5;
/** The system could not lock the file: SQLITE_IOERR_RDLOCK, _CHECKRESERVEDLOCK and _LOCK. */
const LOCK_ERRORS = [2314, 3594, 3850];
