import { MigrationError } from "../../foundation/support/errors.js";
import { sqliteFailure } from "../../foundation/support/sqlite.js";
import { reasonOf } from "../../foundation/support/system-error.js";

const ELSEWHERE = "Pass another folder with --db.";
const UNTOUCHED = `It was not changed. ${ELSEWHERE}`;
const COPY = "restore the folder from a copy, or remove it to start a new chain";

/** Everything that keeps a folder from being used as the database of a chain. None of it changes the folder. */
export const refusals = {
  folderOfOthers: (folder: string, found: string) =>
    new MigrationError(
      `${folder} is not a database folder: it contains ${found}. Pass an empty or new folder with --db.`,
    ),
  unusable: (folder: string, path: string, error: unknown) => {
    const failure = sqliteFailure(error);
    if (failure === "damaged") return refusals.damaged(path, (error as Error).message);
    if (failure === "foreign") {
      return new MigrationError(
        `${path} is not a database. It was not changed. Move it away, or pass another folder with --db.`,
      );
    }
    return new MigrationError(
      `The database folder ${folder} cannot be used: ${reasonOf(error)}. ${ELSEWHERE}`,
      { cause: error },
    );
  },
  notAFile: (path: string, isLink: boolean) =>
    new MigrationError(
      `${path} is ${isLink ? "a symbolic link" : "not a regular file"}. ${UNTOUCHED}`,
    ),
  ofAnotherProgram: (path: string) =>
    new MigrationError(`${path} is the database of another program. ${UNTOUCHED}`),
  ofAnotherFormat: (path: string, format: number, known: number) =>
    new MigrationError(
      `${path} has format ${format}, and this version reads format ${known}: a later version wrote it. ${UNTOUCHED}`,
    ),
  damaged: (path: string, found: string) =>
    new MigrationError(
      `${path} is damaged: ${found}. It was not changed. Restore the folder from a copy, or remove it to start a new chain.`,
    ),
  /** @param differences between the options that started the chain and those of today */
  ofOtherOptions: (folder: string, differences: readonly string[]) =>
    new MigrationError(
      `${folder} contains a chain of another configuration: ${differences.join("; ")}. Start the chain as before, pass ` +
        `another folder with --db, or remove ${folder} to start a new chain.`,
    ),
  /** @param change the first one whose outcome is another than before */
  notTheSame: (origin: string, change: string, found: string) =>
    new MigrationError(
      `The chain of ${origin} cannot be restored: after ${change} ${found}. ` +
        `Nothing was changed. Start it with the versions that wrote it, ${COPY}.`,
    ),
  /** The chain was running, and must no longer change. */
  notWritable: (path: string, error: unknown) =>
    new MigrationError(
      `${path} cannot be written: ${reasonOf(error)}. The chain has stopped, and its last requests are not ` +
        "persisted. Free some space or fix the problem, then start it again.",
      { cause: error },
    ),
};
