// @ts-check
// `npm run cleandb`: deletes the database of a test chain, the folder db or another one. See `npm run ganache`.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const FILE = "chain.sqlite";
const LOCK = `${FILE}.lock`;
/** The files of a persisted test chain. */
const OWN = [FILE, LOCK, `${FILE}-wal`, `${FILE}-shm`, `${FILE}-journal`];

const folder = path.resolve(process.argv[2] ?? "db");
try {
  console.log(clean());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)} Nothing was deleted.`);
  process.exitCode = 1;
}

function clean() {
  if (!existsSync(folder)) return `There is no ${folder}: nothing to delete.`;
  const names = statSync(folder).isDirectory() ? readdirSync(folder) : [path.basename(folder)];
  const stranger = names.find((name) => !OWN.includes(name));
  if (stranger !== undefined) {
    throw new Error(`${folder} is not the database of a test chain: it contains ${stranger}.`);
  }
  // As chains do, so that none starts in between.
  const lock = names.includes(FILE) ? locked() : undefined;
  // Windows cannot delete open files, and Linux releases the lock when the file is closed.
  const remove = () => rmSync(folder, { recursive: true });
  if (process.platform !== "win32") remove();
  lock?.close();
  if (process.platform === "win32") remove();
  return `Deleted ${folder}.`;
}

function locked() {
  const database = new DatabaseSync(path.join(folder, LOCK));
  try {
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    throw new Error(`${folder} is in use by a test chain. Stop it first.`, { cause: error });
  }
}
