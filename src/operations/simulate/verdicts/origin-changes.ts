import { inconclusive, warning } from "../simulation.js";
import type { Consequences } from "./consequences.js";
import { nameOf } from "./effect-words.js";
import type { PowerChange } from "./power-words.js";

/** Contracts that get power, and whose storage may hold what their code alone would never have written. */
export function originChanges({ origins = [] }: Consequences): readonly PowerChange[] {
  return origins.map(({ contract, creation: { code, transaction, reason = "unknown" } }) => {
    const isPlanted = code === "other";
    const warn = isPlanted ? warning : inconclusive;
    return {
      kind: "unknown",
      who: [contract.address],
      warning: warn(isPlanted ? "planted-storage" : "control", {
        what: isPlanted
          ? `${nameOf(contract)} gets power over the DAO. It has Arc's code, but other code created it in transaction ${transaction}, and may have hidden anything in its storage, such as proposals that have passed.`
          : `${nameOf(contract)} gets power over the DAO. Whether its own code created it, or other code that hid something in its storage, is not known: ${reason}.`,
        why: "The account that created it may be able to do to the DAO whatever it may, without a vote.",
        check: `How it was created: \`dao-migrate verify ${contract.address}\`, with a node that has old state and traces.`,
        todo: "Vote against it until that is known, or propose a contract that was deployed by its own code.",
      }),
    };
  });
}
