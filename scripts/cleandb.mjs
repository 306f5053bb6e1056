// @ts-check
// `npm run cleandb`: deletes the database of a test chain, the folder db or another one. See `npm run ganache`.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** The files of a persisted test chain. */
const OWN = ["requests.log", "lock"];

const [folder = "db"] = process.argv.slice(2);
const names = existsSync(folder) ? readdirSync(folder) : [];
const stranger = names.find((name) => !OWN.includes(name));
if (!existsSync(folder)) {
  console.log(`There is no ${path.resolve(folder)}: nothing to delete.`);
} else if (stranger !== undefined) {
  console.error(
    `${path.resolve(folder)} is not the database of a test chain: it contains ${stranger}. Nothing was deleted.`,
  );
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true });
  console.log(`Deleted ${path.resolve(folder)}.`);
}
