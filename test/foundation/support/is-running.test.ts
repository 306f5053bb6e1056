import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";

import { expect } from "chai";

import { isRunning } from "../../../src/foundation/support/is-running.js";
import { endWithUs } from "../../end-with-us.js";
import { until } from "../../until.js";

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
    // The shell becomes a program that does not wait for the shell's child. The child ends only after that: a shell
    // reaps a child that ends earlier.
    const parent = endWithUs(
      spawn("/bin/sh", ["-c", "cat <&3 & echo $!; exec cat"], {
        stdio: ["pipe", "pipe", "ignore", "pipe"],
      }),
    );
    const [text] = (await once(parent.stdout!, "data")) as [Buffer];
    const pid = Number(String(text));
    parent.stdin!.write("the shell is cat now\n");
    await once(parent.stdout!, "data");
    expect(isRunning(pid)).to.equal(true);

    (parent.stdio[3] as Writable).end();
    await until("it has ended", () => !isRunning(pid));
    // The process still exists.
    expect(process.kill(pid, 0)).to.equal(true);
    parent.stdin!.end();
    await once(parent, "exit");
  });
});
