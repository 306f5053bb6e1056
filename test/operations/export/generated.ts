import fc from "fast-check";

import { parametersArbitrary } from "../../foundation/params/arbitrary-parameters.js";
import { withBase } from "../../engine/migration/with-base.js";
import { expectRoundTrip } from "./round-trip.js";

/** Migrates DAOs with generated parameters, exports each, and migrates the export. */
export async function roundTripGenerated(
  version: string,
  { seed, numRuns, maxFounders }: { seed: number; numRuns: number; maxFounders: number },
): Promise<void> {
  await withBase(version, async (chain) => {
    // The generator uses contracts of the latest release.
    const contracts = chain.release.version === "0.0.1-rc.57";
    await fc.assert(
      fc.asyncProperty(
        parametersArbitrary({ contracts, maxFounders }),
        fc.boolean(),
        async ({ raw }, useUController) => {
          const file = { ...raw, useUController };
          delete file.arcVersion;
          const { dao } = await chain.make(file);
          await expectRoundTrip(chain, file, dao);
        },
      ),
      // Each shrinking step would migrate two more DAOs; the first failure is enough.
      { numRuns, seed, endOnFailure: true },
    );
  });
}
