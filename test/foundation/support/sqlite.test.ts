import { join } from "node:path";

import { expect } from "chai";

import { loadSqlite, sqliteFailure } from "../../../src/foundation/support/sqlite.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

/** Runs with a replaced node:sqlite. */
async function withNode(sqlite: () => unknown, run: () => void | Promise<void>): Promise<void> {
  const original = Reflect.get(process, "getBuiltinModule") as unknown;
  Reflect.set(process, "getBuiltinModule", sqlite);
  try {
    await run();
  } finally {
    Reflect.set(process, "getBuiltinModule", original);
  }
}

describe("loadSqlite", () => {
  it("drops only Node 22's warning that SQLite is experimental", async () => {
    const warnings: string[] = [];
    const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
    // Node's own listener prints warnings.
    const others = process.listeners("warning");
    process.removeAllListeners("warning").on("warning", note);
    const loaded = {};
    const node22 = (): unknown => {
      // Node 22 warns like this when it loads node:sqlite for the first time.
      const sqlite = "SQLite is an experimental feature and might change at any time";
      process.emitWarning(sqlite, "ExperimentalWarning");
      process.emitWarning("Another feature is experimental", "ExperimentalWarning");
      process.emitWarning(new Error("given as an error"));
      return loaded;
    };
    try {
      await withNode(node22, async () => {
        expect(loadSqlite()).to.equal(loaded);
        process.emitWarning("SQLite is an experimental feature, says somebody else");
        await new Promise((resolve) => setImmediate(resolve));
      });
      expect(warnings).to.deep.equal([
        "ExperimentalWarning: Another feature is experimental",
        "Error: given as an error",
        "Warning: SQLite is an experimental feature, says somebody else",
      ]);
    } finally {
      process.off("warning", note);
      for (const other of others) process.on("warning", other);
    }
  });

  it("says which Node is needed if this one has no SQLite", async () => {
    await withNode(
      () => undefined,
      () => {
        expect(() => loadSqlite()).to.throw(/has no SQLite here.*Use Node 22\.13 or later/);
      },
    );
  });

  it("distinguishes a locked database from other errors", async () => {
    const { DatabaseSync } = loadSqlite();
    await inTemporaryFolder((folder) => {
      const path = join(folder, "database");
      const [one, other] = [new DatabaseSync(path), new DatabaseSync(path)];
      const failureOf = (sql: string): unknown => {
        try {
          other.exec(sql);
        } catch (error) {
          return sqliteFailure(error);
        }
        throw new Error("SQLite accepts it.");
      };
      one.exec("BEGIN EXCLUSIVE");
      expect(failureOf("BEGIN EXCLUSIVE")).to.equal("busy");
      expect(failureOf("nonsense")).to.equal("other");
      one.close();
      other.close();
      return Promise.resolve();
    });
    expect(sqliteFailure(Object.assign(new Error("disk I/O error"), { errcode: 3850 }))).to.equal(
      "no locks",
    );
    expect(sqliteFailure(new Error("not SQLite's"))).to.equal(undefined);
  });
});
