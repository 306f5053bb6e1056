import { expect } from "chai";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ended } from "../ended.js";
import { MiniClone } from "./mini-clone.js";
import { until } from "../until.js";

describe("scripts/run.mjs and signals", () => {
  let clone: MiniClone;
  const started: number[] = [];
  beforeEach(() => (clone = MiniClone.installed()));
  afterEach(() => {
    // Only a failed test leaves processes to end.
    started
      .splice(0)
      .filter(isAlive)
      .forEach((pid) => process.kill(pid, "SIGKILL"));
    clone.dispose();
  });

  /** Starts a job and waits until it has printed its process ID. */
  async function startJob(code: string) {
    clone.write("job.mjs", `${code}\nconsole.log(process.pid); setInterval(() => {}, 1000);`);
    const child = clone.start(["exec", "node", "job.mjs"]);
    const end = ended(child);
    const [text] = (await once(child.stdout!, "data")) as [string];
    const jobPid = Number(text);
    started.push(jobPid, child.pid!);
    return { child, end, jobPid };
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    it(`passes ${signal} to the job and ends with its exit code`, async () => {
      const { child, end, jobPid } = await startJob(
        `process.on("${signal}", () => { console.log("tidied up"); process.exit(3); });`,
      );
      child.kill(signal);
      const result = await end;
      expect(result).to.include({ code: 3, signal: null });
      expect(result.stdout).to.contain("tidied up");
      expect(isAlive(jobPid)).to.equal(false);
    });

    it(`ends by ${signal} when the job does, and leaves no process behind`, async () => {
      const { child, end, jobPid } = await startJob("");
      child.kill(signal);
      expect(await end).to.include({ code: null, signal });
      expect(isAlive(jobPid)).to.equal(false);
    });
  }

  /** Starts a job in a shell, as npm does, and ends only the shell. */
  async function abandonJob(env: NodeJS.ProcessEnv) {
    clone.write("job.mjs", "console.log(process.pid); setInterval(() => {}, 1000);");
    const child = clone.startInShell(["exec", "node", "job.mjs"], { env });
    const [text] = (await once(child.stdout!, "data")) as [string];
    const jobPid = Number(text);
    started.push(jobPid, child.pid!);
    child.kill("SIGTERM");
    return jobPid;
  }

  it("ends the job when npm was stopped, which ends only the shell in between", async () => {
    const jobPid = await abandonJob({ npm_lifecycle_event: "test" });
    await until("the job has ended", () => !isAlive(jobPid));
  });

  it("lets a job continue in the background if npm did not start it", async () => {
    const jobPid = await abandonJob({});
    await sleep(1200); // more than twice the polling interval
    expect(isAlive(jobPid)).to.equal(true);
    process.kill(jobPid, "SIGTERM");
    await until("the job has ended", () => !isAlive(jobPid));
  });

  it("ends by the signal that someone else sent to the job", async () => {
    const { end, jobPid } = await startJob("");
    process.kill(jobPid, "SIGTERM");
    expect(await end).to.include({ code: null, signal: "SIGTERM" });
  });

  it("starts no further step when a step that was told to stop ends with 0", async () => {
    clone.write(
      "node_modules/hardhat/dist/src/cli.js",
      `import { appendFileSync } from "node:fs";
       process.on("SIGTERM", () => process.exit(0));
       appendFileSync("jobs.jsonl", JSON.stringify({ name: "hardhat" }) + "\\n");
       setInterval(() => {}, 1000);`,
    );
    const child = clone.start(["start"]);
    const end = ended(child);
    await until("the job has begun", () => clone.jobCalls().length === 1);
    child.kill("SIGTERM");
    const result = await end;
    expect(result).to.include({ code: 0 });
    expect(result.stdout).not.to.contain("The addresses are in");
    expect(clone.jobCalls()).to.have.lengthOf(1);
  });

  for (const parallel of [[], ["--parallel", "--jobs", "2"]]) {
    it(`ends ${["mocha", ...parallel].join(" ")}, its workers and the processes that tests have started`, async () => {
      clone.useRealMocha();
      const helper = pathToFileURL(path.join(import.meta.dirname, "../end-with-us.ts")).href;
      for (const name of ["a", "b"]) {
        clone.write(
          `test/${name}.test.ts`,
          `import { appendFileSync } from "node:fs";
           import { spawn } from "node:child_process";
           import { endWithUs } from ${JSON.stringify(helper)};
           it("never ends", () => new Promise(() => {
             const child = endWithUs(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]));
             appendFileSync("pids", \`\${process.pid} \${child.pid} \`);
           }));`,
        );
      }
      const child = clone.start(["test", "--no-config", ...parallel, "test/*.test.ts"]);
      const end = ended(child);
      const pids = () => clone.read("pids").trim().split(" ").filter(Boolean).map(Number);
      const wanted = parallel.length === 0 ? 2 : 4;
      await until("all have begun", () => pids().length === wanted);
      started.push(child.pid!, ...pids());
      child.kill("SIGTERM");
      expect(await end).to.include({ code: null, signal: "SIGTERM" });
      await until("all have ended", () => !pids().some(isAlive));
    });
  }

  it("ends npm, and does not run the job, when it is stopped during the install", async () => {
    clone.remove("node_modules");
    const child = clone.start(["exec", "node", "-p", "1"], {
      env: { FAKE_NPM_FAILS: "never ends" },
    });
    const end = ended(child);
    await until("npm installs", () => clone.npmCalls().some(({ command }) => command === "ci"));
    child.kill("SIGTERM");
    expect(await end).to.include({ code: null, signal: "SIGTERM", stdout: "" });
    const ci = clone.npmCalls().at(-1);
    expect(ci && isAlive(ci.pid)).to.equal(false);
    expect(existsSync(clone.path("node_modules"))).to.equal(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
