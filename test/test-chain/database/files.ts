import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";

import { loadSqlite } from "../../../src/foundation/support/sqlite.js";

/** Returns the file of a persisted chain. */
export const fileOf = (db: string): string => join(db, "chain.sqlite");

/** Opens the database of a closed chain, or any other. */
export function withDatabase<Result>(
  path: string,
  use: (database: DatabaseSync) => Result,
): Result {
  const database = new (loadSqlite().DatabaseSync)(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

export interface Row {
  readonly id: number;
  readonly change: string;
}

/** Returns the changes of a closed chain, in order. */
export function changesOf(db: string): readonly Row[] {
  return withDatabase(
    fileOf(db),
    (database) => database.prepare("SELECT id, change FROM changes ORDER BY id").all() as never,
  );
}

/** Rewrites a value in `meta` with its checksum. */
export function editMeta(db: string, name: string, edit: (value: never) => object): void {
  withDatabase(fileOf(db), (database) => {
    const { value } = database.prepare("SELECT value FROM meta WHERE name = ?").get(name) as {
      value: string;
    };
    const text = JSON.stringify(edit(JSON.parse(value) as never));
    database
      .prepare("UPDATE meta SET value = ?, sum = ? WHERE name = ?")
      .run(text, crc32(text), name);
  });
}

/** Rewrites changes with their checksums. */
export function editChanges(db: string, edit: (change: never) => object): void {
  const rows = changesOf(db);
  withDatabase(fileOf(db), (database) => {
    const update = database.prepare("UPDATE changes SET change = ?, sum = ? WHERE id = ?");
    for (const { id, change } of rows) {
      const text = JSON.stringify(edit(JSON.parse(change) as never));
      update.run(text, crc32(text), id);
    }
  });
}

/** Copies a folder as it is on disk, in another process: reading the files here could release SQLite's locks. */
export function copied(db: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  execFileSync("cp", ["-r", db, to]);
  return to;
}
