import { resolve } from "node:path";

import { DEFAULTS } from "../run/defaults.js";
import { shownPath } from "../support/shown-path.js";
import { command } from "./command.js";
import { flags } from "./flags.js";
import { openRelease, releaseFlags } from "./release.js";

export const abis = command({
  name: "abis",
  summary: "Writes the ABIs of an Arc release as TypeScript constants, for viem and wagmi.",
  flags: {
    ...releaseFlags,
    outFile: flags.outFile,
    contracts: flags.contracts,
    customAbis: flags.customAbis,
  },
  async run({ outFile = "", contracts, customAbis, ...options }, context) {
    const [{ readBuilds }, { writeAbis }] = await Promise.all([
      import("../arc/artifact-file.js"),
      import("../bindings/abis.js"),
    ]);
    const release = await openRelease(options, context);
    const folder = resolve(context.projectRoot, customAbis ?? DEFAULTS.customAbis);
    const builds = await readBuilds(folder, customAbis === undefined);
    const names = await writeAbis({ release, builds, contracts, outFile });
    return { arcVersion: release.version, file: outFile, contracts: names };
  },
  show: (written) => ({
    json: written,
    summary: () =>
      `Wrote the ABIs of ${written.contracts.length} contracts of Arc ${written.arcVersion} to ${shownPath(written.file)}.`,
  }),
});
