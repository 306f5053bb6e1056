import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { InterruptionError } from "../../../src/foundation/support/errors.js";
import { interruptible } from "../../../src/output/terminal/interruption.js";
import type { Progress } from "../../../src/output/terminal/progress.js";
import { captured } from "../../captured.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

function noting(notes: string[]): Progress {
  return { onEvent() {}, status() {}, note: (text) => notes.push(text), end() {} };
}

/** Thrown in place of the end of this process. */
class Exit extends Error {}

/**
 * Runs until the signal that a closed terminal sends, or until the second one. Only the listener under test gets it: others of the same worker,
 * such as those of `endWithUs`, would end the process.
 */
async function interrupted(output: string, notes: string[] = [], signals = 1): Promise<Error> {
  const others = process.listeners("SIGHUP");
  return await rejection(
    interruptible(output, noting(notes), async (signal) => {
      const added = process.listeners("SIGHUP").filter((listener) => !others.includes(listener));
      expect(added).to.have.length(1);
      for (let sent = 0; sent < signals; sent++) added[0]?.("SIGHUP");
      expect(signal.aborted).to.equal(true);
      signal.throwIfAborted();
      return await Promise.resolve();
    }),
  );
}

describe("interruptible", () => {
  it("says at the first signal that no more steps are sent, and that nothing is to resume", async (folder) => {
    const notes: string[] = [];
    const error = await interrupted(join(folder, "migration.json"), notes);
    expect(error).to.be.instanceOf(InterruptionError);
    expect(error.message).to.equal(
      "Interrupted. No step is pending, so there is nothing to resume.",
    );
    expect(notes).to.deep.equal([
      "Stopping: no more steps are sent, and those already sent are waited for. Press Ctrl-C again to stop now.",
    ]);
  });

  it("ends the process at the second signal", async (folder) => {
    const exit = process.exit.bind(process);
    process.exit = (code) => {
      throw new Exit(String(code));
    };
    try {
      const { result, stderr } = await captured(
        async () => await interrupted(join(folder, "migration.json"), [], 2),
      );
      expect(result).to.be.instanceOf(Exit);
      expect(result.message).to.equal("130");
      expect(stderr).to.equal("Stopped. No step is pending, so there is nothing to resume.\n");
    } finally {
      process.exit = exit;
    }
  });

  it("says where the signed steps are, once there is a journal", async (folder) => {
    const output = join(folder, "migration.json");
    await writeFile(`${output}.journal`, "header\nstep\n");
    expect((await interrupted(output)).message).to.match(
      /^Interrupted\. The signed steps are in .*migration\.json\.journal\. Run the same command again to resume\.$/,
    );
  });

  it("passes on other errors and results, and no longer listens afterwards", async () => {
    const before = process.listenerCount("SIGHUP");
    const failing = interruptible("x", noting([]), async () => {
      await Promise.resolve();
      throw new Error("other");
    });
    expect((await rejection(failing)).message).to.equal("other");
    expect(await interruptible("x", noting([]), async () => await Promise.resolve(5))).to.equal(5);
    expect(process.listenerCount("SIGHUP")).to.equal(before);
  });
});
