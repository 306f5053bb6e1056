import { shownPath } from "../support/shown-path.js";
import { command } from "./command.js";
import { flags } from "./flags.js";
import { openRelease, releaseFlags } from "./release.js";

export const typechain = command({
  name: "typechain",
  summary: "Writes TypeChain bindings of an Arc release.",
  flags: { ...releaseFlags, outDir: flags.outDir, contracts: flags.contracts },
  async run({ outDir = "", contracts, ...options }, context) {
    const { generateBindings } = await import("../bindings/generate.js");
    const release = await openRelease(options, context);
    const { projectRoot } = context;
    const names = await generateBindings({ release, contracts, outDir, projectRoot });
    return { arcVersion: release.version, folder: outDir, contracts: names };
  },
  show: (written) => ({
    json: written,
    summary: () =>
      `Wrote bindings of ${written.contracts.length} contracts of Arc ${written.arcVersion} to ${shownPath(written.folder)}.`,
  }),
});
