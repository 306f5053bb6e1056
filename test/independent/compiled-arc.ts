import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { Compiled } from "./read-by-force.js";

/** The contracts of a release as Arc's package has them. */
export async function compiledOf(version: string): Promise<Compiled> {
  const release = await openArcRelease(version);
  return new Map(release.contractNames.map((name) => [name, release.artifact(name)]));
}
