import { createsDaos, FIRST_WITH_DAOS } from "../../foundation/arc/features.js";
import { isOfRelease } from "../../foundation/arc/known-code.js";
import { knownAbi } from "../../foundation/arc/known-abis.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { contractText } from "./words.js";
import type { Findings } from "./report.js";

/**
 * Chooses the release that the file names. Candidates have the code of the avatar, controller, token and reputation.
 * Among them, it picks the one with the code of most schemes and voting machines, then the one that was registered with
 * a DAOTracker, then the one with most contracts byte for byte, then the newest.
 * @throws MigrationError if no release has that code, or none that can create a DAO
 */
export function chooseRelease(inspection: Inspection, { notes }: Findings): string {
  const { releases, avatar, controller, token, reputation, schemes, votingMachines } = inspection;
  const core = [avatar, controller, token.contract, reputation.contract];
  if (releases.length === 0) {
    throw new MigrationError(
      "A parameters file creates the avatar, controller, token and reputation from one release of Arc, but no release has the " +
        `code of all four of this DAO: ${core.map(contractText).join("; ")}. A controller upgrade can be the ` +
        "reason. `dao-migrate inspect` shows the DAO; pass --block to export an earlier state.",
    );
  }
  const able = releases.filter((release) =>
    createsDaos({ abi: knownAbi("DaoCreator", release)?.fragments ?? [] }),
  );
  if (able.length === 0) {
    throw new MigrationError(
      `The DAO is from Arc ${releases.at(-1)}. DAOs cannot be migrated with releases before ${FIRST_WITH_DAOS}, so no ` +
        "file can recreate it. `dao-migrate inspect` describes this one.",
    );
  }
  const others = [
    // DaoCreator was registered once, and its code distinguishes releases.
    ...schemes.map(({ contract }) => contract),
    ...votingMachines.map(({ contract }) => contract),
  ];
  const tracked = trackedAs(inspection);
  const ranked = able
    .map((release, age) => ({
      release,
      age,
      others: others.filter((contract) => isOfRelease(contract, release)).length,
      tracked: tracked.includes(release) ? 1 : 0,
      exact: [...core, ...others].filter(({ exact }) => exact?.includes(release)).length,
    }))
    .sort(
      (a, b) => b.others - a.others || b.tracked - a.tracked || b.exact - a.exact || b.age - a.age,
    );
  const [chosen, ...rest] = ranked;
  const same = rest.filter(({ others: fit }) => fit === chosen!.others);
  if (same.length > 0) {
    const names = same.toSorted((a, b) => a.age - b.age).map(({ release }) => release);
    notes.push({
      what: `The file names Arc ${chosen!.release}.`,
      why: `The DAO's code is also that of Arc ${names.join(", ")}. Of these releases, this one was registered with a DAOTracker, matches most of it byte for byte, or is the newest.`,
      whatToDo: "Nothing to do: contracts of these releases run the same code.",
    });
  }
  return chosen!.release;
}

/** The releases that were registered with a DAOTracker when the DAO was created. */
function trackedAs({ listings }: Inspection): readonly unknown[] {
  if (isNotRead(listings)) return [];
  return listings.flatMap(({ entries }) =>
    entries.filter(({ event }) => event === "tracked").map(({ text }) => text),
  );
}
