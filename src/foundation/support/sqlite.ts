import type * as Sqlite from "node:sqlite";

import { MigrationError } from "./errors.js";

/**
 * Loads Node's SQLite on first use. Node 22 warns that it is experimental, about which users can do nothing: this drops
 * that warning and passes on all others.
 * @throws MigrationError if this Node has no SQLite
 */
export function loadSqlite(): typeof Sqlite {
  const sqlite = withoutSqliteWarning(() => process.getBuiltinModule("node:sqlite"));
  // The module is missing if Node was built without SQLite, or started without it.
  if ((sqlite as unknown) !== undefined) return sqlite;
  throw new MigrationError(
    `Node ${process.version} has no SQLite here, which file locks and persisted chains need. Use Node 22.13 or later, built with ` +
      "SQLite and started without --no-experimental-sqlite.",
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

/** The kind of an SQLite error; undefined for any other error. */
export function sqliteFailure(error: unknown): SqliteFailure | undefined {
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode !== "number") return undefined;
  if (LOCK_ERRORS.includes(errcode)) return "no locks";
  return FAILURES[errcode & 0xff] ?? "other";
}

/** `foreign`: the file is not a database. */
type SqliteFailure = "busy" | "damaged" | "foreign" | "no locks" | "other";

/** SQLITE_BUSY (another connection holds the lock), _CORRUPT and _NOTADB: https://sqlite.org/rescode.html. */
const FAILURES: Readonly<Record<number, SqliteFailure>> = {
  5: "busy",
  11: "damaged",
  26: "foreign",
};
/** The system cannot lock the file: SQLITE_IOERR_RDLOCK, _CHECKRESERVEDLOCK and _LOCK. */
const LOCK_ERRORS = [2314, 3594, 3850];
