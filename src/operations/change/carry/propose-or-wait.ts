import { newProposalIn } from "../../../engine/governance/machine-events.js";
import {
  executeCall,
  redeemCall,
  partsAskedFor,
} from "../../../engine/governance/redeem-and-execute.js";
import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
} from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { artifactOf } from "../../../engine/inspect/reading/identify.js";
import { encodeDraft, type EncodedDraft } from "../../simulate/drafts/propose.js";
import type { Contract, Deployer } from "../../../engine/migration/deployer.js";
import { MigrationError, UsageError } from "../../../foundation/support/errors.js";
import { findProposed, findRivals, madeBy } from "../decide/find-proposed.js";
import type { ChangeProposal } from "../change.js";
import { proposalsBefore, type NeededProposal } from "../decide/proposal-order.js";

/** What happened to a proposal of a change. */
export interface HandledProposal extends Pick<ChangeProposal, "key" | "why" | "differences"> {
  /**
   * `proposed`: just now. `executed`: it had passed, and was executed just now. `open`: it can be voted on. `waits`:
   * others must be completed first. `left`: others have to propose it, because the user only asked to deploy. `failed`:
   * it failed before, and is proposed again only on request. `impossible`: no scheme of the DAO may propose it.
   */
  readonly outcome: "proposed" | "executed" | "open" | "waits" | "left" | "failed" | "impossible";
  /** ID of the proposal. */
  readonly id?: string;
  /** If it waits: what for, the keys of other proposals or the ID of an open one. If it is impossible: why. */
  readonly reason?: string;
}

/** How to submit proposals. */
export interface SubmitOptions {
  /** Makes proposals again that failed before, and even if others for the same entry of the file are open. */
  readonly again?: boolean;
  /** Only deploys and sets parameters, and leaves the proposals to others, such as a Safe. */
  readonly deployOnly?: boolean;
}

/**
 * Does what can be done now for each proposal: makes it, or continues it.
 * @param start the DAO on the chain
 */
export async function submitProposals(
  deployer: Deployer,
  needed: readonly NeededProposal[],
  start: Inspection,
  options: SubmitOptions,
): Promise<readonly HandledProposal[]> {
  const handled: HandledProposal[] = [];
  for (const proposal of needed) {
    const { key, why, differences } = proposal;
    const done = await submitProposal(deployer, proposal, needed, start, options);
    handled.push({ key, why, differences, ...done });
  }
  return handled;
}

type Done = Pick<HandledProposal, "outcome" | "id" | "reason">;

async function submitProposal(
  deployer: Deployer,
  proposal: NeededProposal,
  needed: readonly NeededProposal[],
  start: Inspection,
  { again = false, deployOnly = false }: SubmitOptions,
): Promise<Done> {
  const { proposal: found, status, failures = 0 } = findProposed(start, proposal) ?? {};
  const id = found?.id;
  if (status === "open") return { outcome: "open", id };
  if (deployOnly) return { outcome: "left", id };
  const before = proposalsBefore(proposal, needed, start);
  const waits = { outcome: "waits", reason: before.map(({ key }) => key).join(", ") } as const;
  if (found !== undefined && status === "passed") {
    // Somebody made it too early.
    if (before.length > 0) return waits;
    await carryOn(deployer, found, start);
    return { outcome: "executed", id };
  }
  if (status === "failed" && !again) return { outcome: "failed", id };
  const [rival] = again ? [] : findRivals(start, proposal, deployer.account);
  if (rival !== undefined) {
    const reason =
      `proposal ${rival.id}, ${madeBy(rival, start)}, which is open and asks for something else for the same entry of ` +
      "the file: vote against it, or pass --again to propose this one beside it";
    return { outcome: "waits", reason };
  }
  if (before.length > 0) return waits;
  return await propose(deployer, proposal, start, failures);
}

async function propose(
  deployer: Deployer,
  { key, draft }: NeededProposal,
  start: Inspection,
  failures: number,
): Promise<Done> {
  let encoded: EncodedDraft;
  try {
    encoded = encodeDraft(start, draft);
  } catch (error) {
    if (error instanceof UsageError) return { outcome: "impossible", reason: error.message };
    throw error;
  }
  const contract = contractOf(encoded.scheme.contract)!;
  const { functionName, args } = encoded;
  try {
    // The scheme's constraints may list other contracts.
    if (draft.kind === "calls") await deployer.read(contract, functionName, args);
  } catch (error) {
    if (error instanceof MigrationError) return { outcome: "impossible", reason: error.message };
    throw error;
  }
  // The step's name has the number of failures, because a new attempt is another step.
  const step = `change/propose/${key}/${failures}`;
  const final = { final: "proposals" } as const;
  const logs = await deployer.sendForLogs(step, contract, functionName, args, final);
  return { outcome: "proposed", id: newProposalIn(logs)?.id };
}

/** Does what anybody may do with a decided proposal: `execute` on its voting machine or scheme, `redeem`. */
async function carryOn(
  deployer: Deployer,
  proposal: ProposalDescription,
  { votingMachines, schemes, avatar }: Inspection,
): Promise<void> {
  const { id, requests, progress } = proposal;
  const step = `change/execute/${id}`;
  if (isNotRead(progress) || isNotRead(requests)) return;
  const isForMachine = progress.stage === "to be executed";
  const [parts, at] = isForMachine
    ? [votingMachines, proposal.votingMachine]
    : [schemes, proposal.scheme];
  const part = parts.find(({ contract }) => contract.address === at);
  const contract = part && contractOf(part.contract);
  if (contract === undefined) return;
  const { abi } = contract.artifact;
  if (isForMachine) {
    await deployer.send(`${step}/machine`, contract, "execute", [id]);
  } else if (requests.kind === "reward") {
    const call = redeemCall(abi, id, avatar.address, partsAskedFor(requests));
    await deployer.send(`${step}/redeem`, contract, call.functionName, call.args);
  } else if (requests.kind === "calls") {
    const { functionName, args } = executeCall(abi, id, avatar.address);
    await deployer.send(`${step}/scheme`, contract, functionName, args);
  }
}

/** An Arc contract in the form that a deployer needs; undefined for all others. */
function contractOf(described: ContractDescription): Contract | undefined {
  const artifact = artifactOf(described);
  return artifact && { artifact, address: described.address };
}
