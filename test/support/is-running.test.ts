import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect } from "chai";

import { isRunning } from "../../src/support/is-running.js";
import { endWithUs } from "../end-with-us.js";

describe("isRunning", () => {
  it("recognises this process, and one that ended", async () => {
    const child = endWithUs(spawn(process.execPath, ["--version"], { stdio: "ignore" }));
    const { pid } = child;
    await once(child, "exit");
    expect(isRunning(process.pid)).to.equal(true);
    expect(isRunning(pid!)).to.equal(false);
  });

  // Only Linux reports this.
  if (process.platform !== "linux") return;
  it("recognises a process that ended and was never reaped", async () => {
    // The shell execs a program that does not wait for the shell's child.
    const parent = endWithUs(
      spawn("/bin/sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], {
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    const [text] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(String(text));
    try {
      const end = Date.now() + 5_000;
      while (isRunning(pid) && Date.now() < end) await new Promise((go) => setTimeout(go, 20));
      expect(isRunning(pid)).to.equal(false);
      // The process still exists.
      expect(process.kill(pid, 0)).to.equal(true);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});
