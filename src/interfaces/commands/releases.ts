import { join } from "node:path";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { command, type Context, type Shown } from "./command.js";
import { adapted } from "./flag.js";
import { flags, pick } from "./flags.js";
import { creating } from "./sending.js";

/** Of every command that is about a release and needs no chain. */
const releaseFlags = {
  arcVersion: creating.arcVersion,
  ...pick("quiet", "json"),
};

/** The release that an option, or else the configuration, names. */
async function openRelease(
  { arcVersion }: { readonly arcVersion?: string },
  { projectRoot, progress }: Context,
): Promise<ArcRelease> {
  const { openArcRelease } = await import("../../foundation/arc/open-release.js");
  return await openArcRelease(arcVersion, {
    projectRoot,
    onFetch: (message) => progress.note(message),
  });
}

export const contracts = command({
  name: "contracts",
  summary: "Lists the contracts of an Arc release, or prints the ABI of one.",
  flags: { ...releaseFlags, abi: flags.abi },
  examples: [["contracts --abi Avatar", "print the ABI of the avatar, as JSON"]],
  async run({ abi, ...options }, context) {
    const release = await openRelease(options, context);
    return abi === undefined
      ? { names: release.contractNames }
      : { abi: release.artifact(abi).abi };
  },
  show: ({ names, abi }) => ({
    json: names ?? abi,
    document: () => names?.join("\n") ?? JSON.stringify(abi, null, 2),
  }),
});

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
    const [release, { makeOutputFolder, writeWhole }] = await Promise.all([
      openRelease(options, context),
      import("../../foundation/support/write-file.js"),
    ]);
    const advice = "Pass another folder with --out-dir.";
    await makeOutputFolder(outDir, advice);
    for (const name of release.contractNames) {
      const text = `${JSON.stringify(release.artifact(name), null, 2)}\n`;
      await writeWhole(join(outDir, `${name}.json`), text, { advice });
    }
    return { arcVersion: release.version, folder: outDir, contracts: release.contractNames };
  },
  show: (written) => shownWritten("", written.folder, written),
});

export const typechain = command({
  name: "typechain",
  summary: "Writes TypeChain bindings of an Arc release.",
  flags: { ...releaseFlags, outDir: flags.outDir, contracts: flags.contracts },
  async run({ outDir = "", contracts: wanted, ...options }, context) {
    const { generateBindings } = await import("../../foundation/bindings/write-bindings.js");
    const release = await openRelease(options, context);
    const { projectRoot } = context;
    const names = await generateBindings({ release, contracts: wanted, outDir, projectRoot });
    return { arcVersion: release.version, folder: outDir, contracts: names };
  },
  show: (written) => shownWritten("bindings of ", written.folder, written),
});

export const abis = command({
  name: "abis",
  summary: "Writes the ABIs of an Arc release as TypeScript constants, for viem and wagmi.",
  flags: {
    ...releaseFlags,
    ...pick("outFile", "contracts", "customAbis"),
  },
  async run({ outFile = "", contracts: wanted, customAbis, ...options }, context) {
    const [{ buildFiles }, { writeAbis }] = await Promise.all([
      import("../../operations/run/build-files.js"),
      import("../../foundation/bindings/write-abis.js"),
    ]);
    const release = await openRelease(options, context);
    const builds = await buildFiles(context.projectRoot, customAbis).custom();
    const names = await writeAbis({ release, builds, contracts: wanted, outFile });
    return { arcVersion: release.version, file: outFile, contracts: names };
  },
  show: (written) => shownWritten("the ABIs of ", written.file, written),
});

function shownWritten(
  what: string,
  path: string,
  written: { readonly arcVersion: string; readonly contracts: readonly string[] },
): Shown {
  const { arcVersion, contracts: names } = written;
  return {
    json: written,
    summary: () =>
      `Wrote ${what}${names.length} contracts of Arc ${arcVersion} to ${shownPath(path)}.`,
  };
}
