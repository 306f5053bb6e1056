import type { ArcRelease } from "../arc/artifact.js";
import type { Context } from "./command.js";
import { adapted } from "./flag.js";
import { flags } from "./flags.js";

/** Of every command that is about a release and needs no chain. */
export const releaseFlags = {
  arcVersion: adapted(flags.arcVersion, {
    about: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  }),
  quiet: flags.quiet,
  json: flags.json,
};

/** The release that an option, or else the configuration, names. */
export async function openRelease(
  { arcVersion }: { readonly arcVersion?: string },
  { projectRoot, progress }: Context,
): Promise<ArcRelease> {
  const { openArcRelease } = await import("../arc/open-release.js");
  return await openArcRelease(arcVersion, {
    projectRoot,
    onFetch: (message) => progress.note(message),
  });
}
