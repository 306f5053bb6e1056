import type { check } from "../commands/check.js";
import type { LibraryOptionsOf } from "../commands/command.js";
import type { inspect } from "../commands/inspect.js";

/** Options of `DaoMigration.inspectDao`. */
export type InspectDaoOptions = LibraryOptionsOf<typeof inspect>;

/** Options of `DaoMigration.checkDao`. */
export type CheckDaoOptions = LibraryOptionsOf<typeof check>;
