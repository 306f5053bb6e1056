import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { isDecidedNotDone } from "../../../engine/inspect/proposals/pending.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { SimulationWarning } from "../simulation.js";
import { firstOf, inconclusive, warning } from "./warnings.js";

/**
 * Warns of schemes that are removed while they still owe something: open proposals, rewards that nobody has
 * redeemed, reputation that accounts can still claim. A controller refuses all of it once the scheme is not registered.
 * @param inspection the DAO before
 * @param stays whether a scheme is registered afterwards
 */
export function brokenPromises(
  inspection: Inspection,
  stays: (scheme: string) => boolean,
): readonly SimulationWarning[] {
  const removed = inspection.schemes.filter(
    ({ registered, contract }) => registered && !stays(contract.address),
  );
  return removed.flatMap(({ contract: { address, name = "Unknown code" } }) => {
    const { open, unpaid, unknown } = owedBy(inspection, address);
    const owed = [...open, ...unpaid];
    const kinds = [
      [warning, owed, `it still has ${owed.join(", and ")}`],
      [inconclusive, unknown, `what it still owes is not known: ${unknown.join("; ")}`],
    ] as const;
    return kinds.flatMap(([warn, found, words]) =>
      found.length === 0
        ? []
        : warn("unpaid-promises", {
            what: `${name} ${address} is removed, ${warn === warning ? "but" : "and"} ${words}.`,
            why: "The controller refuses a scheme that is not registered, so none of it can be carried out or paid any more.",
            check: "Who waits for it, and what accounts can redeem: `dao-migrate inspect`.",
            todo: "Decide, execute and redeem all of it first, or keep the scheme until then.",
          }),
    );
  });
}

/** What a scheme still has to do, as phrases. */
function owedBy({ proposals, mintable }: Inspection, scheme: string) {
  const open: string[] = [];
  const unpaid: string[] = [];
  const unknown: string[] = [];
  const own = (ifRead(proposals) ?? []).filter((each) => each.scheme === scheme);
  const add = (
    to: string[],
    [kind, state]: readonly [kind: string, state: string],
    are: (proposal: ProposalDescription) => boolean,
  ): void => {
    const ids = own.filter(are).map(({ id }) => id);
    if (ids.length === 0) return;
    to.push(`${ids.length} ${kind}${ids.length > 1 ? "s" : ""}${state} (${firstOf(ids, 3)})`);
  };
  add(open, ["open proposal", ""], ({ progress }) => ifRead(progress)?.stage === "open");
  add(unpaid, ["passed proposal", " still to be carried out or redeemed"], isDecidedNotDone);
  add(unpaid, ["decided proposal", " with unpaid rewards for votes"], owesVoters);
  add(unknown, ["proposal", " that could not be read"], ({ progress }) => isNotRead(progress));
  if (isNotRead(proposals)) unknown.push(proposals.notRead);
  if (isNotRead(mintable)) unknown.push(mintable.notRead);
  else if (mintable.some((each) => each.scheme === scheme && each.atMost !== "0"))
    unpaid.push("reputation that accounts can still redeem");
  return { open, unpaid, unknown };
}

function owesVoters({ redeemable }: ProposalDescription): boolean {
  // A voting machine returns stakes from its own balance.
  const all = ifRead(redeemable) ?? [];
  return all.some(({ reputation, daoBounty }) => reputation !== "0" || daoBounty !== "0");
}
