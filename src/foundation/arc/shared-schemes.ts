import type { AbiEntries } from "./abi.js";
import type { ArcRelease } from "./artifact.js";

/**
 * What some releases call the generic scheme that serves many DAOs; then GenericScheme is one of a single DAO. Older
 * files call either so.
 */
export const UNIVERSAL_GENERIC = "UGenericScheme";

/** The name of the contract that a built-in scheme's section of a file registers. */
export function contractOfSection<Section extends string>(
  section: Section,
  release: ArcRelease,
): Section | "UGenericScheme" {
  return section === "GenericScheme" && release.has(UNIVERSAL_GENERIC)
    ? UNIVERSAL_GENERIC
    : section;
}

/** The name of the section, and of the scheme in a result, for a built-in scheme's contract. */
export function sectionOfContract(contractName: string): string {
  return contractName === UNIVERSAL_GENERIC ? "GenericScheme" : contractName;
}

/** Whether all entries in a built-in scheme's section of a file register the same contract. */
export function isShared(section: string, release: ArcRelease): boolean {
  const name = contractOfSection(section, release);
  return release.has(name) && servesManyDaos(release.artifact(name).abi);
}

/** Whether a scheme keeps the parameters of many DAOs, under hashes: in Arc, just those with `setParameters`. */
export function servesManyDaos(abi: AbiEntries): boolean {
  return abi.some(({ name, inputs }) => name === "parameters" && inputs?.length === 1);
}
