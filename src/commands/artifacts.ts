import { join } from "node:path";

import { shownPath } from "../support/shown-path.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags } from "./flags.js";
import { openRelease, releaseFlags } from "./release.js";

export const artifacts = command({
  name: "artifacts",
  summary: "Writes the build file of each contract of an Arc release.",
  flags: {
    ...releaseFlags,
    outDir: adapted(flags.outDir, {
      about: "folder for the files, one <Name>.json per contract",
      default: "arc-artifacts",
    }),
  },
  async run({ outDir = "", ...options }, context) {
    const [release, { writeWhole }, { mkdir }] = await Promise.all([
      openRelease(options, context),
      import("../support/write-file.js"),
      import("node:fs/promises"),
    ]);
    await mkdir(outDir, { recursive: true });
    const advice = "Pass another folder with --out-dir.";
    for (const name of release.contractNames) {
      const text = `${JSON.stringify(release.artifact(name), null, 2)}\n`;
      await writeWhole(join(outDir, `${name}.json`), text, { advice });
    }
    return { arcVersion: release.version, folder: outDir, contracts: release.contractNames };
  },
  show: (written) => ({
    json: written,
    summary: () =>
      `Wrote ${written.contracts.length} contracts of Arc ${written.arcVersion} to ${shownPath(written.folder)}.`,
  }),
});
