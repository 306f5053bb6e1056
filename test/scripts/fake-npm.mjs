// Replaces npm in the tests of scripts/run.mjs: records its calls and creates what npm would, without a
// network. FAKE_NPM_* variables make it fail as npm does.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { FAKE_NPM_FOLDER: folder, FAKE_NPM_FAILS, FAKE_NPM_OMITS_NATIVE } = process.env;
const [command, ...args] = process.argv.slice(2);
const script = fileURLToPath(import.meta.url);
const fetched = script.includes(`${path.sep}tools${path.sep}`);
const searchPath = process.env.PATH;
const npmrc = fs.existsSync(".npmrc") ? fs.readFileSync(".npmrc", "utf8") : "";
const call = {
  command,
  args,
  cwd: process.cwd(),
  path: searchPath,
  fetched,
  npmrc,
  pid: process.pid,
};
fs.appendFileSync(path.join(folder, "calls.jsonl"), `${JSON.stringify(call)}\n`);

if (FAKE_NPM_FAILS === command && !fetched) {
  console.error(`fake npm: ${command} fails`);
  process.exit(9);
}
if (command === "version") {
  console.log(JSON.stringify({ npm: "11.0.0", node: process.versions.node }));
} else if (command === "pack") {
  fs.copyFileSync(path.join(folder, "tarballs", `${args[0]}.tgz`), `${args[0]}.tgz`);
} else if (command === "install") {
  const made = path.join("node_modules", path.basename(args[0]).replace(/@.*/, ""));
  fs.mkdirSync(made, { recursive: true });
  execFileSync("tar", ["-xzf", args[0], "--strip-components=1", "-C", made]);
} else if (FAKE_NPM_FAILS === "never ends") {
  setTimeout(() => {}, 60_000);
} else {
  fs.rmSync("node_modules", { recursive: true, force: true });
  fs.cpSync(path.join(folder, "installed"), "node_modules", { recursive: true });
  if (FAKE_NPM_OMITS_NATIVE) {
    fs.rmSync(`node_modules/${FAKE_NPM_OMITS_NATIVE}`, { recursive: true });
  }
  fs.writeFileSync("node_modules/.package-lock.json", "{}");
}
