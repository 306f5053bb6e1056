import { hasFunction } from "./abi.js";
import type { ArcRelease } from "./artifact.js";

/** The generic scheme of a release, if one contract serves all DAOs. */
export function universalGenericScheme(
  release: ArcRelease,
): "UGenericScheme" | "GenericScheme" | undefined {
  if (release.has("UGenericScheme")) return "UGenericScheme";
  if (!release.has("GenericScheme")) return undefined;
  return hasFunction(release.artifact("GenericScheme"), "setParameters")
    ? "GenericScheme"
    : undefined;
}

/**
 * Whether all entries in a built-in scheme's section of a file register the same contract, which serves many DAOs and
 * gets their parameters through setParameters.
 * @param name the section's
 */
export function isShared(name: string, release: ArcRelease): boolean {
  if (name === "GenericScheme") return universalGenericScheme(release) !== undefined;
  return release.has(name) && hasFunction(release.artifact(name), "setParameters");
}
