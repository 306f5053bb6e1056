import { newProposalIn } from "../../governance/machine-events.js";
import {
  executeCall,
  needsExecute,
  redeemCall,
  REWARD_PARTS,
} from "../../governance/redeem-and-execute.js";
import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
} from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { artifactOf } from "../../inspect/reading/identify.js";
import { encodeDraft, type EncodedDraft } from "../../simulate/drafts/propose.js";
import type { Contract, Deployer } from "../../migration/deployer.js";
import { MigrationError, UsageError } from "../../support/errors.js";
import { movesBefore, NO_CHAIN } from "../deciding/moves-before.js";
import type { Move } from "../deciding/move.js";
import { findProposed } from "../deciding/proposed.js";

/** What happened to a move. */
export interface HandledMove {
  readonly key: string;
  readonly why: string;
  /** How the DAO differs from the file, one sentence each; absent if `why` says it all. */
  readonly differences?: readonly string[];
  /**
   * `proposed`: just now. `executed`: it had passed, and was executed just now. `open`: it can be voted on. `waits`:
   * others must be completed first. `left`: others have to propose it, because the user only asked to deploy. `failed`:
   * it failed before, and is proposed again only on request. `impossible`: no scheme of the DAO may propose it.
   */
  readonly did: "proposed" | "executed" | "open" | "waits" | "left" | "failed" | "impossible";
  /** ID of the proposal. */
  readonly id?: string;
  /** If it waits: the keys that it waits for. If it is impossible: why. */
  readonly reason?: string;
}

/** How to submit moves. */
export interface SubmitWishes {
  /** Makes proposals again that failed before. */
  readonly again?: boolean;
  /** Only deploys and sets parameters, and leaves the proposals to others, such as a Safe. */
  readonly deployOnly?: boolean;
}

/**
 * Does what can be done now for each move: proposes it, or continues its existing proposal.
 * @param start the DAO on the chain
 */
export async function submitMoves(
  deployer: Deployer,
  moves: readonly Move[],
  start: Inspection,
  wishes: SubmitWishes,
): Promise<readonly HandledMove[]> {
  const handled: HandledMove[] = [];
  for (const move of moves) {
    const { key, why, differences } = move;
    const became = await submitMove(deployer, move, { moves, start, wishes });
    handled.push({ key, why, ...(differences !== undefined && { differences }), ...became });
  }
  return handled;
}

type Became = Pick<HandledMove, "did" | "id" | "reason">;

interface Situation {
  readonly moves: readonly Move[];
  readonly start: Inspection;
  readonly wishes: SubmitWishes;
}

async function submitMove(
  deployer: Deployer,
  move: Move,
  { moves, start, wishes }: Situation,
): Promise<Became> {
  const proposed = findProposed(start, move.draft);
  const id = proposed?.proposal.id;
  const known = id === undefined ? {} : { id };
  if (proposed?.status === "open") return { did: "open", ...known };
  if (wishes.deployOnly === true) return { did: "left", ...known };
  if (proposed?.status === "passed") {
    await carryOn(deployer, proposed.proposal, start);
    return { did: "executed", ...known };
  }
  if (proposed?.status === "failed" && wishes.again !== true) return { did: "failed", ...known };
  const before = await movesBefore(move, moves, start);
  if (before.length > 0) {
    return { did: "waits", reason: before.map(({ key }) => key).join(", ") };
  }
  return await propose(deployer, move, start, proposed?.failures ?? 0);
}

async function propose(
  deployer: Deployer,
  { key, draft }: Move,
  start: Inspection,
  failures: number,
): Promise<Became> {
  const encoded = await encodeDraft(NO_CHAIN, start, draft).catch((error: unknown) => {
    if (error instanceof UsageError) return error;
    throw error;
  });
  if (encoded instanceof UsageError) return { did: "impossible", reason: encoded.message };
  const contract = contractOf(encoded.scheme.contract)!;
  const refusal =
    draft.kind === "calls" ? await whyRefused(deployer, contract, encoded) : undefined;
  if (refusal !== undefined) return { did: "impossible", reason: refusal };
  // The step's name has the number of failures, because a new attempt is another step.
  const step = `change/propose/${key}/${failures}`;
  const logs = await deployer.sendForLogs(step, contract, encoded.functionName, encoded.args);
  const id = newProposalIn(logs)?.id;
  return { did: "proposed", ...(id !== undefined && { id }) };
}

/**
 * Why a scheme refuses a proposal of a call: its constraints may list other contracts.
 * @returns undefined if the scheme accepts it
 */
async function whyRefused(
  deployer: Deployer,
  contract: Contract,
  { functionName, args }: EncodedDraft,
): Promise<string | undefined> {
  try {
    await deployer.read(contract, functionName, args);
    return undefined;
  } catch (error) {
    if (error instanceof MigrationError) return error.message;
    throw error;
  }
}

/** An Arc contract in the form that a deployer needs; undefined for all others. */
function contractOf(described: ContractDescription): Contract | undefined {
  const artifact = artifactOf(described);
  return artifact && { artifact, address: described.address };
}

/** Does what anybody may do with a decided proposal: `execute` on its voting machine or scheme, `redeem`. */
async function carryOn(
  deployer: Deployer,
  proposal: ProposalDescription,
  { votingMachines, schemes, avatar }: Inspection,
): Promise<void> {
  const { id, asks, progress } = proposal;
  const step = `change/execute/${id}`;
  if (isNotRead(progress) || isNotRead(asks)) return;
  if (progress.stage === "to be executed") {
    const machine = votingMachines.find(
      ({ contract }) => contract.address === proposal.votingMachine,
    );
    const contract = machine && contractOf(machine.contract);
    if (contract !== undefined) await deployer.send(`${step}/machine`, contract, "execute", [id]);
    return;
  }
  const scheme = schemes.find(({ contract }) => contract.address === proposal.scheme);
  const contract = scheme && contractOf(scheme.contract);
  if (contract === undefined) return;
  const { abi } = contract.artifact;
  if (asks.kind === "reward") {
    const parts = REWARD_PARTS.filter((part) => asks[part] !== "0");
    const { functionName, args } = redeemCall(abi, id, avatar.address, parts);
    await deployer.send(`${step}/redeem`, contract, functionName, args);
  } else if (asks.kind === "calls" && needsExecute(abi) !== "never") {
    const { functionName, args } = executeCall(abi, id, avatar.address);
    await deployer.send(`${step}/scheme`, contract, functionName, args);
  }
}
