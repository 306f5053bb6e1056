// Runs one of the three jobs of this repository, on any CI: node dao.mjs review FILE | propose | watch.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The DAO's avatar. */
const { DAO = "" } = process.env;
/** A branch that only these jobs write: the journal, the result file, and where the next report starts. */
const BRANCH = "dao-state";
const STATE = ".state";

const [job, file = "dao.json"] = process.argv.slice(2);
const jobs = { review, propose, watch };
if (!Object.hasOwn(jobs, job) || DAO === "") {
  console.error("usage: DAO=0x… node dao.mjs review FILE | propose | watch");
  process.exit(2);
}
process.exitCode = jobs[job]();

/** On a pull request: what the edited file changes. Reads the file, and runs nothing of the pull request. */
function review() {
  const { code, text } = migrate("ci", DAO, "--params", file);
  publish(text);
  // 3: there is something to propose, as is usual for an edit.
  return code === 3 ? 0 : code;
}

/** On a merge: proposes what the file changes. Run again after whatever happened, it does nothing twice. */
function propose() {
  openState();
  const result = join(STATE, "migration.json");
  const { code, text } = migrate("propose", DAO, "--params", file, "--result", result, "--yes");
  publish(text);
  // The journal is kept whatever happened: it knows what was sent.
  keepState("Propose");
  return code;
}

/** On a schedule: what happened to the DAO since the last report. One message a change. */
function watch() {
  openState();
  const [last, next, said] = ["last.json", "next.json", "said.md"].map((name) => join(STATE, name));
  if (!existsSync(last)) {
    const { code, text } = migrate("inspect", DAO, "--json");
    if (code !== 0) return code;
    writeFileSync(last, text);
  }
  const since = ["--since", last, "--output", next];
  const { code, text, errors } = migrate("ci", DAO, "--params", file, ...since);
  const isReport = code === 3 || code === 4;
  const report = isReport ? text + patch() : code === 0 ? "" : `${errors}\n`;
  const before = existsSync(said) ? readFileSync(said, "utf8") : "";
  // A node that is still down, or something that still cannot be read, is said once.
  if (report !== "" && report !== before) notify(report);
  writeFileSync(said, report);
  // Only now: if the message could not be sent, the next run reports the same again.
  if (existsSync(next)) renameSync(next, last);
  keepState("Watch");
  return code === 3 ? 0 : code;
}

/** What the file would say if it followed the chain, for `git apply`. Keep the layout that `export` gives it. */
function patch() {
  const followed = join(STATE, "followed.json");
  migrate("export", DAO, "--now", "--output", followed, "--overwrite", "--quiet");
  if (!existsSync(followed)) return "";
  const { $comment } = JSON.parse(readFileSync(file, "utf8"));
  // It names the block, which is no change.
  const comment = $comment === undefined ? "" : `  "$comment": ${JSON.stringify($comment)},\n`;
  const text = readFileSync(followed, "utf8").replace(/^ {2}"\$comment": .*\n/m, () => comment);
  writeFileSync(followed, text);
  const names = ["--no-index", "--no-color", "--no-ext-diff", "--", file, followed];
  const { stdout } = spawnSync("git", ["diff", ...names], { encoding: "utf8" });
  if (stdout === "" || stdout.length > 20_000) return "";
  const changes = stdout.replaceAll(followed, file);
  return `\n\n### The file, if it follows the chain\n\n\`\`\`\`diff\n${changes}\`\`\`\`\n`;
}

/** Shows a report with the job. */
function publish(report) {
  console.log(report);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, `${report}\n`);
}

/** Sends a report to whoever has to know. Replace this with your chat's webhook, if you like. */
function notify(report) {
  publish(report);
  if (!process.env.GITHUB_ACTIONS) return;
  const title = `The DAO changed, ${new Date().toISOString().slice(0, 16)}Z`;
  execFileSync("gh", ["issue", "create", "--title", title, "--body-file", "-"], { input: report });
}

function migrate(...args) {
  const program = join("node_modules", ".bin", "dao-migrate");
  const options = { encoding: "utf8", maxBuffer: 2 ** 28 };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  process.stderr.write(stderr);
  return { code: status ?? 1, text: stdout, errors: stderr };
}

function openState() {
  if (existsSync(STATE)) git("worktree", "remove", "--force", STATE);
  git("worktree", "prune");
  const exists = git("ls-remote", "--heads", "origin", BRANCH) !== "";
  if (exists) git("fetch", "origin", `+${BRANCH}:refs/remotes/origin/${BRANCH}`);
  const from = exists ? `origin/${BRANCH}` : "HEAD";
  git("worktree", "add", "--force", "--detach", STATE, from);
  if (exists) return;
  // A branch of its own, with nothing of the repository in it.
  git("-C", STATE, "checkout", "--orphan", BRANCH);
  git("-C", STATE, "rm", "-r", "-f", "--quiet", ".");
}

function keepState(message) {
  const inState = (...args) => git("-C", STATE, ...args);
  inState("add", "--all");
  if (inState("status", "--porcelain") === "") return;
  const who = ["-c", "user.name=dao", "-c", "user.email=dao@localhost"];
  inState(...who, "commit", "--message", message);
  inState("push", "origin", `HEAD:${BRANCH}`);
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
