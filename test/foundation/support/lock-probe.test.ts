import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { lock } from "../../../src/foundation/support/file-lock.js";
import { isRefusedToAnother, keepsOthersOut } from "../../../src/foundation/support/lock-probe.js";
import { inTemporaryFolder, itInFolder as it } from "../../temporary-folder.js";
import { GUARDED } from "./guarded.js";

/** A network file system, by its number in statfs(2). */
const NFS = 0x6969;

describe("lock probe", () => {
  it("finds that another process is refused only if the lock is held", async (folder) => {
    const path = join(folder, "result.lock");
    await writeFile(path, "");
    expect(await isRefusedToAnother(path)).to.equal(false);
    const unlock = await lock(path, GUARDED);
    expect(await isRefusedToAnother(path)).to.equal(true);
    await unlock();
  });

  it("probes only file systems that are not on a local disk", async () => {
    // Other systems need no probe.
    const isProbed = process.platform === "linux";
    await inTemporaryFolder(async (folder) => {
      // Nobody holds this lock, and only a probe would notice.
      const path = join(folder, "result.lock");
      expect(await keepsOthersOut(path)).to.equal(true);
      expect(await keepsOthersOut(path, NFS)).to.equal(!isProbed);
      const unlock = await lock(path, GUARDED);
      expect(await keepsOthersOut(path, NFS)).to.equal(true);
      await unlock();
    });
    expect(await keepsOthersOut("/proc/result.lock")).to.equal(true);
  });
});
