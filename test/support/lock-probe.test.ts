import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { lock } from "../../src/support/file-lock.js";
import { isRefusedToAnother, keepsOthersOut } from "../../src/support/lock-probe.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { GUARDED } from "./guarded.js";

describe("the probe of a file system's locks", () => {
  it("has another process refused where a lock is held, and only there", async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "result.lock");
      await writeFile(path, "");
      expect(await isRefusedToAnother(path)).to.equal(false);
      const unlock = await lock(path, GUARDED);
      expect(await isRefusedToAnother(path)).to.equal(true);
      await unlock();
    });
  });

  it("trusts the file systems of local disks, and tries out the others", async () => {
    await inTemporaryFolder(async (folder) => {
      // Nobody holds this one: only a probe could find that out.
      expect(await keepsOthersOut(join(folder, "result.lock"))).to.equal(true);
    });
    expect(await keepsOthersOut("/proc/result.lock")).to.equal(true);
  });
});
