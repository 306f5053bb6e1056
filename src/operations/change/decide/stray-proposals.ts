import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { warning, type SimulationWarning } from "../../simulate/simulation.js";
import { findProposed, findRivals } from "./find-proposed.js";
import type { NeededProposal } from "./proposal-order.js";

/**
 * Warns of open proposals that hand the DAO to contracts that the file does not ask for. One of our own may refer to a
 * contract that a stranger took after it was proposed.
 * @param needed the proposals that the file asks for
 */
export function strayWarnings(
  inspection: Inspection,
  needed: readonly NeededProposal[],
): readonly SimulationWarning[] {
  const { proposals } = inspection;
  if (isNotRead(proposals)) return [];
  const wanted = new Set(needed.map((each) => findProposed(inspection, each)?.proposal.id));
  const strays = proposals.flatMap((proposal) => {
    const what = handsOver(proposal);
    if (what === undefined || wanted.has(proposal.id)) return [];
    return warning("stray-proposal", {
      what: `The open proposal ${proposal.id}, made by ${proposal.proposer}, ${what}, which the file does not ask for.`,
      why: "If it passes, the account that set up that contract may use these permissions.",
      check: "Who made it and what for, and how the contract was set up.",
      todo: "Vote against it, unless you know what it is for.",
    });
  });
  return [...strays, ...needed.flatMap((each) => rivalWarnings(inspection, each))];
}

/** Warns of open rewards that give a founder what a change gives, too. Equal ones are duplicates, named elsewhere. */
function rivalWarnings(
  inspection: Inspection,
  needed: NeededProposal,
): readonly SimulationWarning[] {
  const own = findProposed(inspection, needed)?.proposal;
  const isEqual = (each: ProposalDescription): boolean =>
    each.description === own?.description &&
    JSON.stringify(each.requests) === JSON.stringify(own?.requests);
  const rivals = findRivals(inspection, needed).filter((each) => !isEqual(each));
  return rivals.map(({ id, proposer }) =>
    warning("stray-proposal", {
      what: `The open proposal ${id}, made by ${proposer}, changes what a founder has in the same direction as ${needed.key}${own === undefined ? "" : ` (${own.id})`}.`,
      why: "If both pass, the account gets or loses more than the file says.",
      check: "What it asks for, and why.",
      todo: "Vote against one of them. `propose` makes none beside an open one, unless you pass --again.",
    }),
  );
}

/** What an open proposal hands over; undefined if nothing. */
function handsOver({ progress, requests }: ProposalDescription): string | undefined {
  if (isNotRead(progress) || progress.stage !== "open" || isNotRead(requests)) return undefined;
  switch (requests.kind) {
    case "registerScheme": {
      const { scheme, permissions } = requests;
      const { name = "a contract of unknown code", address } = scheme;
      return `registers ${name} ${address} with the permissions ${permissions.bytes}`;
    }
    case "upgradeController":
      return `hands the DAO over to the controller ${requests.controller.address}`;
    default:
      return undefined;
  }
}
