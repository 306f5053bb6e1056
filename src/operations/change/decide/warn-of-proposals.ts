import { subjectOf } from "../../../engine/governance/proposal-kinds.js";
import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
} from "../../../engine/inspect/description.js";
import { hasFailed } from "../../../engine/inspect/proposals/pending.js";
import {
  readProposals,
  type ReadProposal,
} from "../../../engine/inspect/proposals/read-proposals.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { SimulationWarning } from "../../simulate/simulation.js";
import { warning } from "../../simulate/verdicts/warnings.js";
import { findProposed, findRivals, madeBy } from "./find-proposed.js";
import { proposalsBefore, type NeededProposal } from "./proposal-order.js";

/**
 * Warns of open proposals that change who may do what otherwise than the file asks for. One of our own may refer to a
 * contract that a stranger took after it was proposed.
 * @param needed the proposals that the file asks for
 */
export function strayWarnings(
  inspection: Inspection,
  needed: readonly NeededProposal[],
): readonly SimulationWarning[] {
  const wanted = new Set(needed.map((each) => findProposed(inspection, each)?.proposal.id));
  const strays = readProposals(inspection).flatMap((proposal) => {
    const what = handsOver(proposal);
    if (what === undefined || wanted.has(proposal.id)) return [];
    return warning("stray-proposal", {
      what: `The open proposal ${proposal.id}, ${madeBy(proposal, inspection)}, ${what}, which the file does not ask for.`,
      why: "If it passes, others than in the file decide: those who set up that contract, or those whom its end leaves.",
      check: "Who made it and what for, and how the contract was set up.",
      todo: "Vote against it, unless you know what it is for.",
    });
  });
  const each = needed.flatMap((one) => [
    ...earlyWarnings(inspection, one, needed),
    ...rivalWarnings(inspection, one),
  ]);
  return [...strays, ...each];
}

/** Warns of a proposal of the change that somebody made before what it has to wait for is done. */
function earlyWarnings(
  inspection: Inspection,
  one: NeededProposal,
  needed: readonly NeededProposal[],
): readonly SimulationWarning[] {
  const found = findProposed(inspection, one);
  const before = proposalsBefore(one, needed, inspection).map(({ key }) => key);
  if (found === undefined || found.status === "failed" || before.length === 0) return [];
  const texts = {
    what: `The proposal ${found.proposal.id}, ${madeBy(found.proposal, inspection)}, is ${found.status}, although this has to be done first: ${before.join(", ")}.`,
    why: "If it is executed before, the DAO may lack what the rest of the change needs, and may never be changed again.",
    check: "Why it was made so early.",
    todo: `Do not vote for ${one.key} before the others are executed.`,
  };
  return [warning("stray-proposal", texts)];
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
  return rivals.map((rival) =>
    warning("stray-proposal", {
      what: `The open proposal ${rival.id}, ${madeBy(rival, inspection)}, changes what a founder has in the same direction as ${needed.key}${own === undefined ? "" : ` (${own.id})`}.`,
      why: "If both pass, the account gets or loses more than the file says.",
      check: "What it asks for, and why.",
      todo: "Vote against one of them. `propose` makes none beside an open one, unless you pass --again.",
    }),
  );
}

/** What an open proposal does to who may do what; undefined if nothing. */
function handsOver({ progress, requests }: ReadProposal): string | undefined {
  const does = HANDING[requests.kind];
  const subject = subjectOf<ContractDescription>(requests);
  if (ifRead(progress)?.stage !== "open" || does === undefined || subject === undefined)
    return undefined;
  const { name = "a contract of unknown code", address } = subject;
  const may =
    requests.kind === "registerScheme" ? ` with the permissions ${requests.permissions.bytes}` : "";
  const which = requests.kind === "upgradeController" ? "" : `${name} `;
  return `${does} ${which}${address}${may}`;
}

/** By the kind of proposal. A file has no constraints, so that one is removed is part of a change. */
const HANDING: Readonly<Record<string, string>> = {
  registerScheme: "registers",
  unregisterScheme: "unregisters",
  changeUpgradeScheme: "leaves upgrades to",
  upgradeController: "hands the DAO over to the controller",
  addGlobalConstraint: "adds the global constraint",
};

/**
 * Warns of open proposals that ask for what another one asks for, too, in the same words: two people may have proposed
 * the same change at once. If both pass, what they ask for happens twice.
 */
export function duplicateWarnings(
  inspection: Pick<Inspection, "proposals" | "schemes">,
): readonly SimulationWarning[] {
  const pending = readProposals(inspection).filter(
    (proposal) => !isNotRead(proposal.progress) && !hasFailed(proposal),
  );
  const groups = Map.groupBy(pending, ({ scheme, description, requests }) =>
    JSON.stringify([scheme, description, requests]),
  );
  return [...groups.values()].flatMap((same) => {
    const open = same.filter(({ progress }) => ifRead(progress)?.stage === "open").length;
    if (same.length < 2 || open === 0) return [];
    const others = same.length - open;
    return warning("duplicate-proposal", {
      what:
        `The proposals ${same.map((each) => `${each.id} (${madeBy(each, inspection)})`).join(" and ")} ask for the same, with the same ` +
        `description; ${open} ${open === 1 ? "is" : "are"} still open.`,
      why: "If more than one passes, it happens more than once: a reward is paid twice.",
      check: "Whether it is meant to happen more than once.",
      todo: `Unless that is wanted, vote against ${others > 0 ? "every open one" : open === 2 ? "one of them" : "all but one"}.`,
    });
  });
}
