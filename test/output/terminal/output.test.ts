import { spawn, spawnSync } from "node:child_process";

import { expect } from "chai";

import { print, printError } from "../../../src/output/terminal/output.js";
import { captured } from "../../captured.js";
import { compiled } from "../../compiled.js";

/** Runs a script and closes its standard output and error after their first lines. */
async function closed(script: string): Promise<number | null> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  for (const name of ["stdout", "stderr"] as const) {
    child[name].once("data", () => child[name].destroy());
  }
  return await new Promise((resolve) => child.on("close", resolve));
}

describe("print", () => {
  it("passes nothing through that a terminal would obey", async () => {
    const { stdout, stderr } = await captured(() => {
      print("\u001b[8mhidden");
      printError("\u202ereversed");
    });
    expect(stdout).to.equal("\\x1b[8mhidden\n");
    expect(stderr).to.equal("\\u202ereversed\n");
  });
});

describe("surviveClosedOutput", () => {
  const LINES = `
    const { print, printError, surviveClosedOutput } = await import(${JSON.stringify(compiled("src/output/terminal/output.ts"))});
    surviveClosedOutput();
    for (let line = 0; line < 30; line++) {
      print("line " + line);
      printError("line " + line);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.exitCode = 7;`;

  it("lets a process finish even if nobody reads what it says", async () => {
    expect(await closed(LINES)).to.equal(7);
  });

  it("lets a process whose output does not fit on the disk finish, say so and fail", () => {
    const full = `process.stdout.emit("error", new Error("ENOSPC: no space left on device, write"))`;
    const script = LINES.replace("process.exitCode = 7", `${full}; ${full}; printError("the end")`);
    const args = ["--input-type=module", "-e", script];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).to.match(
      /line 29\nThe output is incomplete: ENOSPC: no space left on device, write\.\nthe end\n$/,
    );
    expect(status).to.equal(1);
  });

  it("lets a process finish and fail whose errors do not fit on the disk, without trying for ever to say so", () => {
    const full = `
      process.stderr.write = (line) => {
        process.stdout.write("tried " + line);
        process.stderr.emit("error", new Error("ENOSPC: no space left on device, write"));
      };`;
    const script = LINES.replace(
      "process.exitCode = 7",
      `${full} printError("one"); printError("two")`,
    );
    const args = ["--input-type=module", "-e", script];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(stdout).to.match(/line 29\ntried one\ntried two\n$/);
    expect(status).to.equal(1);
  });
});
