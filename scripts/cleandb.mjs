// @ts-check
// `npm run cleandb`: removes the test chain's database, the folder db or the one named. See `npm run ganache`.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** What a test chain keeps in its folder. */
const OWN = ["requests.log", "lock"];

const [folder = "db"] = process.argv.slice(2);
const names = existsSync(folder) ? readdirSync(folder) : [];
const stranger = names.find((name) => !OWN.includes(name));
if (!existsSync(folder)) {
  console.log(`There is no ${path.resolve(folder)}: nothing to remove.`);
} else if (stranger !== undefined) {
  console.error(
    `${path.resolve(folder)} is no test chain's database: it holds ${stranger}. Nothing was removed.`,
  );
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true });
  console.log(`Removed ${path.resolve(folder)}.`);
}
